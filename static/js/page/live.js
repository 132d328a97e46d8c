// The table as others change it: this page listens for what they do, and morphs their table into the
// page, but never under a finger and never while commands are on their way.
import { isOwn } from "../outbox/memory.js";
import { net } from "../outbox/net.js";
import { outbox } from "../outbox/outbox.js";
import { fetchInTime } from "./limit.js";

const [, kind, code] = location.pathname.split("/");
const table = () => document.getElementById("table");
export const waitsForTurn = () => "turn" in (table()?.dataset ?? {}); // it hears news while hidden, too
const CALM = 2000; // ms that a table may be behind whose numbers are right
const touches = new Set();
const pauses = []; // each tells whether the table has to wait
let asking = false;
let again = false; // what was answered could not be shown, or could not be asked for yet

const revision = () => +(table()?.dataset.revision ?? -1); // other pages have no table
// The newest that is known here, also from the answer to a command, or from another tab.
const latest = () => Math.max(revision(), outbox?.truth.revision ?? -1);
// An answer will be as new; what is shown move by move is seen to its end.
const answerComes = () => table().matches(".htmx-request, .in-story");
const isBusy = () => touches.size > 0 || pauses.some((is) => is()) || outbox?.busy;
const mayChange = () => !document.hidden && !isBusy() && !answerComes();
export const isQuiet = () => mayChange() && !asking && !again;

// A line says what another phone has done to the whole table; its key tells whose it is.
const tell = () => {
  const { deed, deedKey, deedUndo } = table().dataset;
  if (!deed || isOwn(deedKey)) return;
  net.ask({ text: deed, label: outbox && net.undo, command: deedUndo, patience: 6000 });
};

// Panels whose number has changed light up for a moment: somebody looks at the cards, not at them.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const numbers = () => [...document.querySelectorAll("#table output[data-path]")];
export const lit = async (change) => {
  const before = new Map(numbers().map(({ dataset, textContent }) => [dataset.path, textContent]));
  await change();
  const changed = numbers().filter(({ dataset, textContent }) => (before.get(dataset.path) ?? textContent) !== textContent);
  for (const panel of still.matches ? [] : changed.map((place) => place.closest(".player, .mate")))
    panel?.animate({ boxShadow: ["inset 0 0 0 99rem color-mix(in srgb, var(--seat) 45%, #0000)", "inset 0 0 0 99rem #0000"] }, 900);
};

// The worker keeps the page as it was opened; another tab may have chosen another language since.
const take = async (text, language) => {
  await lit(() => htmx.swap({ text, target: table(), swap: "outerMorph", sourceElement: table() }));
  navigator.serviceWorker?.controller?.postMessage({ pathname: location.pathname, table: text, language });
  tell();
};

// Another answer may have come meanwhile and be newer than this one: it is asked for
// again. If that is not so and more was known here than the server has, it was restored from
// a backup, and right.
const ask = async (after) => {
  const before = latest();
  const { party = "", mark } = table().dataset;
  const seat = table().querySelector(":scope > [name=seat]")?.value; // whom a phone of several decides for
  const whose = seat ? `&seat=${seat}` : "";
  const answer = await fetchInTime(`table?after=${after}&mark=${mark}${whose}`, { headers: { Party: party } });
  const text = await answer.text();
  const isNews = answer.status === 200;
  const counts = mayChange() && latest() === before;
  again = isNews && !counts;
  if (!isNews && answer.ok && counts && before > revision()) return ask("");
  if (isNews && counts) await take(text, answer.headers.get("content-language"));
  if (answer.ok && counts) delete document.body.dataset.date;
  net.reached(answer.status < 500);
  if ([404, 410].includes(answer.status)) end(answer.status === 410);
  if (answer.ok) setTimeout(refresh); // there may be news already
};

// Advice may be worked out while somebody plays on: a table that is older than this one is none to show.
addEventListener("htmx:after:request", (event) => {
  const [, number] = /id="table"[^>]* data-revision="(\d+)"/.exec(event.detail.ctx.text) ?? [];
  if (+number < revision()) event.preventDefault();
});

export const pauseWhile = (is) => pauses.push(is);

// Fetches the table if it is behind, or anyway.
export const refresh = async (anyway = false) => {
  again ||= anyway;
  const isOld = again || "date" in document.body.dataset;
  if (document.hidden && waitsForTurn() && (again || newest > revision())) dispatchEvent(new Event("news"));
  if (asking || !mayChange() || (newest <= revision() && !isOld)) return;
  if (newest === outbox?.painted && !isOld) {
    setTimeout(catchUp, CALM);
    return;
  }
  asking = true;
  await ask(`${revision()}`).catch(() => net.reached(false));
  asking = false;
};

// The rest of what the table says of a burst, such as what Undo would undo, comes once for all of it.
const catchUp = () => newest > revision() && refresh(true);

const touch = ({ type, pointerId, isPrimary }) => {
  if (isPrimary !== false) touches.clear(); // the end of an earlier one may never have been told
  if (type === "pointerdown") touches.add(pointerId);
  else touches.delete(pointerId);
  setTimeout(refresh);
};

// Listens to the party or match: an event says which revision it has reached. Until the first one
// has got through, and after a break, it asks.
const POLL = 4000; // ms
let stream = null;
let polling = 0;
let over = false;
let broken = false; // since then the log may be another, even of the same number: its mark tells
let newest = 0; // that it has heard of
let last = latest(); // also what is shown: another tab may have learned of a restored backup already

// Events only rise, unless the site was restored from a backup: then what is known is too new.
const hear = (number, restored = false) => {
  newest = restored ? number : Math.max(newest, number);
  refresh(restored);
};

const poll = () => {
  if (stream && stream.readyState === EventSource.CLOSED) start();
  refresh(true);
};

const stopPolling = () => {
  clearInterval(polling);
  polling = 0;
};

const stop = () => {
  broken ||= Boolean(stream);
  stream?.close();
  stopPolling();
};

const start = () => {
  stop();
  if (over || (document.hidden && !waitsForTurn())) return;
  polling = setInterval(poll, POLL);
  if (!window.EventSource) return; // it asks on
  stream = new EventSource(`/live/${kind}/${code}${outbox ? "?numbers" : ""}`);
  stream.onmessage = ({ data }) => {
    stopPolling();
    net.reached(true);
    hear(+data, broken || +data < Math.max(last, latest()));
    last = +data;
    broken = false;
  };
  stream.addEventListener("numbers", ({ data }) => broken || outbox.tell("numbers", JSON.parse(data)));
  stream.onerror = () => {
    broken = true;
    polling ||= setInterval(poll, POLL);
  };
  stream.addEventListener("gone", ({ data }) => end(data === "deleted"));
};

// Nothing is behind this page's link any more: the party was deleted, or has new links. What waits
// here may count at a new one; else the site says what it knows.
const end = (deleted = false) => {
  const { party } = table().dataset;
  const query = party ? `?party=${party}` : deleted ? "?deleted" : "";
  stop();
  over = true;
  if (!deleted && outbox?.waiting().length) net.say("gone");
  else location.replace(`/${kind}/${code}/${query}`);
};

if (table()) {
  for (const type of ["pointerdown", "pointerup", "pointercancel", "visibilitychange"]) addEventListener(type, touch);
  // And once a command, of another tab too, for which news waited here has arrived, or its answer is lost.
  for (const type of ["htmx:after:swap", "htmx:finally:request", "storage"]) addEventListener(type, () => setTimeout(refresh));
  for (const type of ["visibilitychange", "online"]) addEventListener(type, start);
  addEventListener("outbox:gone", ({ detail }) => end(detail));
  addEventListener("outbox:empty", () => hear(outbox.truth.revision));
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  start();
}

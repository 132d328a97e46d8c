// The page's state in words: how this phone's commands are doing, since when the site has not
// been reached, and what else there is to tell.
import { outbox } from "./outbox.js";

const said = document.getElementById("said");
const texts = said?.dataset ?? {};
const again = said?.querySelector("[data-ask]");
const old = document.body.dataset.date; // of a page that the worker had: nobody has asked since
/** @type {Date | null} */
let since = old ? new Date(old) : null;
let timer = 0;

// As the server writes it, in the page's language, which may not be the browser's.
/** @param {Date} date */
export const clock = (date) =>
  date.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });

/** @type {Net | null} Null on a page without a table. */
export const net = said ? {
  undo: texts.undoLabel,
  get lost() { return Boolean(since) || !navigator.onLine; },
  paint(page = document) {
    const sign = page.querySelector("#net");
    const count = outbox?.waiting().length ?? 0;
    const status = since ? texts.lost.replace("%", clock(since)) : "";
    const place = sign.querySelector("span");
    sign.dataset.state = since ? "lost" : count ? "waits" : "saved";
    sign.querySelector("b").textContent = count ? texts.toSend.replace("%", String(count)) : since ? "" : texts.saved;
    if (place.textContent !== status) place.textContent = status; // read aloud, so only once
  },
  reached(answered) {
    if (answered && said.querySelector("p").textContent === texts.needs) net.say("");
    if (answered === !since || document.body.dataset.date) return;
    since = answered ? null : new Date();
    net.paint();
    dispatchEvent(new Event("net"));
    if (answered) outbox?.tell("due");
  },
  say(text, patience = 8000) {
    said.querySelector("p").textContent = texts[text] ?? text;
    said.hidden = !text;
    again?.toggleAttribute("hidden", true); // who only watches is asked nothing
    said.className = text === "isLocked" ? "lock" : "";
    clearTimeout(timer);
    if (text && text !== "gone") timer = setTimeout(net.say, patience, "");
  },
  ask({ text, label, command, patience }) {
    net.say(text, patience);
    Object.assign(again, { textContent: label, value: command, hidden: !label });
  },
} : null;

// While the site starts again a proxy may answer for it, with a page of its own: that is no answer.
addEventListener("htmx:before:response", (event) => {
  const { response, hx } = event.detail.ctx;
  if (response.status < 500 || hx.retarget) return;
  event.preventDefault();
  dispatchEvent(new Event("htmx:error"));
});

// On a list nothing waits (list_page.html).
const sayUnsent = () => {
  const line = document.getElementById("unsent");
  if (!line) return;
  line.hidden = false;
  line.scrollIntoView({ block: "center" });
};

if (!net) addEventListener("htmx:error", sayUnsent);
else {
  addEventListener("htmx:before:swap", ({ detail }) => {
    for (const { fragment } of detail.tasks) if (fragment.querySelector("#net")) net.paint(fragment);
  });
  // A question waits for its answer, where it covers no player (later.css).
  addEventListener("outbox:asked", ({ detail }) => {
    net.ask(detail);
    said.className = "asks";
  });
  addEventListener("outbox:refused", ({ detail }) => net.say(detail));
  addEventListener("offline", () => net.reached(false));
  addEventListener("htmx:error", () => net.say("needs"));
  net.paint();
}

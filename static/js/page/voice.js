// A table that speaks, and that listens to keys.
import { bring } from "./bring.js";
import { fetchInTime } from "./limit.js";
import * as reading from "./reading.js";

// The table read out: what has changed within a second is said at once and never twice, in the one
// live region of a table, and aloud where this phone has that switched on.
const TOGETHER = 1000; // ms
const LIVE = "#table :is([role=status], [aria-live], output):not([aria-live=off])";
const { speechSynthesis: voice } = window; // not everywhere
const table = document.getElementById("table");
/** @type {Found} */
let region;
let last = new Map(); // as it was when something was said last
let timer = 0;
let warned = "";

const speak = (text) => {
  if (!text || !("aloud" in region.dataset) || !voice) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = document.documentElement.lang;
  voice.speak(utterance);
};

// A new element is read even where its words are the same.
const say = (texts) => {
  const textContent = reading.joined(texts);
  if (textContent) region.replaceChildren(Object.assign(document.createElement("span"), { textContent }));
  speak(textContent);
};

const isFull = () => "full" in region.dataset;

// Under an open sheet nothing is heard: it is said when that closes.
const tell = () => {
  timer = 0;
  if (document.querySelector("dialog:modal")) return;
  const before = last;
  last = reading.changing(isFull());
  say([...last].filter(([key]) => !before.has(key)).map(([, text]) => text));
};

// Screen readers hear warnings at once, as alerts.
const warn = () => {
  const text = document.querySelector("#said:not([hidden]) p")?.textContent ?? "";
  if (text !== warned) speak(text);
  warned = text;
};

const follow = () => {
  for (const place of document.querySelectorAll(LIVE)) place.setAttribute("aria-live", "off");
  for (const button of document.querySelectorAll("[data-read][hidden]")) button.hidden = false;
  warn();
  timer ||= setTimeout(tell, TOGETHER);
};

const begin = (text) => {
  const part = document.createRange().createContextualFragment(text);
  if (table.localName !== "form") part.replaceChildren(part.querySelector("#voice")); // nothing to touch
  document.body.prepend(part);
  region = document.getElementById("voice");
  last = reading.changing(isFull());
  follow();
  new MutationObserver(follow).observe(document.body, { childList: true, characterData: true, subtree: true });
  addEventListener("close", follow, true);
  addEventListener("click", ({ target }) => {
    if (!target.closest("[data-read]")) return;
    voice?.cancel();
    say(reading.whole(isFull()));
  });
};

if (table)
  fetchInTime("/keys", { headers: { "HX-Request": "true" }, priority: "low" })
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer)))
    .then(begin)
    .catch(() => {}); // without a network the table is as quiet as before

// Keys that press what stands on the table (templates/site/keys.html lists them). None does anything
// while somebody types, with a modifier, while something lies open over the table, or where this phone
// has them switched off (WCAG 2.1.4).
const TYPES = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
const PLAYER = ".player, .mate";

// On keyboards with other letters the place of the key counts.
const keyOf = ({ key, code, shiftKey }) => {
  if (/^Key/.test(code) && !/[a-z]/i.test(key)) return shiftKey ? "" : code[3].toLowerCase();
  return shiftKey && /[a-z]/i.test(key) ? "" : key.toLowerCase();
};

const alone = () => document.querySelector("#table:is(.n1, .mine) .player");
const player = () => document.activeElement?.closest(PLAYER) ?? alone();

const find = (key) => {
  if (/^[1-4]$/.test(key)) return document.querySelector(`#player-${+key - 1} :is(a, button)`);
  const press = document.querySelector(`#keys [data-key="${CSS.escape(key)}"]`)?.dataset.press;
  if (!press || (press.includes("@") && !player())) return null;
  return document.querySelector(press.replaceAll("@", `#${player()?.id}`));
};

// Its looks are those of a sheet.
const show = async () => {
  const { files } = document.getElementById("sheet")?.dataset ?? {};
  if (files) await bring(files);
  document.getElementById("keys").showModal();
};

// The table stays where it is.
const turn = async (event) => {
  const { target: form, submitter } = event;
  if (!form.closest("#keys") || form.method !== "post") return;
  event.preventDefault();
  const answer = await fetchInTime(form.action, { method: "POST", body: new FormData(form, submitter) });
  if (answer.ok) location.reload();
};

addEventListener("submit", turn);
addEventListener("click", ({ target }) => target.closest("[data-keys]") && show());
addEventListener("keydown", (event) => {
  const { target, ctrlKey, altKey, metaKey, repeat, isComposing } = event;
  if (ctrlKey || altKey || metaKey || repeat || isComposing || target.closest(TYPES)) return;
  const list = document.getElementById("keys");
  if (!list || "off" in list.dataset) return;
  const open = document.querySelector("dialog:modal");
  const key = keyOf(event);
  if (open) return open.id === "keys" && key === "?" && open.close();
  const found = find(key);
  if (!found) return;
  event.preventDefault();
  if (/\d/.test(key)) found.focus();
  else found.click();
});

// Whatever else is posted from the table goes through the same outbox, so that order is kept. What
// depends on how the log stands (undo, loading, a new run) needs the network and says so.
import { isOwn } from "./memory.js";
import { net } from "./net.js";
import { outbox } from "./outbox.js";
import { send } from "./send.js";

const NETWORK = /^(undo|load|resave|new)\b/;
let owed = 0; // undos of commands on their way that only the table can name
let wrong = ""; // the key of a tap on its way that is undone by its number: others may come before the table
let last = { text: "", entry: -1 }; // the newest that has arrived from here

const commandsOf = (form, button) => {
  const fields = new FormData(form);
  const texts = fields.getAll("command").map(String);
  if (button?.name === "command") texts.push(button.value);
  if (fields.has("value")) texts.push(texts.pop() + fields.getAll("value").join(""));
  return texts;
};

// The effect of the button; for typed text, the words that stood beside it.
const effectOf = (form, button) => {
  if (button?.dataset.effect) return JSON.parse(button.dataset.effect);
  const { player } = form.closest("[data-player]")?.dataset ?? {};
  const words = [(form.querySelector("label") ?? button)?.textContent, form.elements.value?.value];
  const says = words.filter(Boolean).join(": ");
  return { player: player && +player, says };
};

const post = (form, button) => {
  const texts = commandsOf(form, button);
  if (net.lost && texts.some((text) => NETWORK.test(text))) return net.say("needs");
  const effect = effectOf(form, button);
  const sheet = form.closest("[data-revision]");
  const revision = button?.dataset.effect && +sheet.dataset.revision;
  for (const text of texts) outbox.add(text, effect && { effect, revision });
  outbox.tell("posted", form);
  send();
};

const undoEntry = (number) => outbox.add(`undo:${number}`, { effect: { says: net.undo } });

if (outbox) {
  addEventListener("submit", (event) => {
    if (!event.target.closest("[hx-post]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!document.body.dataset.locked) post(event.target, event.submitter);
  }, true);

  // A tap that has not left the phone is undone right here; one that has, once the table shows it.
  addEventListener("click", (event) => {
    if (!event.target.closest("[data-undo]")) return;
    const newest = outbox.waiting().pop();
    const table = document.getElementById("table");
    if (!newest && !outbox.isAhead(table)) return;
    event.preventDefault();
    const isTap = !NETWORK.test((newest ?? last).text);
    if (newest?.key > outbox.sent && isTap) outbox.drop([newest.key]);
    else if (net.lost) net.say("needs");
    else if (newest && isTap && isOwn(newest.key) && !wrong) wrong = newest.key;
    else if (!newest && isTap && last.entry > +table.dataset.revision) undoEntry(last.entry);
    else owed += 1;
  });

  addEventListener("outbox:done", ({ detail: { keys, entries } }) => {
    const newest = outbox.waiting().filter(({ key }) => keys.includes(key)).pop();
    if (newest) last = { text: newest.text, entry: entries[keys.indexOf(newest.key)] };
    if (keys.includes(wrong)) undoEntry(entries[keys.indexOf(wrong)]);
    wrong = "";
  });
  addEventListener("net", () => {
    if (wrong && net.lost) net.say("needs");
    if (net.lost) wrong = "";
  });

  addEventListener("htmx:after:swap", () => {
    const undo = owed && !outbox.busy && document.querySelector("[data-undo][value]");
    if (!undo) return;
    owed -= 1;
    undo.click();
  });
}

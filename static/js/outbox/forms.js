// Whatever else is posted from the table goes through the same outbox, so that order is kept. What
// depends on how the log stands (undo, loading, a new run) needs the network and says so. An undo of a tap
// on its way does not: it names the tap by its key.
import { net } from "./net.js";
import { outbox } from "./outbox.js";
import { send } from "./send.js";

const NETWORK = /^(undo|load|resave|new)\b/;
let owed = 0; // undos of commands on their way that only the table can name
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

// The newest of these commands, but for undos of others.
const newestOf = (waiting) => {
  const undos = waiting.map(({ text }) => text).filter((text) => text.startsWith("undo:"));
  return waiting.filter(({ key, text }) => !undos.includes(text) && !undos.includes(`undo:${key}`)).pop();
};

if (outbox) {
  addEventListener("submit", (event) => {
    if (!event.target.closest("[hx-post]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!document.body.dataset.locked) post(event.target, event.submitter);
  }, true);

  // A tap that has not left the phone is undone right here, one that has by its key, or by its number in
  // the log: others may do something before the table comes.
  addEventListener("click", (event) => {
    if (!event.target.closest("[data-undo]")) return;
    const waiting = outbox.waiting();
    const table = document.getElementById("table");
    if (!waiting.length && !outbox.isAhead(table)) return;
    event.preventDefault();
    const { key, text, entry } = waiting.length ? (newestOf(waiting) ?? {}) : last;
    const isTap = text && !NETWORK.test(text);
    if (isTap && key > outbox.sent) outbox.drop([key]);
    else if (isTap && (key || entry > +table.dataset.revision))
      outbox.add(`undo:${key ?? entry}`, { effect: { says: net.undo } });
    else if (net.lost) net.say("needs");
    else owed += 1;
  });

  addEventListener("outbox:done", ({ detail: { keys, entries } }) => {
    const done = outbox.waiting().filter(({ key }) => keys.includes(key)).pop();
    if (done) last = { text: done.text, entry: entries[done.key] };
  });

  addEventListener("htmx:after:swap", () => {
    const button = owed && !outbox.busy && document.querySelector("[data-undo][value]");
    if (!button) return;
    owed -= 1;
    button.click();
  });
}

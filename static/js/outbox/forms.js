// Whatever else is posted from the table goes through the same outbox, so that order is kept. What
// depends on how the log stands (undo, loading, a new run) needs the network and says so.
import { net } from "./net.js";
import { outbox } from "./outbox.js";
import { send } from "./send.js";

const NETWORK = /^(undo|load|resave|new)\b/;
let owed = 0; // undos of commands that are on their way

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
  const words = [form.querySelector("label") ?? button, form.elements.value];
  const says = words.map((place) => place?.value || place?.textContent).filter(Boolean).join(": ");
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
    if (!newest && !outbox.isAhead(document.getElementById("table"))) return;
    event.preventDefault();
    if (newest?.key > outbox.sent && !NETWORK.test(newest.text)) outbox.drop([newest.key]);
    else if (net.lost) net.say("needs");
    else owed += 1;
  });

  addEventListener("htmx:after:swap", () => {
    const undo = owed && !outbox.busy && document.querySelector("[data-undo][value]");
    if (!undo) return;
    owed -= 1;
    undo.click();
  });
}

// Messages over the table, and questions: an answer is done as the table stands now, or looked
// at where it has an address.
import { net } from "../outbox/net.js";
import { outbox } from "../outbox/outbox.js";
import { send } from "../outbox/send.js";
import { stop } from "./guard.js";

const { body } = document;
const said = document.getElementById("said");

const answer = ({ target }) => {
  const button = target.closest("[data-ask]");
  if (!button) return;
  if (button.value[0] === "/") return location.assign(button.value);
  outbox.add(button.value, { revision: outbox.truth.revision });
  net.say("");
  send();
};

const addCross = () => {
  const cross = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
  cross.dataset.hide = "";
  cross.ariaLabel = said.dataset.closeLabel;
  said.append(cross);
};

// Once its card has gone nobody can do it.
const closeOld = () => {
  const [verb, , , , card] = document.querySelector(".asks [data-ask]")?.value.split(":") ?? [];
  const isGone = document.querySelector(".deal") && !document.querySelector(`[data-card="${card}"]`);
  if (verb === "take" && isGone) net.say("");
};

// The rules are against it: whoever does it all the same has read why.
const warn = (event) => {
  const act = event.target.closest("[data-anyway]");
  if (!act) return;
  stop(event);
  net.ask({ text: act.title, label: act.dataset.anyway, command: act.value, patience: 60000 });
};

// With far seats turned round, sheets and messages face the person who touched last.
const turn = ({ target }) => {
  if (target.closest("#sheet, #said, .say")) return; // it stays with whom it belongs to
  const panel = target.closest(".player");
  body.dataset.side = panel && getComputedStyle(panel).rotate === "180deg" ? "far" : "near";
};

if (outbox) {
  addCross();
  addEventListener("click", answer);
  // To close a question, or press Escape, is to say no.
  addEventListener("click", ({ target }) => target.closest("[data-hide]") && net.say(""));
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && !document.querySelector("dialog[open]")) net.say("");
  });
  addEventListener("htmx:after:swap", closeOld);
  addEventListener("click", warn, true);
}
if (body.classList.contains("around"))
  for (const type of ["pointerdown", "click"]) addEventListener(type, turn, true);
// A party begun without a network may have a new code by now (first_contact.js). What is still to be
// sent replaces the table, so this is said beside it.
if (said?.dataset.taken) {
  net.say(said.dataset.taken);
  history.replaceState(null, "", location.pathname);
}

// A card of the pad that is held is only named: it lies in the room then, and nobody has taken it.
// A finger that slides off, or scrolls, does nothing. By keys it is named on the other pad (card_picker.html).
import { outbox } from "../outbox/outbox.js";

const HELD = 500; // ms
let timer = 0;
/** @type {Found | null} */
let held = null;
let named = ""; // the command for its card, as long as the button is for that one

const hold = (button) => {
  held = button;
  named = button.dataset.held;
  held.classList.add("there");
  outbox.tell("tap");
};

const lift = ({ type, clientX, clientY }) => {
  clearTimeout(timer);
  held?.classList.remove("there");
  if (type !== "pointerup" || !held?.contains(document.elementFromPoint(clientX, clientY))) return;
  if (held.dataset.held !== named) return;
  held.value = named;
  held.click();
};

if (outbox) {
  addEventListener("pointerdown", ({ target }) => {
    clearTimeout(timer);
    held = null;
    const button = target.closest("[data-held]");
    if (button) timer = setTimeout(hold, HELD, button);
  });
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, lift);
  // Some browsers click after it; what its touch did has no detail.
  addEventListener("click", (event) => held && event.detail && event.preventDefault(), true);
  addEventListener("contextmenu", (event) => event.target.closest("[data-held]") && event.preventDefault());
}

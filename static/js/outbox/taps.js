// Counters answer on the way down and are sent on the way up. A touch that became a scroll takes its
// tap back, one that slid off (counting.js) all that it counted.
import { memory } from "./memory.js";
import { outbox, stepOf } from "./outbox.js";

/** @type {Map<number, Finger>} By pointer: the button it lies on, and the keys of what was counted there. */
export const fingers = new Map();
// Steps whose click has been counted on the way down; the button may be another by then.
const counted = new Set();

const counterOf = ({ target }) => target.closest?.("#table [data-counter] > button");

// Counts what the finger's button says, for those who sit in this table's places.
export const tap = ({ button, keys }) => {
  if (button.hasAttribute("aria-disabled")) return;
  const { revision } = document.getElementById("table").dataset;
  keys.push(outbox.add(button.value, { revision: +revision }));
  outbox.tell("tap");
};

export const lift = ({ pointerId, type = "", detail = 0 }) => {
  const finger = fingers.get(pointerId);
  if (!finger) return;
  fingers.delete(pointerId);
  // A long hold was meant, even if the page scrolled in the end.
  if (detail || (type === "pointercancel" && finger.keys.length === 1)) {
    outbox.drop(finger.keys);
    counted.delete(stepOf(finger.button)); // a mouse that comes back clicks
  }
  outbox.lift(finger.hold);
  outbox.fingers -= 1;
  outbox.tell("due");
};

const press = (event) => {
  const { button: which, pointerId } = event;
  const button = counterOf(event);
  if (!button || which || document.body.dataset.locked) return;
  lift({ pointerId }); // where the end of the last touch was never told
  const finger = { button, keys: [], hold: outbox.hold() };
  fingers.set(pointerId, finger);
  counted.add(stepOf(button));
  outbox.fingers += 1;
  tap(finger);
};

// Keyboards and screen readers click without a touch before it, or with a detail of 0.
const click = (event) => {
  const button = counterOf(event);
  if (!button) return;
  event.preventDefault();
  if (!counted.delete(stepOf(button)) || !event.detail) tap({ button, keys: [] });
};

document.body.dataset.locked = memory.get("locked") ?? ""; // before anything can be touched
if (outbox) {
  addEventListener("pointerdown", press);
  addEventListener("pointerup", ({ pointerId }) => lift({ pointerId }));
  addEventListener("pointercancel", lift);
  addEventListener("click", click);
}

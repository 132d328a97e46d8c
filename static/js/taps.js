// @ts-check
// Counters answer on the way down and are sent on the way up. A touch that became a scroll takes its
// tap back, one that slid off (hold.js) all that it counted.
(() => {
  const { outbox, stepOf } = app;
  if (!outbox) return;
  const fingers = (app.fingers = new Map());
  // Steps whose click has been counted on the way down; the button may be another by then.
  const counted = new Set();

  const counter = ({ target }) => target.closest?.("#table [data-counter] > button");

  const tap = (app.tap = ({ button, keys }) => {
    if (button.hasAttribute("aria-disabled")) return;
    keys.push(outbox.add(button.value));
    outbox.tell("tap");
  });

  const lift = (app.lift = ({ pointerId, type = "", detail = 0 }) => {
    const finger = fingers.get(pointerId);
    if (!finger) return;
    fingers.delete(pointerId);
    // Whoever has held on for long meant it, even if the page scrolled in the end.
    if (detail || (type === "pointercancel" && finger.keys.length === 1)) {
      outbox.drop(finger.keys);
      counted.delete(stepOf(finger.button)); // a mouse that comes back clicks
    }
    outbox.fingers -= 1;
    outbox.tell("due");
  });

  addEventListener("pointerdown", (event) => {
    const { button: which, pointerId } = event;
    const button = counter(event);
    if (!button || which || document.body.dataset.locked) return;
    lift({ pointerId }); // where the end of the last touch was never told
    const finger = { button, keys: [] };
    fingers.set(pointerId, finger);
    counted.add(stepOf(button));
    outbox.fingers += 1;
    tap(finger);
  });
  addEventListener("pointerup", ({ pointerId }) => lift({ pointerId }));
  addEventListener("pointercancel", lift);

  // Keyboards and screen readers click without a touch before it, or with a detail of 0.
  addEventListener("click", (event) => {
    const button = counter(event);
    if (!button) return;
    event.preventDefault();
    if (!counted.delete(stepOf(button)) || !event.detail) tap({ button, keys: [] });
  });
})();

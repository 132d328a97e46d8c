// Counters answer on the way down. Holding repeats and speeds up; a touch that became a scroll
// takes its tap back.
(() => {
  if (!window.outbox) return;
  const [WAIT, SLOW, FAST] = [450, 160, 60];
  const fingers = new Map(); // pointer -> { keys, timer }
  let counted = null; // the button whose click has been counted on the way down

  const counter = ({ target }) => target.closest?.("#table :is(.hp, .counter) > button");

  const tap = (button, keys) => {
    if (button.hasAttribute("aria-disabled")) return;
    keys.push(outbox.add(button.value));
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(8);
  };

  const repeat = (button, finger, wait) => {
    finger.timer = setTimeout(() => {
      tap(button, finger.keys);
      repeat(button, finger, Math.max(FAST, Math.min(SLOW, wait) - 12));
    }, wait);
  };

  const lift = ({ pointerId, type }) => {
    const finger = fingers.get(pointerId);
    if (!finger) return;
    clearTimeout(finger.timer);
    fingers.delete(pointerId);
    // Whoever has held on for long meant it, even if the finger slipped in the end.
    if (type === "pointercancel" && finger.keys.length === 1) outbox.drop(finger.keys);
    outbox.held -= 1;
    outbox.tell("due");
  };

  addEventListener("pointerdown", (event) => {
    const button = counter(event);
    if (!button || event.button || document.body.dataset.locked) return;
    lift(event); // where the end of the last touch was never told
    const finger = { keys: [] };
    fingers.set(event.pointerId, finger);
    counted = button;
    outbox.held += 1;
    tap(button, finger.keys);
    repeat(button, finger, WAIT);
  });
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, lift);
  addEventListener("visibilitychange", () => {
    for (const pointerId of fingers.keys()) lift({ pointerId });
  });

  // Keyboards and screen readers click without a touch before it, or with a detail of 0.
  addEventListener("click", (event) => {
    const button = counter(event);
    if (!button) return;
    event.preventDefault();
    if (!event.detail || counted !== button) tap(button, []);
    counted = null;
  });
  addEventListener("contextmenu", (event) => counter(event) && event.preventDefault());
})();

// @ts-check
// Counters answer on the way down. Holding repeats and speeds up; a touch that became a scroll
// takes its tap back.
(() => {
  const { outbox } = app;
  if (!outbox) return;
  const REPEAT = { first: 450, slow: 160, fast: 60 }; // ms
  const fingers = new Map(); // pointer -> { keys, timer }
  const counted = new Set(); // buttons whose click has been counted on the way down

  const counter = ({ target }) => target.closest?.("#table [data-counter] > button");

  const tap = (button, keys) => {
    if (button.hasAttribute("aria-disabled")) return;
    keys.push(outbox.add(button.value));
    if (navigator.userActivation?.hasBeenActive && app.memory.get("buzz") !== "") navigator.vibrate?.(8);
  };

  const repeat = (button, finger, wait) => {
    finger.timer = setTimeout(() => {
      tap(button, finger.keys);
      repeat(button, finger, Math.max(REPEAT.fast, Math.min(REPEAT.slow, wait) - 12));
    }, wait);
  };

  const lift = ({ pointerId, type = "" }) => {
    const finger = fingers.get(pointerId);
    if (!finger) return;
    clearTimeout(finger.timer);
    fingers.delete(pointerId);
    // Whoever has held on for long meant it, even if the finger slipped in the end.
    if (type === "pointercancel" && finger.keys.length === 1) outbox.drop(finger.keys);
    outbox.fingers -= 1;
    outbox.tell("due");
  };

  addEventListener("pointerdown", (event) => {
    const button = counter(event);
    if (!button || event.button || document.body.dataset.locked) return;
    lift(event); // where the end of the last touch was never told
    const finger = { keys: [], timer: 0 };
    fingers.set(event.pointerId, finger);
    counted.add(button);
    outbox.fingers += 1;
    tap(button, finger.keys);
    repeat(button, finger, REPEAT.first);
  });
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, lift);
  addEventListener("visibilitychange", () => fingers.forEach((_, pointerId) => lift({ pointerId })));

  // Keyboards and screen readers click without a touch before it, or with a detail of 0.
  addEventListener("click", (event) => {
    const button = counter(event);
    if (!button) return;
    event.preventDefault();
    if (!counted.delete(button) || !event.detail) tap(button, []);
  });
  addEventListener("contextmenu", (event) => counter(event) && event.preventDefault());
})();

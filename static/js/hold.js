// @ts-check
// A finger that lies on a counter. Held, it repeats and speeds up. Where it slides off before it
// lifts, it gives up what it began (WCAG 2.5.2): for all who listen the touch ends there, as one
// that became a scroll does, but with a detail of 1.
(() => {
  const { fingers, lift, tap } = app;
  if (!fingers) return;
  const REPEAT = { first: 450, slow: 160, fast: 60 }; // ms
  const ROLL = 10; // px that a finger may move although it only taps
  const places = new Map(); // pointer -> where it was put

  const repeat = (pointerId, finger, wait) => {
    setTimeout(() => {
      if (fingers.get(pointerId) !== finger) return;
      tap(finger);
      repeat(pointerId, finger, Math.max(REPEAT.fast, Math.min(REPEAT.slow, wait) - 12));
    }, wait);
  };

  const isOff = ({ button }, { x, y }, { clientX, clientY }) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const isOn = clientX > left && clientX < right && clientY > top && clientY < bottom;
    return !isOn && Math.hypot(clientX - x, clientY - y) > ROLL;
  };

  addEventListener("pointerdown", ({ pointerId, clientX: x, clientY: y }) => {
    const finger = fingers.get(pointerId);
    if (!finger) return;
    places.set(pointerId, { x, y });
    if (!finger.button.matches(app.once)) repeat(pointerId, finger, REPEAT.first);
  });

  const slide = (event) => {
    const { pointerId } = event;
    const finger = fingers.get(pointerId);
    const place = places.get(pointerId);
    if (finger && place && isOff(finger, place, event))
      dispatchEvent(new PointerEvent("pointercancel", { pointerId, detail: 1 }));
  };

  for (const type of ["pointermove", "pointerup"]) addEventListener(type, slide, true);
  addEventListener("visibilitychange", () => fingers.forEach((_, pointerId) => lift({ pointerId })));
  addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-counter] > button")) event.preventDefault();
  });
})();

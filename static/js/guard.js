// @ts-check
// A double tap never does a second thing. For a moment after a touch has done something, what lies
// there now does not listen; nor does anything that has just moved to where it is, nor a ticket that
// another phone has just made somebody else's (slid.js). A click does nothing to what its touch did
// not come down on. What does not listen says so: its edge lights up.
(() => {
  const DEAF = 500; // ms
  const NEAR = 40; // px
  const SLOW = 5000; // ms in which the answer to a touch may bring something under the finger
  const OVER = "#said, .say, dialog"; // what comes up over the table
  const { touched, nameOf, slid } = app;
  const counter = { time: -Infinity, x: 0, y: 0 }; // the last touch that stepped a number
  const last = { time: -Infinity, x: 0, y: 0 }; // the last touch that did something
  let deaf = false; // to the touch that still lasts
  /** @type {Found | null | undefined} */
  let pressed; // what that came down on, until its click

  // A number is stepped as fast as somebody can tap: its buttons act on the way down.
  const isCounter = (target) => target.matches("[data-counter] > button");

  const isNear = (one, { timeStamp: now, x, y }, most) => now - one.time < most && Math.hypot(one.x - x, one.y - y) <= NEAR;

  // A finger that counts is not asked: nothing that comes up under it may take its next tap.
  const judge = (target, touch, counts = isNear(counter, touch, DEAF)) =>
    isNear(last, touch, DEAF) || (counts && target.closest(OVER))
    || slid(target, touch, counts || isNear(last, touch, SLOW));

  const REFUSED = { outline: ["3px solid", "3px solid #0000"], outlineOffset: ["-3px", "-3px"] };
  app.refuse = (target) => target.animate(REFUSED, { duration: 400, id: "refused" });

  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  addEventListener("pointerdown", (event) => {
    const target = (pressed = touched(event));
    deaf = Boolean(target && judge(target, event));
    if (deaf) app.refuse(target);
    if (deaf) stop(event);
    else if (target && isCounter(target)) Object.assign(counter, { time: event.timeStamp, x: event.x, y: event.y });
  }, true);
  addEventListener("pointercancel", () => (pressed = undefined));

  // The table may change while a finger lies there, and up to its click, which a busy phone makes late.
  // A screen reader may click without a touch.
  const isOther = (target) => {
    const isIt = pressed === undefined || pressed === target || (pressed && nameOf(pressed) && nameOf(pressed) === nameOf(target));
    pressed = undefined;
    return !isIt;
  };

  addEventListener("click", (event) => {
    const target = touched(event);
    if (!target || !event.detail) return; // keys and screen readers never slip
    const other = isOther(target);
    if (other) app.refuse(target);
    if (deaf || other) return stop(event);
    if (!isCounter(target)) Object.assign(last, { time: event.timeStamp, x: event.x, y: event.y });
  }, true);
})();

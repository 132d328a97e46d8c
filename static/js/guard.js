// @ts-check
// A double tap never does a second thing. For a moment after a touch has done something, what lies
// there now does not listen; nor does anything that has just moved to where it is.
(() => {
  const DEAF = 500; // ms
  const NEAR = 40; // px
  const MOVED = 8; // px
  const SLOW = 5000; // ms in which the answer to a touch may bring something under the finger
  const TOUCHABLE = "button, a[href], label, input, summary, dialog";
  const last = { time: -Infinity, x: 0, y: 0 }; // the last touch that did something
  let places = new Map(); // of all that could be touched before the page changed
  let changed = -Infinity;
  let deaf = false; // to the touch that still lasts

  const nameOf = (target) => target.id || target.value || target.getAttribute("href");
  const placeOf = (target) => {
    const { left, top, width, height } = target.getBoundingClientRect();
    const scrolled = scrollY + (target.closest("main")?.scrollTop ?? 0); // whoever scrolls knows
    return { x: left + width / 2, y: top + scrolled + height / 2 };
  };
  const far = (one, other, most) => Math.hypot(one.x - other.x, one.y - other.y) > most;

  // A number is stepped as fast as somebody can tap: its buttons act on the way down.
  const isCounter = (target) => target.matches("[data-counter] > button");

  const slid = (target, near) => {
    const before = places.get(nameOf(target));
    return before ? far(before, placeOf(target), MOVED) : near;
  };

  const judge = (target, touch) => {
    const since = touch.timeStamp - last.time;
    const near = !far(last, touch, NEAR) && since < SLOW;
    if (near && since < DEAF) return true;
    return touch.timeStamp - changed < DEAF && slid(target, near);
  };

  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  addEventListener("pointerdown", (event) => {
    const target = event.target.closest(TOUCHABLE);
    deaf = Boolean(target) && judge(target, event);
    if (deaf) stop(event);
  }, true);

  addEventListener("click", (event) => {
    const target = event.target.closest(TOUCHABLE);
    if (!target || !event.detail) return; // keys and screen readers never slip
    if (deaf) return stop(event);
    if (!isCounter(target)) Object.assign(last, { time: event.timeStamp, x: event.x, y: event.y });
  }, true);

  addEventListener("htmx:before:swap", () => {
    const all = [...document.querySelectorAll(TOUCHABLE)].filter((target) => nameOf(target));
    const seen = all.filter((target) => target.getClientRects().length);
    places = new Map(seen.map((target) => [nameOf(target), placeOf(target)]));
  });
  addEventListener("htmx:after:swap", ({ timeStamp }) => (changed = timeStamp));
})();

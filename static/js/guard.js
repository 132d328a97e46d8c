// @ts-check
// A double tap never does a second thing. For a moment after a touch has done something, what lies
// there now does not listen; nor does anything that has just moved to where it is, nor a ticket that
// another phone has just made somebody else's. What does not listen says so: its edge lights up.
(() => {
  const DEAF = 500; // ms
  const NEAR = 40; // px
  const SLOW = 5000; // ms in which the answer to a touch may bring something under the finger
  const TOUCHABLE = "button, a[href], label, input, summary, dialog, .in-story";
  const OVER = "#said, .say, dialog"; // what comes up over the table
  const counter = { time: -Infinity, x: 0, y: 0 }; // the last touch that stepped a number
  const last = { time: -Infinity, x: 0, y: 0 }; // the last touch that did something
  let places = new Map(); // of all that could be touched before the page changed
  let changed = -Infinity;
  let foreign = false; // another phone has changed what tickets there were
  let deaf = false; // to the touch that still lasts

  // A sheet, and what is said, may offer what the table under it offers, elsewhere.
  const nameOf = (target) => {
    const name = target.id || target.value?.replace(/:[\d.]+$/, "") || target.getAttribute("href");
    return name && `${target.closest("dialog, #said")?.localName} ${name}`;
  };
  const scrolled = (target) => scrollY + (target.closest("main")?.scrollTop ?? 0); // who scrolls knows
  const boxOf = (target) => {
    const { left, top, right, bottom } = target.getBoundingClientRect();
    return { left, top: top + scrolled(target), right, bottom: bottom + scrolled(target) };
  };
  const within = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

  // A number is stepped as fast as somebody can tap: its buttons act on the way down.
  const isCounter = (target) => target.matches("[data-counter] > button");

  // Whoever touches what lay there before means it, wherever its middle is now.
  const slid = (target, { x, y }, near) => {
    const before = places.get(nameOf(target));
    if (before?.right > before?.left) return !within(before, x, y + scrolled(target));
    return near || (foreign && target.matches(".ticket"));
  };

  const isNear = (one, { timeStamp: now, x, y }, most) => now - one.time < most && Math.hypot(one.x - x, one.y - y) <= NEAR;

  // A finger that counts is not asked: nothing that comes up under it may take its next tap.
  const judge = (target, touch, counts = isNear(counter, touch, DEAF)) =>
    isNear(last, touch, DEAF) || (counts && target.closest(OVER))
    || (touch.timeStamp - changed < DEAF && slid(target, touch, counts || isNear(last, touch, SLOW)));

  const REFUSED = { outline: ["3px solid", "3px solid #0000"], outlineOffset: ["-3px", "-3px"] };
  app.refuse = (target) => target.animate(REFUSED, { duration: 400, id: "refused" });

  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  addEventListener("pointerdown", (event) => {
    const target = event.target.closest(TOUCHABLE);
    deaf = Boolean(target && judge(target, event));
    if (deaf) app.refuse(target);
    if (deaf) stop(event);
    else if (target && isCounter(target)) Object.assign(counter, { time: event.timeStamp, x: event.x, y: event.y });
  }, true);

  addEventListener("click", (event) => {
    const target = event.target.closest(TOUCHABLE);
    if (!target || !event.detail) return; // keys and screen readers never slip
    if (deaf) return stop(event);
    if (!isCounter(target)) Object.assign(last, { time: event.timeStamp, x: event.x, y: event.y });
  }, true);

  // First of all who listen, as the page still lies as it was painted: nothing is laid out for it.
  addEventListener("htmx:before:swap", ({ detail }) => {
    const all = [...document.querySelectorAll(TOUCHABLE)].filter((target) => nameOf(target));
    places = new Map(all.map((target) => [nameOf(target), boxOf(target)]));
    const tables = detail.tasks.map(({ fragment }) => fragment.querySelector("#table"));
    const isNews = tables.some((table) => +table?.dataset.revision > app.outbox?.truth.revision);
    foreign = isNews && Boolean(document.querySelector(".ticket"));
  }, true);
  addEventListener("htmx:after:swap", ({ timeStamp }) => (changed = timeStamp));
})();

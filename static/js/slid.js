// @ts-check
// What lay where before the table changed: whoever touches what lay there before means it, and
// whoever touches what has just moved to where it is does not.
(() => {
  const SOON = 500; // ms
  const KEPT = 5000; // ms that a busy phone may take to tell of a touch
  const TOUCHABLE = "button, a[href], label, input, summary, dialog, .in-story";
  let changes = []; // when, where all that could be touched lay before, whether tickets are another phone's

  app.touched = ({ target }) => target.closest(TOUCHABLE);
  // A sheet, and what is said, may offer what the table under it offers, elsewhere.
  app.nameOf = (target) => {
    const name = target.id || app.stepOf(target) || target.getAttribute("href");
    return name && `${target.closest("dialog, #said")?.localName} ${name}`;
  };

  const scrolled = (target) => scrollY + (target.closest("main")?.scrollTop ?? 0); // who scrolls knows
  const boxOf = (target) => {
    const { left, top, right, bottom } = target.getBoundingClientRect();
    return { left, top: top + scrolled(target), right, bottom: bottom + scrolled(target) };
  };
  const within = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

  // Wherever its middle is now. What comes twice within SOON is judged by what lay there before both.
  // What is new there is refused to a finger that was near, and so is a ticket by another phone.
  app.slid = (target, { x, y, timeStamp }, near) => {
    const recent = changes.filter(({ time }) => timeStamp - time < SOON);
    const before = recent[0]?.places.get(app.nameOf(target));
    if (before?.right > before?.left) return !within(before, x, y + scrolled(target));
    return recent.length > 0 && (near || (target.matches(".ticket") && recent.some(({ foreign }) => foreign)));
  };

  // First of all who listen, as the page still lies as it was painted: nothing is laid out for it.
  addEventListener("htmx:before:swap", ({ detail, timeStamp: time }) => {
    const all = [...document.querySelectorAll(TOUCHABLE)].filter(app.nameOf);
    const places = new Map(all.map((target) => [app.nameOf(target), boxOf(target)]));
    const tables = detail.tasks.map(({ fragment }) => fragment.querySelector("#table"));
    const isNews = tables.some((table) => +table?.dataset.revision > app.outbox?.truth.revision);
    const foreign = isNews && Boolean(document.querySelector(".ticket"));
    changes = [...changes.filter((change) => time - change.time < KEPT), { time, places, foreign }];
  }, true);
  addEventListener("htmx:after:swap", ({ timeStamp: time }) => changes.slice(-1).map((change) => Object.assign(change, { time })));
})();

// @ts-check
// While somebody counts, tap by tap, the table waits for a pause: all that it would change is painted
// already, but for what is said of the last step.
(() => {
  if (!app.outbox) return;
  const PAUSE = 700; // ms
  const LONGEST = 3000; // ms
  let begun = -Infinity; // when the first step of these came
  let last = -Infinity;

  app.counting = () => Date.now() < Math.min(last + PAUSE, begun + LONGEST);

  const touch = ({ target }) => {
    const counts = target.closest?.("#table [data-counter] > button");
    if (!app.counting()) begun = Date.now();
    last = counts ? Date.now() : -Infinity; // whoever does something else waits for the table
    if (counts) setTimeout(app.refresh, PAUSE);
  };

  for (const type of ["pointerdown", "pointerup"]) addEventListener(type, touch);
})();

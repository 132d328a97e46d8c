// @ts-check
// Paints what the outbox knows into the table that the server drew, before anybody sees it.
(() => {
  const { counters, net, outbox } = app;
  if (!outbox) return;
  const table = () => document.getElementById("table");

  const paintNumbers = (page, numbers) => {
    for (const place of counters.all(page)) {
      const { path } = place.dataset;
      const number = numbers[path] ?? counters.read(place);
      counters.write(place, number);
      place.closest(".player")?.toggleAttribute("data-waits", number !== outbox.truth.values[path]);
    }
  };

  const paint = (page) => {
    const waiting = outbox.waiting();
    const numbers = app.effects
      ? app.effects.paint(page, waiting)
      : counters.after({ ...outbox.truth.values }, page, waiting);
    paintNumbers(page, numbers);
    const undo = page.querySelector("[data-undo]");
    const waits = waiting.length > 0 || outbox.isAhead(page);
    undo.toggleAttribute("data-waits", waits);
    counters.disable(undo, !undo.value && !waits);
    net.paint(page);
  };

  // With taps waiting the kept truth counts: a page from the server may hold some of them already.
  // One that is swapped in was asked for after all that is known here (refresh.js).
  const read = (page, before) => {
    const numbers = counters.all(page).map((place) => [place.dataset.path, counters.read(place)]);
    app.effects?.expect(page);
    if (!outbox.truth.values || !outbox.waiting().length)
      outbox.learn(+page.dataset.revision, Object.fromEntries(numbers), before);
    paint(page);
  };

  addEventListener("htmx:before:swap", ({ detail }) => {
    const page = detail.tasks.map(({ fragment }) => fragment.querySelector("#table")).find(Boolean);
    if (page) read(page, outbox.truth.revision);
  });
  // Another tab may have changed something, perhaps while this one slept.
  const changes = ["outbox:changed", "outbox:empty", "storage", "visibilitychange", "effects"];
  for (const type of changes) addEventListener(type, () => paint(table()));
  read(table());
})();

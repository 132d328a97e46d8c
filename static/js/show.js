// Paints what the outbox knows into the table that the server drew, before anybody sees it.
(() => {
  if (!window.outbox) return;
  const MINUS = "\u2212";
  const ENDS = { hp: [-9999, 20], floor: [1, 9999], room: [1, 9999] };
  const table = () => document.getElementById("table");
  const places = (page) => [...page.querySelectorAll("[data-path]")];

  const take = (values, text) => {
    const [verb, ...rest] = text.split(":");
    const path = verb === "hp" ? `players.${rest[0]}.hp` : verb;
    const [before, step, ends] = [values[path], rest.at(-1), ENDS[verb]];
    if (!ends || before === undefined) return;
    const after = step[0] === "=" ? +step.slice(1) : before + +step;
    values[path] = Math.max(ends[0], Math.min(ends[1], after));
    if (verb === "floor" && after > before) values.room = 1;
  };

  const disable = (button, really) => {
    if (really) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  };

  const write = (place, value) => {
    const ends = ENDS[place.dataset.path.split(".").pop()];
    const text = String(value).replace("-", MINUS);
    if (place.textContent !== text) place.textContent = text;
    place.dataset.length = text.length;
    const buttons = place.closest(".hp, .counter").querySelectorAll("button");
    buttons.forEach((button, side) => disable(button, value === ends[side]));
    const seat = place.closest(".player");
    seat?.classList.toggle("down", value <= 0);
    seat?.classList.toggle("danger", value > 0 && value <= 5);
    seat?.querySelector(".left").setAttribute("width", Math.max(0, value) * 10);
    seat?.toggleAttribute("data-waits", value !== outbox.truth.values[place.dataset.path]);
  };

  const paint = (page) => {
    const waiting = outbox.waiting();
    const values = { ...outbox.truth.values };
    for (const { text } of waiting) take(values, text);
    for (const place of places(page)) write(place, values[place.dataset.path] ?? place.textContent);
    for (const button of page.querySelectorAll(".special"))
      button.toggleAttribute("data-waits", waiting.some(({ text }) => text === button.value));
    const undo = page.querySelector(".turn:not(.redo)");
    undo.toggleAttribute("data-waits", waiting.length);
    disable(undo, !undo.value && !waiting.length);
    net.paint(page);
  };

  // With taps waiting the kept truth counts: a page from the server may hold some of them already.
  const read = (page, known) => {
    const number = ({ dataset, textContent }) => [dataset.path, +textContent.replace(MINUS, "-")];
    if (!outbox.truth.values || !outbox.waiting().length)
      outbox.learn(+page.dataset.revision, Object.fromEntries(places(page).map(number)), known);
    paint(page);
  };

  addEventListener("htmx:before:swap", ({ detail }) => {
    const page = detail.tasks.map(({ fragment }) => fragment.querySelector("#table")).find(Boolean);
    if (page) read(page, +table().dataset.revision);
  });
  for (const name of ["changed", "empty"]) addEventListener(`outbox:${name}`, () => paint(table()));
  read(table());
})();

// The moves after a decision are seen one by one. The answer has the table as it is now, and in
// templates how its parts were after each move; they lie in its place for a while. The own hand is
// never covered: a touch, wherever it is, hurries to the end, and on a button it also does its deed.
const PACE = 600; // ms for a move
const still = matchMedia("(prefers-reduced-motion: reduce)");
const table = () => document.getElementById("table");
let coming = []; // templates
let now = []; // the parts of the table as they are now, while others lie in their place
let timer = 0;

const parts = (template) => /** @type {Found[]} */ ([...template.content.children]);
const place = (part) => table()?.querySelector(`[data-part="${part.dataset.part}"]`);
const lay = (some) => some.forEach((part) => place(part)?.replaceWith(part));

// Nothing is told of moves that are still to be seen.
const tell = (newest) => {
  for (const line of table().querySelectorAll("li[data-move]"))
    line.classList.toggle("to-come", +line.dataset.move > newest);
};

// Whatever follows a swap, follows this one too: cards glide, a touch is looked at twice.
const swap = (some) => {
  const all = { detail: { tasks: [] } };
  dispatchEvent(new CustomEvent("htmx:before:swap", all));
  lay(some);
  dispatchEvent(new CustomEvent("htmx:after:swap", all));
};

const end = () => {
  if (!now.length) return;
  const last = now;
  stop();
  table().classList.remove("in-story");
  tell(Infinity);
  swap(last);
};

const stop = () => {
  clearTimeout(timer);
  coming = now = [];
};

const next = (change) => {
  const step = coming.shift();
  if (!step) return end();
  change(parts(step));
  tell(+step.dataset.move);
  timer = setTimeout(next, PACE, swap);
};

const begin = () => {
  const steps = [...(table()?.querySelectorAll("template[data-move]") ?? [])];
  steps.forEach((step) => step.remove());
  if (!steps.length || still.matches || document.hidden) return;
  coming = steps;
  now = parts(steps[0]).map(place);
  table().classList.add("in-story");
  next(lay); // this is part of the swap that has brought it
};

// In a room shown as it was nothing can be picked: who touches a card there means it.
const hurry = ({ target }) => {
  if (!now.length) return;
  const card = target.closest(".spread > li")?.querySelector(".lay");
  end();
  if (card) document.getElementById(card.id.replace("card", "pick"))?.click();
};

addEventListener("click", hurry, true);
addEventListener("keydown", end, true);
addEventListener("htmx:before:swap", ({ detail }) => detail.tasks.length && stop());
addEventListener("htmx:after:swap", begin);

// The numbers of the table, painted with what waits before anybody sees them. Each says what it is
// called (data-path), which commands step it (data-steps), its ends (data-low, data-high), and what
// is done besides once it has grown (data-then); a panel, at how many points of health its player is
// in danger (data-danger).
import { net } from "./net.js";
import { outbox } from "./outbox.js";

const MINUS = "\u2212";
/** @type {Effects | undefined} What else commands change: it comes with the first sheet. */
let effects;
/** @type {Numbers} As the server drew them. */
let drawn = {};

const table = () => document.getElementById("table");
const all = (page) => [...page.querySelectorAll("[data-path]")];

export const shown = (number) => String(number).replace("-", MINUS);
export const read = ({ textContent }) => +textContent.replace(MINUS, "-");

// Changes `numbers` as the command `text` will, where that is a step.
export const carryOut = (numbers, page, text) => {
  const [, steps, step, left] = text.match(/^(.+?):([+=-]-?\d+)(?::.*?(\d+))?$/) ?? [];
  const place = page.querySelector(`[data-steps="${CSS.escape(steps)}"]`);
  const { path, low, high, then } = place?.dataset ?? {};
  const before = numbers[path];
  if (before === undefined) return; // what it does is for the server to work out
  if (left && +left !== before) return; // somebody has left that room already
  const after = step[0] === "=" ? +step.slice(1) : before + +step;
  numbers[path] = Math.max(+low, Math.min(+high, after));
  if (then && after > before) carryOut(numbers, page, then);
};

const disable = (button, really) => {
  if (really) button?.setAttribute("aria-disabled", "true");
  else button?.removeAttribute("aria-disabled"); // with rooms nothing steps floor and room
};

const writePanel = (panel, number, high) => {
  panel.classList.toggle("down", number <= 0);
  panel.classList.toggle("danger", number > 0 && number <= +panel.dataset.danger);
  const left = panel.querySelector(".left");
  const width = `${(Math.max(0, number) / high) * 100}%`;
  if (left.getAttribute("width") !== width) left.setAttribute("width", width);
};

const write = (place, number) => {
  const { low, high } = place.dataset;
  const text = shown(number);
  if (place.textContent !== text) place.textContent = text;
  place.dataset.length = String(text.length);
  const [minus, plus] = place.closest("[data-counter]").querySelectorAll("button");
  disable(minus, number <= +low);
  disable(plus, number >= +high);
  const panel = place.closest(".hp")?.closest("[data-danger]");
  if (panel) writePanel(panel, number, +high);
};

const after = (page, waiting) => {
  if (effects) return effects.paint(page, waiting);
  const numbers = { ...outbox.truth.values };
  for (const { text } of waiting) carryOut(numbers, page, text);
  return numbers;
};

const paint = (page) => {
  const waiting = outbox.waiting();
  const numbers = after(page, waiting);
  for (const place of all(page)) {
    const { path } = place.dataset;
    const number = numbers[path] ?? read(place);
    write(place, number);
    place.closest(".player")?.toggleAttribute("data-waits", number !== drawn[path]);
  }
  const undo = page.querySelector("[data-undo]");
  const waits = waiting.length > 0 || outbox.isAhead(page);
  undo.toggleAttribute("data-waits", waits);
  disable(undo, !undo.value && !waits);
  net.paint(page);
};

// With taps waiting the kept truth counts: a page from the server may hold some of them already.
// One that is swapped in was asked for after all that is known here (live.js).
const take = (page, before) => {
  drawn = Object.fromEntries(all(page).map((place) => [place.dataset.path, read(place)]));
  effects?.expect(page);
  if (!outbox.truth.values || !outbox.waiting().length) outbox.learn(+page.dataset.revision, drawn, before);
  paint(page);
};

/** @param {Effects} more */
export const paintWith = (more) => {
  effects = more;
  paint(table());
};

if (outbox) {
  addEventListener("htmx:before:swap", ({ detail }) => {
    const page = detail.tasks.map(({ fragment }) => fragment.querySelector("#table")).find(Boolean);
    if (page) take(page, outbox.truth.revision);
  });
  // Another tab may have changed something, perhaps while this one slept.
  const changes = ["outbox:changed", "outbox:empty", "storage", "visibilitychange"];
  for (const type of changes) addEventListener(type, () => paint(table()));
  take(table());
}

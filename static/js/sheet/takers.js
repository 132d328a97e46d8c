// The takers of a card, on its sheet: as it was kept, with the taps that wait on this phone. A player
// who holds what it was worked out for pays what it says, from the health they have by now; one who
// holds something else is offered every way, and no price.
import { read, shown } from "../outbox/counters.js";
import { outbox } from "../outbox/outbox.js";
import { handIn, hpOf } from "./effects.js";
import { waits } from "./paint.js";
import { acting } from "./tickets.js";

const sheet = document.getElementById("sheet");

const reprice = (taker, hp) => {
  const { high } = document.querySelector(`#player-${taker.dataset.taker} output`).dataset;
  for (const button of taker.querySelectorAll(".tiles:not(.unsure) button")) {
    const { step = 0 } = JSON.parse(button.dataset.effect);
    const after = Math.min(+high, hp + step);
    if (step) button.querySelector(".two-lines").textContent = `\u2066${shown(hp)} → ${shown(after)}\u2069`; // left to right
    button.classList.toggle("falls", hp > 0 && after <= 0);
  }
};

const unprice = (taker, says) => {
  taker.querySelector(".tiles:not(.unsure)").hidden = true;
  const unsure = taker.querySelector(".unsure");
  unsure.hidden = false;
  const note = unsure.previousElementSibling;
  const line = note.matches(".note") ? note : Object.assign(document.createElement("p"), { className: "note" });
  line.textContent = says.length ? waits(says) : "";
  if (says.length) unsure.before(line);
};

const paint = () => {
  const table = document.getElementById("table");
  const newer = +sheet.querySelector("[data-revision]")?.dataset.revision > +table.dataset.revision;
  for (const taker of sheet.querySelectorAll("[data-taker]")) {
    const number = +taker.dataset.taker;
    const hand = handIn(number);
    const hp = hpOf(number);
    const health = taker.querySelector("h2 b");
    if (acting() !== undefined) taker.classList.toggle("now", number === acting());
    if (hp === undefined || (newer && !hand)) continue;
    const kit = hand?.kit ?? table.querySelector(`#player-${number}`)?.dataset.kit;
    const changed = read(health) !== hp;
    if (changed) health.textContent = shown(hp);
    if (hand?.sure === false) health.textContent += " ?";
    if (kit !== taker.dataset.kit) unprice(taker, hand?.says ?? []);
    else if (changed) reprice(taker, hp);
  }
};

if (outbox) for (const type of ["htmx:after:swap", "sheet:open"]) addEventListener(type, paint);

// The cards of a phone's own player. A chosen one touched again is let go, and so it is once it is
// done. What each would do is as of the last revision: while a command of that player is on its way,
// and until the table that has it comes, they wait, and the card it is about above all.
import { outbox } from "../outbox/outbox.js";

const chosen = () => document.querySelector("#hand :checked");
let before = null; // what was chosen when the touch began

const letGo = () => {
  const card = chosen();
  if (card) card.checked = false;
};

const isAbout = (card, texts) =>
  [card, ...card.querySelectorAll("button")].some(({ value }) => texts.includes(value));

const paint = () => {
  const hand = document.getElementById("hand");
  const { revision } = document.getElementById("table")?.dataset ?? {};
  if (!hand || !outbox) return;
  const own = document.querySelector(".player").id.split("-")[1];
  const texts = outbox.waiting().map(({ text }) => text).filter((text) => text.split(":")[1] === own);
  const behind = outbox.truth.revision > +revision;
  hand.toggleAttribute("data-waits", behind || texts.length > 0);
  for (const card of hand.querySelectorAll(".deck > *"))
    card.toggleAttribute("data-waits", isAbout(card, texts) || (behind && card.matches("[data-waits]")));
};

const changes = ["outbox:changed", "outbox:empty", "outbox:refused", "htmx:after:swap"];
for (const type of changes) addEventListener(type, paint);
paint();

addEventListener("pointerdown", ({ target }) => {
  before = chosen();
  if (!target.closest("#hand, #sheet")) letGo();
});
addEventListener("click", ({ target, detail }) => {
  if (detail && target === before) letGo();
  before = null;
});
addEventListener("submit", (event) => event.target.id === "choose" && event.preventDefault());
addEventListener("outbox:posted", letGo);

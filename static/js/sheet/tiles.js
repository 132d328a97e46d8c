// Paints what becomes of the room while something of it waits, over what the server drew.
import { dress, find, make } from "./paint.js";

const tile = (card) => `[data-card="${card}"]`;

const crest = (seat) => make("i", { class: `crest seat${seat}` }, String(seat));

// The card has left the room, taken by the player of that number if anybody.
export const gone = (page, card, player) => {
  const found = find(page, tile(card), [], true);
  const { ariaLabel } = found.querySelector(".face");
  const place = { class: "empty middle", "aria-label": ariaLabel, "data-waits": "" };
  found.replaceChildren(make("p", place, ...(player === undefined ? [] : [crest(player + 1)])));
};

export const shut = (page, card) => (find(page, tile(card), ["inert"]).inert = true);

// The price of its ticket is no more; it is called that.
export const old = (page, card, says) =>
  dress(find(page, `${tile(card)} .ticket`, ["aria-label", "data-old"]), { "aria-label": says, "data-old": "" });

export const stop = (page, { value }) =>
  (find(page, `.whose [value="${CSS.escape(value)}"]`, ["aria-disabled"]).ariaDisabled = "true");

// Number, crest and title of whoever is next, as the ring of the room has them.
export const turn = (page, [number, seat, words]) => {
  const line = find(page, "#turn", ["class"], true);
  line.className = `line seat${seat}`;
  line.querySelector(".crest")?.remove();
  if (seat) line.prepend(crest(seat));
  line.querySelector("b").textContent = words;
  line.querySelector("small").textContent = "";
  for (const { id } of page.querySelectorAll(".player"))
    find(page, `#${id}`, ["class"]).classList.toggle("acts", id === `player-${number}`);
};

// The number of that player's health may be another.
export const unsure = (page, player) =>
  find(page, `#player-${player}`, ["data-unsure"])?.setAttribute("data-unsure", "");

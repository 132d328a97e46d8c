// Plays what waits on the table of this phone. What each command changes the server has written into
// its button (boards/party/table/effect.py), worked out for what its player held then. As long as they
// still hold it (`kit`) that is what happens, and steps of health are added up; else nobody knows
// before the server does: the panel says what waits, by name, and its number is not sure.
import { carryOut } from "../outbox/counters.js";
import { outbox } from "../outbox/outbox.js";
import { find, panel, special, takeOff, waits, words } from "./paint.js";
import { unsure } from "./tiles.js";

const MARKER = "#marker[data-ring]";
let done = []; // the server has them, the table on the page has them not
/** @type {Numbers} */
let numbers = {};
let hands = new Map(); // by player, of those about whom something waits

const pathOf = (player) => `players.${player}.hp`;
/** @returns {Hand} */
const handOf = (page, player) => {
  const { kit = "" } = page.querySelector(`#player-${player}`)?.dataset ?? {};
  if (!hands.has(player)) hands.set(player, { kit, says: [], sure: true, risk: 0 });
  return hands.get(player);
};
const isDown = (hp) => hp <= 0;

const step = (page, text) => {
  const [verb, player] = text.split(":");
  const wasDown = isDown(numbers[pathOf(player)]);
  carryOut(numbers, page, text);
  if (verb === "hp" && isDown(numbers[pathOf(player)]) !== wasDown) handOf(page, +player).kit = "";
};

const play = (page, effect, arrived) => {
  const { player, says, kit, then = kit, was, step: more = 0, risk = Infinity, turn, used = {} } = effect;
  for (const code in used) special(page, code, used[code]);
  if (turn !== undefined) pointAt(page, turn);
  if (player === undefined) return;
  const hand = handOf(page, player);
  hand.sure &&= kit !== undefined && kit === hand.kit;
  if (!hand.sure) hand.risk += risk;
  if (hand.sure && !arrived) carryOut(numbers, page, `hp:${player}:${more < 0 ? "" : "+"}${more}`);
  // A player who falls, or rises again, holds something else.
  hand.kit = hand.sure && (arrived || !more || isDown(was + more) === isDown(numbers[pathOf(player)])) ? then : "";
  if (hand.kit) panel(page, effect);
  else if (says) hand.says.push(says);
};

// The hand of a player about whom something waits.
export const handIn = (player) => hands.get(player);

// Their health with all that waits.
export const hpOf = (player) => numbers[pathOf(player)];

// The numbers after all that waits, and all that the table does not have yet; what those change
// besides is painted into the page.
export const paint = (page, waiting) => {
  numbers = { ...outbox.truth.values };
  hands = new Map();
  takeOff(page);
  if (+page.dataset.revision >= outbox.truth.revision) done = [];
  for (const { effect } of done) play(page, effect, true);
  for (const { effect = {}, text } of waiting) {
    play(page, effect, false);
    if (effect.player === undefined) step(page, text);
  }
  for (const [player, { says, sure }] of hands) {
    if (says.length) words(page, player, waits(says));
    if (!sure) unsure(page, player);
  }
  return { numbers, commands: [...done, ...waiting] };
};

// The turn marker: its ring has the number, the crest and the words of all who may have it, and its
// button passes it on to the next of them.
const pointAt = (page, number) => {
  const marker = find(page, MARKER, ["value", "data-turn", "data-effect"]);
  const ring = JSON.parse(marker?.dataset.ring ?? "[]");
  const place = ring.findIndex(([each]) => each === number);
  if (place < 0) return; // has fallen since
  const [, seat, title] = ring[place];
  const [next] = ring[(place + 1) % ring.length];
  marker.value = `turn:${next}`;
  Object.assign(marker.dataset, { turn: number, effect: JSON.stringify({ turn: next }) });
  const crest = find(page, `${MARKER} .crest`, ["class"], true);
  Object.assign(crest, { className: `crest seat${seat}`, textContent: seat });
  find(page, `${MARKER} .name`, [], true).textContent = title;
};

addEventListener("outbox:done", ({ detail }) => {
  done.push(...outbox.waiting().filter(({ key, effect }) => effect && detail.keys.includes(key)));
});

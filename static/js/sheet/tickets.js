// The room while something of it waits: a card that was taken is gone, and who comes next is to
// act. A ticket whose price is no more than it was leads to the sheet of its card; where nobody
// knows how the room goes on, its cards wait too.
import { paintWith } from "../outbox/counters.js";
import { net } from "../outbox/net.js";
import { outbox } from "../outbox/outbox.js";
import { handIn, hpOf, paint as paintEffects } from "./effects.js";
import { expect, waits } from "./paint.js";
import * as tiles from "./tiles.js";

// Commands whose effect no button has told, and on which no room depends.
const BESIDE =
  /^(hp|tally|own-tally|deal|used|spend|attach|detach|discard|weapon|shields|turn|marker|title|note|name|save)\b/;
/** @type {Played} */
const NOTHING = { gone: new Map(), says: [], ended: false, turns: false };
let played = NOTHING;
/** @type {number | undefined} */
let whose;

// Whose turn it is by now, -1 where nobody's is known; undefined where nothing waits.
export const acting = () => whose;

// Undefined where nobody knows.
const lives = (player) => {
  const hp = hpOf(player);
  const { sure, risk } = handIn(player) ?? { sure: true, risk: 0 };
  return sure || hp - risk > 0 ? !(hp <= 0) : undefined;
};

// The next to act, past those who have fallen since; nobody where that is not known of somebody.
const turnOf = (ring, acts) => {
  const all = JSON.parse(ring);
  const from = all.findIndex(([each]) => each === acts);
  const order = [...all.slice(from), ...all.slice(0, from)];
  const next = from < 0 ? undefined : order.find(([each]) => lives(each) !== false);
  return next && lives(next[0]) ? next : undefined;
};

// Which cards leave the room by the commands that wait, who is next, and whether anybody knows how it
// goes on.
/** @returns {Played} */
const after = ({ dataset }, commands) => {
  const found = { gone: new Map(), says: [], ended: false };
  let now = +dataset.acts - 1;
  for (const { text, effect = {} } of commands) {
    const { gone = [], acts = -1, ends, player } = effect;
    const isOfRoom = gone.length > 0 || acts >= 0 || ends;
    for (const card of gone) found.gone.set(card, player);
    if (acts >= 0 && now >= 0) now = acts;
    if (ends || !(isOfRoom || BESIDE.test(text))) found.ended = true;
    if (effect.says && (isOfRoom || found.ended)) found.says.push(effect.says);
  }
  return { ...found, turns: now >= 0, next: turnOf(dataset.ring, now) };
};

const isTrue = ({ effect }, first, own) => {
  if (!effect) return false;
  const { player, kit, was, step } = JSON.parse(effect);
  const hand = handIn(player);
  const hp = hpOf(player);
  if ((!own && player !== first) || (hand && hand.kit !== kit)) return false;
  return !step || hp === was || (step < 0 && hp + step <= 0 === was + step <= 0);
};

const paintTurn = (page, { endsAs }, shut) => {
  const { says, ended, next, turns } = played;
  if (shut && !ended) tiles.turn(page, [-1, 0, endsAs]);
  else if (ended || (turns && !next)) tiles.turn(page, [-1, 0, waits(says)]);
  else if (next) tiles.turn(page, next);
  for (const act of page.querySelectorAll(".whose button")) tiles.stop(page, act);
  whose = shut || !next ? -1 : next[0];
};

const paintRoom = (page, { dataset }) => {
  const { gone, says, ended, next } = played;
  const cards = [...page.querySelectorAll("[data-card]")].map((tile) => tile.dataset.card);
  const shut = ended || cards.filter((card) => !gone.has(card)).length + +dataset.missing <= +dataset.ends;
  for (const card of cards) {
    const ticket = page.querySelector(`[data-card="${card}"] button.ticket`);
    if (gone.has(card)) tiles.gone(page, card, gone.get(card));
    else if (shut) tiles.shut(page, card);
    else if (ticket && !isTrue(ticket.dataset, next?.[0], "own" in dataset)) tiles.old(page, card, dataset.asks);
  }
  if (says.length || ended) paintTurn(page, dataset, shut);
};

const paint = (page, commands) => {
  const room = page.querySelector(".room[data-ring]");
  whose = undefined;
  played = room && commands.length ? after(room, commands) : NOTHING;
  if (played !== NOTHING) paintRoom(page, room);
};

if (outbox) {
  // A waiting command is done once, wherever it is offered.
  addEventListener("click", (event) => {
    const button = event.target.closest("button[data-effect^='{']");
    const { gone: cards = [] } = button ? JSON.parse(button.dataset.effect) : {};
    const isOn = button?.ariaDisabled === "true" || cards.some((card) => played.gone.has(card));
    if (!isOn && !("old" in (button?.dataset ?? {}))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isOn) net.say(waits(played.says));
    else button.parentElement.querySelector("a").click();
  }, true);

  paintWith({
    expect,
    paint(page, waiting) {
      const { numbers, commands } = paintEffects(page, waiting);
      paint(page, commands);
      return numbers;
    },
  });
}

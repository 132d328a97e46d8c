// A double tap never does a second thing. For a moment after a touch has done something, what lies
// there now does not listen; nor does anything that has just moved to where it is, nor a ticket that
// another phone has just made somebody else's. A click does nothing to what its touch did
// not come down on. What does not listen says so: its edge lights up.
import { outbox, stepOf } from "../outbox/outbox.js";

// The places of things before the table changed: a touch means the thing that lay there before,
// and never one that has just moved there.
const SOON = 500; // ms
const KEPT = 5000; // ms that a busy phone may take to tell of a touch
const TOUCHABLE = "button, a[href], label, input, summary, dialog, .in-story";
let changes = []; // when, where all that could be touched lay before, whether tickets are another phone's

// The target of a touch or click, null where nothing there listens.
const touched = ({ target }) => target.closest(TOUCHABLE);
// Its name, in every table that comes. A sheet or a message may offer elsewhere what the table
// under it offers.
const nameOf = (target) => {
  const name = target.id || stepOf(target) || target.getAttribute("href");
  return name && `${target.closest("dialog, #said")?.localName} ${name}`;
};

const scrolled = (target) => scrollY + (target.closest("main")?.scrollTop ?? 0); // who scrolls knows
const boxOf = (target) => {
  const { left, top, right, bottom } = target.getBoundingClientRect();
  return { left, top: top + scrolled(target), right, bottom: bottom + scrolled(target) };
};
const within = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

// Wherever its middle is now. What comes twice within SOON is judged by what lay there before both.
// A new thing there is refused to a finger that was near, and so is a ticket by another phone.
const slid = (target, { x, y, timeStamp }, near) => {
  const recent = changes.filter(({ time }) => timeStamp - time < SOON);
  const before = recent[0]?.places.get(nameOf(target));
  if (before?.right > before?.left) return !within(before, x, y + scrolled(target));
  return recent.length > 0 && (near || (target.matches(".ticket") && recent.some(({ foreign }) => foreign)));
};

// First of all who listen, as the page still lies as it was painted: nothing is laid out for it.
addEventListener("htmx:before:swap", ({ detail, timeStamp: time }) => {
  const all = [...document.querySelectorAll(TOUCHABLE)].filter(nameOf);
  const places = new Map(all.map((target) => [nameOf(target), boxOf(target)]));
  const tables = detail.tasks.map(({ fragment }) => fragment.querySelector("#table"));
  const isNews = tables.some((table) => +table?.dataset.revision > outbox?.truth.revision);
  const foreign = isNews && Boolean(document.querySelector(".ticket"));
  changes = [...changes.filter((change) => time - change.time < KEPT), { time, places, foreign }];
}, true);
addEventListener("htmx:after:swap", ({ timeStamp: time }) => changes.slice(-1).map((change) => Object.assign(change, { time })));

const DEAF = 500; // ms
const NEAR = 40; // px
const SLOW = 5000; // ms in which the answer to a touch may bring something under the finger
const OVER = "#said, .say, dialog"; // what comes up over the table
const counter = { time: -Infinity, x: 0, y: 0 }; // the last touch that stepped a number
const last = { time: -Infinity, x: 0, y: 0 }; // the last touch that did something
let deaf = false; // to the touch that still lasts
/** @type {Pressed | null | undefined} */
let pressed; // what that came down on, until its click

// A number is stepped as fast as somebody can tap: its buttons act on the way down.
const isCounter = (target) => target.matches("[data-counter] > button");

const isNear = (one, { timeStamp: now, x, y }, most) => now - one.time < most && Math.hypot(one.x - x, one.y - y) <= NEAR;

// A finger that counts is not asked: nothing that comes up under it may take its next tap.
const judge = (target, touch, counts = isNear(counter, touch, DEAF)) =>
  isNear(last, touch, DEAF) || (counts && target.closest(OVER))
  || slid(target, touch, counts || isNear(last, touch, SLOW));

const REFUSED = { outline: ["3px solid", "3px solid #0000"], outlineOffset: ["-3px", "-3px"] };
// Shows that what was touched does not listen for a moment.
export const refuse = (target) => target.animate(REFUSED, { duration: 400, id: "refused" });

// Nobody else hears of it.
export const stop = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

addEventListener("pointerdown", (event) => {
  const target = touched(event);
  pressed = target && { target, meant: meantBy(target) };
  deaf = Boolean(target && judge(target, event));
  if (deaf) refuse(target);
  if (deaf) stop(event);
  else if (target && isCounter(target)) Object.assign(counter, { time: event.timeStamp, x: event.x, y: event.y });
}, true);
addEventListener("pointercancel", () => (pressed = undefined));

// A sheet may be read again while a finger lies there: the same button may then be for another card.
const meantBy = (target) => nameOf(target.control ?? target);

// The table may change up to the click, which a busy phone makes late. A screen reader may click
// without a touch.
const isOther = (target) => {
  const { target: same, meant } = pressed ?? {};
  const isIt = same === target ? meant === meantBy(target) : meant && meant === nameOf(target);
  const isTouch = pressed !== undefined;
  pressed = undefined;
  return isTouch && !isIt;
};

addEventListener("click", (event) => {
  const target = touched(event);
  if (!target || !event.detail) return; // keys and screen readers never slip
  const other = isOther(target);
  if (other) refuse(target);
  if (deaf || other) return stop(event);
  if (!isCounter(target)) Object.assign(last, { time: event.timeStamp, x: event.x, y: event.y });
}, true);

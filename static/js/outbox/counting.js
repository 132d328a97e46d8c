// A finger that counts: held it repeats, slid off it gives up what it began, and the table waits for
// it. A new room or floor is counted once.
import { refuse, stop } from "../page/guard.js";
import { pauseWhile, refresh } from "../page/live.js";
import { outbox } from "./outbox.js";
import { fingers, lift, tap } from "./taps.js"; // hears a touch first: its finger lies there by then

// A new room or floor is one event of the whole table: its step says what it leaves, `room:+1:1.4`,
// so that two phones make one step. Tapped twice within a second, with nothing in between, it is the
// same one said again; undone, it has not been said.
const AGAIN = 1000; // ms
const STEP = "#table [data-counter] > button:is([value^=room], [value^=floor])";
export const ONCE = `${STEP}[value*="+"]`;
const none = { verb: "", time: -Infinity, pointerId: -1 };
let last = none;
let deaf = false; // to the touch that still lasts

// As it is painted. Where one plays alone there are no floors.
const name = () => {
  const number = (path) => document.querySelector(`#table [data-path=${path}]`)?.textContent;
  for (const button of document.querySelectorAll(STEP)) {
    const [verb, step, left] = button.value.split(":");
    const floor = number("floor") ?? parseInt(left);
    button.value = `${verb}:${step}:${verb === "room" ? `${floor}.${number("room")}` : floor}`;
  }
};

const stopAgain = (event) => {
  stop(event);
  refuse(event.target.closest(ONCE));
};

const isAgain = (button, { timeStamp: time, pointerId }) => {
  const verb = button?.value.split(":")[0] ?? ""; // a table may bring another button
  const again = Boolean(verb) && verb === last.verb && time - last.time < AGAIN;
  if (!again) last = { verb, time, pointerId };
  return again;
};

addEventListener("pointerdown", (event) => {
  const button = event.target.closest(ONCE);
  deaf = isAgain(button, event);
  if (deaf) stopAgain(event);
}, true);

addEventListener("click", (event) => {
  const button = event.target.closest(ONCE);
  if (event.detail ? button && deaf : isAgain(button, event)) stopAgain(event);
}, true);

addEventListener("pointercancel", ({ pointerId }) => {
  if (pointerId === last.pointerId) last = none;
});

const changes = ["outbox:changed", "outbox:empty", "storage", "htmx:after:swap"];
for (const type of changes) addEventListener(type, name);
if (outbox) name();

// Held, it repeats and speeds up. Where it slides off before it lifts, it gives up what it began
// (WCAG 2.5.2): for all who listen the touch ends there, as one that became a scroll does, but with a
// detail of 1.
const REPEAT = { first: 450, slow: 160, fast: 60 }; // ms
const ROLL = 10; // px that a finger may move although it only taps
const places = new Map(); // pointer -> where it was put

const repeat = (pointerId, finger, wait) => {
  setTimeout(() => {
    if (fingers.get(pointerId) !== finger) return;
    tap(finger);
    repeat(pointerId, finger, Math.max(REPEAT.fast, Math.min(REPEAT.slow, wait) - 12));
  }, wait);
};

const isOff = ({ button }, { x, y }, { clientX, clientY }) => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const isOn = clientX > left && clientX < right && clientY > top && clientY < bottom;
  return !isOn && Math.hypot(clientX - x, clientY - y) > ROLL;
};

const slide = (event) => {
  const { pointerId } = event;
  const finger = fingers.get(pointerId);
  const place = places.get(pointerId);
  if (finger && place && isOff(finger, place, event))
    dispatchEvent(new PointerEvent("pointercancel", { pointerId, detail: 1 }));
};

// While somebody counts, tap by tap, the table waits for a pause: all that it would change is painted
// already, but for what is said of the last step.
const PAUSE = 700; // ms
const LONGEST = 3000; // ms
let begun = -Infinity; // when the first step of these came
let newest = -Infinity;

const isCounting = () => Date.now() < Math.min(newest + PAUSE, begun + LONGEST);

const touch = ({ target }) => {
  const counts = target.closest?.("#table [data-counter] > button");
  if (!isCounting()) begun = Date.now();
  newest = counts ? Date.now() : -Infinity; // whoever does something else waits for the table
  if (counts) setTimeout(refresh, PAUSE);
};

if (outbox) {
  addEventListener("pointerdown", ({ pointerId, clientX: x, clientY: y }) => {
    const finger = fingers.get(pointerId);
    if (!finger) return;
    places.set(pointerId, { x, y });
    if (!finger.button.matches(ONCE)) repeat(pointerId, finger, REPEAT.first);
  });
  for (const type of ["pointermove", "pointerup"]) addEventListener(type, slide, true);
  addEventListener("visibilitychange", () => fingers.forEach((_, pointerId) => lift({ pointerId })));
  addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-counter] > button")) event.preventDefault();
  });
  for (const type of ["pointerdown", "pointerup"]) addEventListener(type, touch);
  pauseWhile(isCounting);
}

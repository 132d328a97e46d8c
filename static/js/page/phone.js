// Switches of this phone alone: whether its screen stays on while the run lasts, whether it
// vibrates, whether it notifies of a turn (turn.js), and whether it is locked against touches by
// accident. It also registers the worker, which opens the table without a network.
import { memory } from "../outbox/memory.js";
import { net } from "../outbox/net.js";
import { stop } from "./guard.js";

const { body } = document;
const { serviceWorker, wakeLock } = navigator;
const mayNotify = isSecureContext && "Notification" in window && Boolean(serviceWorker);
const OFF = ["locked", "notify"]; // until somebody switches them on
const isOn = (name) => Boolean(memory.get(name) ?? !OFF.includes(name));
let lamp = null; // the lock that keeps the screen on, or a promise of it

const goDark = () => {
  lamp = null;
  body.dataset.awake = "";
};

// Browsers put it out when the page is hidden, and some want a touch before they light it.
const light = async () => {
  const running = document.querySelector("#table:not([data-over])");
  if (!running || document.hidden || !isOn("awake")) return (await lamp)?.release();
  lamp ??= wakeLock?.request().then((lock) => {
    body.dataset.awake = "1";
    lock.onrelease = goDark;
    return lock;
  }, goDark);
};

const paint = () => {
  body.dataset.locked = isOn("locked") ? "1" : "";
  for (const button of document.querySelectorAll("[data-switch]")) {
    const name = button.dataset.switch;
    // Without storage it would forget them at once.
    button.hidden = !memory.get("storage") || !{ awake: wakeLock, buzz: navigator.vibrate, notify: mayNotify, locked: true }[name];
    button.setAttribute("aria-pressed", String(isOn(name)));
  }
  light();
};

// It stays off where the browser does not let it.
const ask = async () => {
  if ((await Notification.requestPermission()) !== "granted") memory.set("notify", "");
  paint();
};

addEventListener("click", (event) => {
  const name = event.target.closest("[data-switch]")?.dataset.switch;
  if (name) {
    memory.set(name, isOn(name) ? "" : "1");
    if (name === "notify" && isOn(name)) ask();
    net?.say("");
    if (isOn("locked")) document.getElementById("sheet")?.close();
    paint();
  } else if (isOn("locked") && event.target.closest(":is(#table, #sheet) :is(button, [hx-get])")) {
    stop(event);
    net.say("isLocked");
  }
}, true);
addEventListener("outbox:tap", () => {
  if (navigator.userActivation?.hasBeenActive && isOn("buzz")) navigator.vibrate?.(8);
});
for (const type of ["visibilitychange", "pointerup", "htmx:after:swap"]) addEventListener(type, paint);
const [, kind, code] = location.pathname.split("/");
if (kind === "p") memory.set("last-table", code);
if (isSecureContext) serviceWorker?.register("/sw.js")?.catch(() => {});
paint();

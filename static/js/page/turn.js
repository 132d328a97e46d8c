// Your turn, while this page is not in front: its title says so, the app has a badge, and a notification
// comes where this phone has that switched on (phone.js). Nobody else hears of it.
import { memory } from "../outbox/memory.js";
import { fetchInTime } from "./limit.js";
import { waitsForTurn } from "./live.js";

const { title } = document;
const NOTE = { tag: "turn", data: location.href };
const AFTER = 300; // ms: a burst of news is looked at once
let timer = 0;
let said = "";

const table = () => document.getElementById("table");

// By the worker: on phones they come in no other way.
const notify = async (words) => {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const old of (await worker?.getNotifications(NOTE)) ?? []) old.close();
  const body = table().querySelector("h1").textContent;
  if (words && memory.get("notify")) await worker?.showNotification(words, { ...NOTE, body });
};

const say = (words, isNews = false) => {
  said = words;
  document.title = words ? `● ${words}` : title;
  const badge = words ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
  for (const done of [badge, notify(isNews ? words : "")]) done?.catch(() => {}); // not on this phone
};

// The table stays as it was, for its phone to see what happened on the way back.
const look = async () => {
  const page = document.createRange().createContextualFragment(await (await fetchInTime("table")).text());
  const words = page.querySelector("#table")?.dataset.turn ?? said;
  if (document.hidden && words !== said) say(words, true);
};

const glance = () => {
  clearTimeout(timer);
  timer = setTimeout(() => look().catch(() => {}), AFTER);
};

if (waitsForTurn()) {
  addEventListener("news", glance);
  addEventListener("visibilitychange", () => say(document.hidden ? table().dataset.turn : ""));
  say("");
}

// The cards of a dealt room keep their places while it lasts: where one was taken a gap stays, so
// that no other card slides under a finger. New cards fill the gaps.
const list = () => document.querySelector("#table :is(.room, .spread)");
const home = new Map(); // card -> its place in the room, also of those that were taken
let size = ""; // of the cards, by how many the room had

const idOf = (item) => item.querySelector(".lay").id;

const settle = (ids) => {
  const fresh = ids.filter((id) => !home.has(id));
  if (fresh.length) for (const id of home.keys()) if (!ids.includes(id)) home.delete(id);
  const taken = new Set(home.values());
  let place = 0;
  for (const id of fresh) {
    while (taken.has(place)) place += 1;
    taken.add(place);
    home.set(id, place);
  }
};

const gap = (place) => {
  const item = document.createElement("li");
  item.className = "gap";
  item.setAttribute("aria-hidden", "true");
  item.style.order = String(place);
  return item;
};

const arrange = () => {
  const room = list();
  if (!room) return home.clear();
  const items = /** @type {Found[]} */ ([...room.children]);
  const before = home.size;
  settle(items.map(idOf));
  const here = new Map(items.map((item) => [home.get(idOf(item)), item]));
  if (before !== home.size || items.length === home.size) size = room.className;
  room.className = size;
  for (const [place, item] of here) item.style.order = String(place);
  const most = Math.max(...home.values());
  for (let place = 0; place <= most; place += 1)
    if (!here.has(place)) room.append(gap(place));
};

addEventListener("htmx:after:swap", arrange);
arrange();

// A card that lies somewhere else after a move glides there; one that was not there before comes
// from whoever has played it, or from the pile. It is drawn on its way only: it can be touched at once
// where it will lie.
const quick = { duration: 260, easing: "cubic-bezier(.2,.8,.3,1)" };
const still = matchMedia("(prefers-reduced-motion: reduce)");
const table = () => document.getElementById("table");
const cards = () => [...table().querySelectorAll("[id^='card-']")];
let before = new Map();
let inside = false; // whether the focus was on the table

const glide = (card) => {
  const now = card.getBoundingClientRect();
  const source = card.closest(".heap") ? ".moved .holds" : ".from-here";
  const from = before.get(card.id) ?? table().querySelector(source)?.getBoundingClientRect();
  if (!from || !now.width) return;
  const x = from.left - now.left;
  const y = from.top - now.top;
  if (Math.abs(x) + Math.abs(y) < 2) return;
  card.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], quick);
};

// A player with keys stands at the next decision when the one just made is gone. Nobody else
// is led anywhere, least of all by what another phone did.
const stay = () => {
  if (!inside || document.activeElement !== document.body) return;
  const next = table().querySelector("main :is(button, input, a), .bar :is(button, a)");
  next?.focus({ preventScroll: true });
};

addEventListener("htmx:before:swap", () => {
  inside = table().contains(document.activeElement);
  before = new Map(cards().map((card) => [card.id, card.getBoundingClientRect()]));
});
addEventListener("htmx:after:swap", () => {
  if (!still.matches) cards().forEach(glide);
  stay();
});

// Paints over what the server drew, and takes the paint off again. A page that comes is painted
// before it is swapped in, while the one in sight still has paint of its own.

// The lines under a panel's number are drawn as templates/party/table/_player_panel.html does.
const SVG = "http://www.w3.org/2000/svg";
const { pending } = document.getElementById("said").dataset;
const row = new Intl.ListFormat(document.documentElement.lang, { type: "unit" });
const icons = document.querySelector("use")?.getAttribute("href").split("#")[0];

export const dress = (element, attributes) => {
  for (const [name, value] of Object.entries(attributes))
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  return element;
};

export const make = (tag, attributes, ...children) => {
  const element = dress(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};

const icon = (name, attributes) => {
  const svg = dress(document.createElementNS(SVG, "svg"), attributes);
  svg.append(dress(document.createElementNS(SVG, "use"), { href: `${icons}#${name}` }));
  return svg;
};

const card = ([rank, symbol, red, name]) => {
  const hidden = { "aria-hidden": "true" };
  const index = make("b", rank === "10" ? { class: "ten" } : {}, rank);
  const corner = make("span", { class: "ix" }, ...(rank ? [index] : []), icon(symbol, hidden));
  const look = { class: red ? "card red" : "card", role: "img", "aria-label": name };
  return make("span", look, corner, icon(symbol, { class: "mid", ...hidden }));
};

/** @param {Card[]} cards @param {number} more */
const fan = ([weapon, ...enemies], more) => {
  const hidden = make("li", { class: "hidden" }, make("span", { class: "card" }, `+${more}`));
  const items = enemies.map((enemy) => make("li", {}, card(enemy)));
  const first = make("li", { class: "weapon" }, card(weapon));
  return make("ol", { class: "fan" }, first, ...(more ? [hidden] : []), ...items);
};

const shield = ([strength, name]) =>
  make("li", { class: "shield middle" },
    icon("shield", { role: "img", "aria-label": name }),
    make("b", { "aria-hidden": "true" }, String(strength)));

// "waiting: ..."
export const waits = (says) => pending.replace("%", () => row.format(says));

/** @param {Effect} effect */
const weaponOf = ({ fan: cards = [], more = 0, words: text }) => {
  if (cards.length) return fan(cards, more);
  return text ? make("p", { class: "words paper two-lines", dir: "auto" }, text) : make("p", { class: "slot" });
};

// Every second piece between stars is what matters.
const strong = (text) => text.split("*").map((piece, n) => (n % 2 ? make("b", {}, piece) : piece));

const paints = new WeakMap(); // by page: the places with paint on them, and what takes each off
let fresh = null; // the page that comes

const drawnOn = (page) => paints.get(page) ?? paints.set(page, new Map()).get(page);

// The contents of a place, but for the link that covers a panel.
const inside = (place) => [...place.childNodes].filter((part) => !part.matches?.(".cover"));
const fill = (place, parts) => {
  for (const part of inside(place)) part.remove();
  place.prepend(...parts);
};

// The attributes of these names as they are; of `parts` copies are painted.
const keep = (place, names, parts) => {
  const attributes = Object.fromEntries(names.map((name) => [name, place.getAttribute(name)]));
  if (parts) fill(place, parts.map((part) => part.cloneNode(true)));
  return (painted) => {
    dress(painted, attributes);
    if (parts) fill(painted, parts);
  };
};

// The place on the page, of which these attributes are painted, or all that stands in it too.
export const find = (page, place, names, whole = false) => {
  const found = page.querySelector(place);
  const drawn = drawnOn(page);
  const key = `${place} ${names}`;
  if (found && !drawn.has(key)) drawn.set(key, [place, keep(found, names, whole && inside(found))]);
  return found;
};

const kitOf = (page, player) => find(page, `#player-${player} .kit`, [], true);

export const words = (page, player, text) =>
  kitOf(page, player)?.querySelector(".beats span").replaceChildren(...strong(text));

/** @param {ParentNode} page @param {Effect} effect */
export const panel = (page, { player, can, shields, ...weapon }) => {
  const kit = kitOf(page, player);
  if (!kit) return;
  if (can) words(page, player, can);
  if (shields) kit.querySelector(".shields")?.remove();
  if (shields?.length) kit.querySelector(".beats").after(make("ul", { class: "shields" }, ...shields.map(shield)));
  if (weapon.fan || weapon.words)
    kit.querySelector(":is(.fan, .words, .grave, .slot)").replaceWith(weaponOf(weapon));
};

export const special = (page, code, aside) => {
  const face = find(page, `[data-special="${code}"]`, ["class", "aria-pressed"]);
  if (!face) return;
  face.classList.remove("out", "gone", "back", "now");
  face.classList.add(aside ? "gone" : "out");
  if (face.ariaPressed) face.ariaPressed = String(aside);
};

export const takeOff = (page) => {
  const drawn = drawnOn(page);
  for (const [place, undo] of drawn.values()) {
    const found = page.querySelector(place);
    if (found) undo(found);
  }
  drawn.clear();
};

// This page comes from the server and will be swapped in.
export const expect = (page) => (fresh = page);

addEventListener("htmx:after:swap", () => {
  if (fresh) paints.set(document.getElementById("table"), drawnOn(fresh));
  fresh = null;
});

// The table as text: each part of the page as a screen reader would say it, players in
// sentences of the language. The words around names and numbers come from /keys.
const SHORT = ".counters .fact, .place, #turn .says > *, .all-fallen, output[data-path], .say, .news li, small.whose";
const FULL = ".returns, .special, [data-undo] small, .latest, .player, .mate";
const STATE = "#net > span, .ending"; // short too
const CARDS = ".deal .face, .lay[role], .room input, .others li, .centre, .stack, .coming span, .facts .fact";
const KIT = ".beats, .shield [aria-label], .fan .card, .words, .mate > a small";
const PASSED = ":is([data-undo] small, .latest, .say, .news li, .special.out)";
const SILENT = "[hidden], [aria-hidden=true], template, .cover, .act, .to-come, .ways, .modes, .badge, .hurt, .heal";
const PLAYER = ".player, .mate";
const language = document.documentElement.lang;
const plural = new Intl.PluralRules(language);
const list = new Intl.ListFormat(language, { type: "unit" });

const textIn = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches(SILENT)) return "";
  const label = node.getAttribute("aria-label"); // says a thing of its own
  return label ? `, ${label}, ` : [...node.childNodes].map(textIn).join(" ");
};
const tidy = (text) => text.replace(/\s+/g, " ").replace(/( ?, ?)+/g, ", ").replace(/ (?=[.:;!?])/g, "");
const textOf = (node) => tidy(textIn(node)).replace(/^[, ]+|[, ]+$/g, "");

const forms = () => document.getElementById("voice").dataset;
const fill = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);
const nameOf = (player) => `\u2068${textOf(player.querySelector(".name"))}\u2069`; // reads either way

// The server has written a form for one number of each kind that the language tells apart.
const health = (place) => {
  const name = nameOf(place.closest(PLAYER));
  const [n] = place.textContent.trim().split(/\s/); // of dealt games the last step stands behind it
  const number = Number(n.replace("\u2212", "-"));
  if (number <= 0) return fill(forms().fallen, { name });
  const known = Object.entries(JSON.parse(forms().health));
  const [, form] = known.find(([each]) => plural.select(+each) === plural.select(number)) ?? known[0];
  return fill(form, { name, n });
};

const kit = (player) => {
  const what = list.format([...player.querySelectorAll(KIT)].map(textOf).filter(Boolean));
  return what && fill(forms().kit, { name: nameOf(player), what });
};

const words = (place) => {
  if (place.matches(PLAYER)) return kit(place);
  return place.matches("output") ? health(place) : textOf(place);
};

const places = (some, but = "none") =>
  [...document.querySelectorAll(`#table :is(${some})`)].filter(
    (place) => !place.closest(SILENT) && !place.matches(but),
  );

// The changing texts of the table, by keys that tell one from another, in the order of the page. A move
// is told once, and another may have the same words.
export const changing = (full) => {
  const some = places([SHORT, STATE, ...(full ? [FULL, CARDS] : [])].join());
  const texts = some.map((place) => [words(place), place.dataset.move ?? ""]);
  return new Map(texts.map(([text, move]) => [move + text, text]));
};

export const whole = (full) =>
  places([SHORT, STATE, CARDS, "output", ...(full ? [FULL] : [])].join(), PASSED).map(words);

// A text within another one is said with it.
export const joined = (texts) => {
  const some = [...new Set(texts)].filter(Boolean);
  const apart = some.filter((text) => !some.some((more) => more !== text && more.includes(text)));
  return apart.map((text) => text.replace(/[^.!?…]$/, "$&.")).join(" ");
};

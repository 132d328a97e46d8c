// Fills in the pages of a party that nobody has begun, which the server has drawn
// (views/site/blank.py).

const { code: CODE, letters: LETTERS, names: NAMES, longest } = BLANK;
const FIRST = 0xe000; // the sign for the first name
const EFFECTS = /data-effect="[^"]*"/g; // texts in JSON in HTML
const CODES = /(type="hidden" name="(?:watch_)?code" value=")\w+/g;
const LIST = '<h2 id="mine">';
const CARRIED = /^(game|floor|used|hp_|weapon_)/; // from the old website, or another game

const escape = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// Bytes that would make some letters likelier than others are left out.
export const newCode = () => {
  const bytes = [...crypto.getRandomValues(new Uint8Array(8 * CODE.length))];
  const fair = bytes.filter((byte) => byte < 256 - (256 % LETTERS.length));
  return fair.slice(0, CODE.length).map((byte) => LETTERS[byte % LETTERS.length]).join("");
};

const textOf = (fields, name) => String(fields.get(name) ?? "");

const inJson = (text) => JSON.stringify(text).slice(1, -1);
const put = (html, texts) =>
  html.replace(/[\ue000-\ue004]/g, (sign) => escape(texts[sign.charCodeAt(0) - FIRST]));

// The players, as forms/party.py reads them; null where something was typed that needs the server.
/** @returns {NewParty | null} */
export const partyOf = (fields) => {
  const rows = NAMES.map((_, n) => textOf(fields, `name_${n}`));
  const names = rows.filter((name, n) => n < +fields.get("players") || name.trim());
  const [title, code, watch] = ["title", "code", "watch_code"].map((name) => textOf(fields, name));
  const carried = [...fields.keys()].some((name) => CARRIED.test(name) && textOf(fields, name));
  const long = [title, ...names].some((text) => [...text].length > longest);
  return carried || long ? null : { first: code, code, watch, title, names: names.length ? names : [""] };
};

// A copy of the party with codes of its own.
export const recode = (party) => {
  const code = newCode();
  return { ...party, first: code, code, watch: newCode() };
};

/** @param {string} text @param {NewParty} party */
export const fill = (text, { code, watch, title, names, at }) => {
  const people = names.map((name, n) => name || NAMES[n]);
  const texts = [...people, ...NAMES.slice(names.length), title || people.join(", ")];
  const filled = text
    .replaceAll(CODE, code)
    .replace(`data-party="${BLANK.party}"`, `data-party="new.${watch}"`)
    .replace(/data-at="[^"]*"/, `data-at="${at}"`)
    .replace(EFFECTS, (effect) => put(effect, texts.map(inJson)));
  return put(filled, texts);
};

// A kept page from which parties are begun: with codes of its own each time it is seen.
export const renew = (text, tiles) =>
  text
    .replace(CODES, (_, start) => start + newCode())
    .replace(new RegExp(`${LIST}[^]*?</h2>`), (list) => list + (tiles && `<ol class="tiles">${tiles}</ol>`));

// Another text for a kept page.
export const page = (text, { headers }) => {
  const same = new Headers(headers);
  for (const name of ["content-encoding", "content-length"]) same.delete(name);
  return new Response(text, { headers: same });
};

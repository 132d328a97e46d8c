// Parties begun without a network: what the worker knows of each is kept under the address that the
// party was begun with, until the server has it.
import { fill, page as pageLike, partyOf, recode, renew } from "./party_pages.js";

const PATIENCE = 4000; // ms
const begun = () => caches.open("begun");

export const addressOf = (code) => `/p/${code}/`;
export const codeIn = (pathname) => /^[/]p[/](\w+)[/]/.exec(pathname)?.[1];

/** @returns {Promise<NewParty[]>} */
export const all = async () => {
  const cache = await begun();
  return Promise.all((await cache.keys()).map(async (key) => (await cache.match(key)).json()));
};

// By the code it was begun with.
/** @returns {Promise<NewParty | undefined>} */
export const read = async (code) => {
  const record = await (await begun()).match(addressOf(code));
  return record?.json();
};

export const write = async (code, party) =>
  (await begun()).put(addressOf(code), new Response(JSON.stringify(party)));

export const forget = async (code) => (await begun()).delete(addressOf(code));

// Keeps its table as the server would draw it, like one that it has drawn.
export const lay = async (party) => {
  const table = await caches.match(`/new/${party.names.length}`, { cacheName: PAGES });
  const page = pageLike(fill(await table.text(), party), table);
  await (await caches.open(PAGES)).put(addressOf(party.code), page);
};

const begin = async (party) => {
  const earlier = await read(party.code);
  if (earlier && String(earlier.names) !== String(party.names)) // a form that was come back to
    return begin(recode(party));
  if (!earlier) await write(party.code, { ...party, at: new Date().toISOString() });
  if (!earlier) await lay(party);
  return Response.redirect(addressOf(party.code), 303);
};

// The answer to the form of a new party: the server's, or where none comes a table made here.
// An answer that comes late is no second party: the codes are those of the form.
export const answer = async (request) => {
  const party = partyOf(await request.clone().formData());
  let comes = false;
  const theirs = fetch(request).then((response) => {
    comes = true;
    return response.status < 500 || !party ? response : Promise.reject(response);
  });
  const here = () => (party ? begin(party) : Promise.reject(new Error("needs the server")));
  const late = new Promise((wake) => setTimeout(wake, PATIENCE)).then(() => (comes ? theirs : here()));
  const first = Promise.race([theirs.catch(here), late.catch(() => theirs)]);
  return first.catch(() => caches.match("/offline", { cacheName: SHELL }));
};

const tileOf = async (party) => {
  const tile = await caches.match(`/new/${party.names.length}/tile`, { cacheName: PAGES });
  return tile ? fill(await tile.text(), party) : "";
};

// A kept page, with what has been begun since, and other codes for what may be begun on it.
export const dress = async (pathname, page) => {
  if (!page || !["/", "/new"].includes(pathname)) return page;
  const parties = pathname === "/" ? (await all()).filter(({ elsewhere }) => !elsewhere) : [];
  const tiles = await Promise.all(parties.map(tileOf));
  return pageLike(renew(await page.text(), tiles.reverse().join("")), page);
};

// The first contact of a party that was begun without a network (offline_party.js): before anything else of
// it reaches the server it does so itself. Both its codes together say that it is this one, so it
// may be sent again. Where its code is taken it chooses a new one; what was tapped lies in the outbox
// under the watch code, which stays. Only a party that was deleted before this phone heard that the
// server had it loses that as well: it begins again, empty.
import { fetchInTime } from "../page/limit.js";
import { addressOf, all, codeIn, forget, lay, read, write } from "./offline_party.js";
import { newCode } from "./party_pages.js";

const TRIES = 3; // of codes: nobody has one by chance
const contacts = new Map(); // those that last, by the code that a party was begun with

const ask = (options) => fetchInTime("/new", options);

const post = async ({ code, watch, title, names }) => {
  const [, token] = /csrfmiddlewaretoken" value="(\w+)"/.exec(await (await ask()).text());
  const fields = { csrfmiddlewaretoken: token, code, watch_code: watch, title, players: `${names.length}` };
  const body = new URLSearchParams(fields);
  names.forEach((name, n) => body.append(`name_${n}`, name));
  return ask({ method: "POST", body, redirect: "manual" });
};

const takeOver = async (code, party) => {
  for (let tries = TRIES; tries; tries -= 1) {
    const answer = await post(party);
    if (answer.type === "opaqueredirect") return party; // to its table
    if (answer.status !== 409) break;
    const again = tries < TRIES;
    party = { ...party, again, code: newCode(), watch: again ? newCode() : party.watch };
    await write(code, party);
  }
  throw new Error("The server does not take it over.");
};

const whereNow = (before, { code, again }) =>
  addressOf(code) + (code === before || again ? "" : "?taken");

const tell = async (code) => {
  const record = await read(code);
  if (!record || record.elsewhere) return record ?? { code };
  const party = await takeOver(code, record);
  if (party.code === code) await forget(code);
  else {
    await lay(party);
    await write(code, { ...party, elsewhere: true });
  }
  // Open pages go on with the server's own.
  for (const page of await clients.matchAll())
    if (codeIn(new URL(page.url).pathname) === code)
      page.navigate(whereNow(code, party)).catch(() => {}); // at its next load
  return party;
};

const meet = (code) => {
  if (!contacts.has(code)) contacts.set(code, tell(code).finally(() => contacts.delete(code)));
  return contacts.get(code);
};

// The place of the page by now. Rejects where a party is begun and the server cannot be reached.
export const at = async (pathname) => {
  const before = codeIn(pathname);
  if (pathname === "/") await Promise.allSettled((await all()).map(({ first }) => meet(first)));
  if (!before) return pathname;
  const party = await meet(before);
  return party.code === before ? pathname : whereNow(before, party);
};

// A request of such a party's page.
export const pass = async (request) => {
  const { pathname } = new URL(request.url);
  return (await at(pathname)) === pathname ? fetch(request) : Response.error();
};

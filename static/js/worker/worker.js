// Opens the table without a network: its files as of this version, its page as it was last seen.
// Commands are not its business, they wait in the outbox; answers to a POST are never kept. A new
// party it can begin by itself (offline_party.js). The site begins it with constants of its own
// (templates/site/sw.js).
import { fetchInTime } from "../page/limit.js";
import { at, pass } from "./first_contact.js";
import * as kept from "./kept.js";
import { date, renew, sheetAt } from "./kept_tables.js";
import { answer as answerForm, dress } from "./offline_party.js";

const PATIENCE = 2500; // ms
const pagesIn = (language) => `pages-${language}`;
const BLANKS = BLANK.names.flatMap((_, n) => ["", "/tile", "/sheets"].map((rest) => `/new/${n + 1}${rest}`));

// A table that is gone takes its sheets with it.
const drop = async (pages, key) => {
  const gone = (await pages.keys()).filter(({ url }) => new URL(url).pathname.startsWith(key));
  await Promise.all([...gone, key].map((one) => pages.delete(one)));
};

// Looked up at the table, and not only where they were looked up before.
const RULES = ["/rules/", "/rules/coop", "/rules/tracker", "/rules/returns", "/rules/notation"];

const isGone = ({ status }) => [404, 410].includes(status);

// By the language it is in, which may have been chosen since.
const keep = async (key, answer) => {
  const pages = await caches.open(pagesIn(answer.headers.get("content-language") ?? LANGUAGE));
  if (answer.ok) await pages.put(key, answer);
  else if (isGone(answer)) await drop(pages, key.split("?")[0]);
};

// A file by its name, which is another for another content; in development it is the same.
const file = async (request) => {
  const had = await caches.match(request);
  const answer = had ?? (await fetch(request));
  if (VERSION && !had && answer.ok) (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
};

// The page from the network; after a while, or where there is none, as it was last seen.
const page = async (event, { pathname, search }, part) => {
  const key = kept.key(pathname, search, part);
  const worth = kept.worth(pathname, search);
  const old = worth ? await caches.match(key, { cacheName: PAGES }) : undefined;
  const last = await (part
    ? sheetAt(pathname, search, old, worth)
    : dress(pathname, old).then((dressed) => dressed && date(dressed)));
  const fresh = at(pathname).then(async (now) => {
    if (now !== pathname) return part ? Response.error() : Response.redirect(now);
    const answer = await fetch(event.request);
    if (worth || isGone(answer)) event.waitUntil(keep(key, answer.clone()));
    if (!part && kept.once(pathname, search)) event.waitUntil(look([pathname]));
    if (["/", "/new"].includes(pathname)) event.waitUntil(look(BLANKS));
    return answer;
  });
  if (!last) return fresh.catch(() => (part ? Response.error() : caches.match("/offline", { cacheName: SHELL })));
  return Promise.race([fresh.catch(() => last), new Promise((late) => setTimeout(late, PATIENCE, last))]);
};

const read = (key) => {
  const headers = key.endsWith("?part") ? { "HX-Request": "true" } : {}; // as the words of a table (voice.js)
  return fetchInTime(key, { headers, priority: "low" });
};
const look = (keys) => Promise.allSettled(keys.map(async (key) => keep(key, await read(key))));

// Pages are read now and not in moveIn: until a worker has moved in, a browser holds back all pages.
const install = async () => {
  skipWaiting();
  await (await caches.open(SHELL)).addAll(FILES);
  const open = (await clients.matchAll({ includeUncontrolled: true })).map(({ url }) => new URL(url).pathname);
  await look(["/", "/new", "/keys?part", ...BLANKS, ...RULES, ...open.filter(kept.page)]);
};

// The page before is kept for as long as it may ask for its own files.
const moveIn = async () => {
  const names = await caches.keys();
  const shells = names.filter((name) => name.startsWith("shell-")).slice(0, -2);
  const others = names.filter((name) => name.startsWith("pages") && name !== PAGES);
  await Promise.all([...shells, ...others].map((name) => caches.delete(name)));
  await clients.claim();
};

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(moveIn()));
// A page is to be kept, or the newest table of one that is.
addEventListener("message", (event) => {
  const { data } = event;
  if (data.table) event.waitUntil(caches.open(pagesIn(data.language ?? LANGUAGE)).then((pages) => renew(pages, data)));
  else if (kept.page(data)) event.waitUntil(look([data]));
});
// For a turn (turn.js): it leads back to its table.
const goTo = async (address) => {
  const there = (await clients.matchAll({ type: "window" })).find(({ url }) => url === address);
  return there?.focus() ?? clients.openWindow(address);
};

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const { origin, pathname } = address;
  const part = request.headers.has("HX-Request");
  if (origin !== location.origin) return;
  if (request.headers.get("Party")?.startsWith("new.")) return event.respondWith(pass(request));
  if (request.method === "POST" && request.mode === "navigate" && pathname === "/new")
    return event.respondWith(answerForm(request));
  if (request.method !== "GET") return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate" || (part && kept.page(pathname)))
    event.respondWith(page(event, address, part));
});

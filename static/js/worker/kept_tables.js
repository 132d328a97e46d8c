// The tables that the worker keeps, and their sheets.
import { addressOf, codeIn, read } from "./offline_party.js";
import { fill, page as pageLike } from "./party_pages.js";

const TABLE = /<(?:form|div) id="table"[^]*?(?=<form id="choose"|<div id="said")/;
const DATE = "Table-Date"; // header
const OPEN = /(name="tab" value="\w+") checked autofocus/; // quotes that people type are escaped
let newest = Promise.resolve(); // one after the other, so that the last one stays

const put = async (pages, { pathname, table }) => {
  const kept = await pages.match(pathname);
  if (!kept) return;
  const page = pageLike((await kept.text()).replace(TABLE, () => table), kept);
  page.headers.set(DATE, new Date().toUTCString());
  await pages.put(pathname, page);
};

// The page of a table is kept when it is opened; what has changed on it since is put into it, so that
// it opens as it was last seen.
export const renew = (pages, part) => (newest = newest.then(() => put(pages, part)).catch(() => {}));

// Says of when the table is (net.js). One that was begun here is as it was begun.
export const date = async (page) => {
  const text = await page.text();
  const isTable = TABLE.test(text) && !text.includes('data-party="new.');
  const at = isTable && (page.headers.get(DATE) ?? page.headers.get("date"));
  return pageLike(at ? text.replace("<body", `<body data-date="${at}"`) : text, page);
};

const blankSheet = async (pathname) => {
  const party = await read(codeIn(pathname));
  const all = party && (await caches.match(`/new/${party.names.length}/sheets`, { cacheName: PAGES }));
  if (!all) return undefined;
  const parts = (await all.text()).split(BLANK.between);
  const place = parts.indexOf(pathname.slice(addressOf(party.first).length));
  return place < 0 ? undefined : pageLike(fill(parts[place + 1], party), all);
};

// Whichever tab was open when it was kept.
const turn = (text, tab) =>
  text.replace(OPEN, "$1").replace(`name="tab" value="${tab}"`, "$& checked autofocus");

// A sheet of a table without a network: as it was last seen, or as it is where the party was begun here
// and nothing has been done yet. How old it is stands on it (open_sheet.js). `worth` where what is asked
// may be answered by a kept one at all.
export const sheetAt = async (pathname, search, old, worth) => {
  const sheet = old ?? (worth ? await blankSheet(pathname) : undefined);
  const tab = new URLSearchParams(search).get("tab");
  return sheet && tab ? pageLike(turn(await sheet.text(), tab), sheet) : sheet;
};

// Under which name the worker keeps a page, and which ones it keeps. An
// address with another question has another answer, so what is asked belongs to the name.

// The way back, the open tab, and the room of a sheet: the newest one counts.
const SAME = /^(back|game|tab|\d+\.\d+)$/;
const ONCE = /^(invite|taken)$/; // what is said once: the page is kept as it is without
const SHEETS = "player/\\d(/cards)?|card/\\w+|take(/\\d)?|pad/\\w+|left|right|invite|dungeon";
const ADDRESSES = new RegExp(`^/(new|keys|p/\\w+/(${SHEETS}|history)?|w/\\w+/|rules/\\w*)?$`);

const asked = (search) => [...new URLSearchParams(search)].filter(([name]) => !SAME.test(name)).sort();

/** @param {string} pathname @param {string} search @param {boolean} part of a page */
export const key = (pathname, search = "", part = false) => {
  const names = [...(part ? [["part", ""]] : []), ...asked(search)];
  const query = names.map(([name, value]) => name + (value && `=${encodeURIComponent(value)}`)).join("&");
  return pathname + (query && `?${query}`);
};

// Whether pages at this address are kept at all.
export const page = (pathname) => ADDRESSES.test(pathname);

// Only queries that every table sends, or as many pages were kept as there are words.
export const worth = (pathname, search) => page(pathname) && asked(search).every(([name]) => name === "own");

export const once = (pathname, search) => page(pathname) && asked(search).some(([name]) => ONCE.test(name));

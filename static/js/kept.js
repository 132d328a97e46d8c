// @ts-check
// Under which name the worker (templates/site/sw.js) keeps a page, and which ones it keeps. An
// address with another question has another answer, so what is asked belongs to the name.
(() => {
  // What leads back, the tab that is open, and the room that a sheet is of: the newest one counts.
  const SAME = /^(back|game|tab|\d+\.\d+)$/;
  const ONCE = /^(invite|taken)$/; // what is said once: the page is kept as it is without
  const SHEETS = "player/\\d(/cards)?|card/\\w+|take(/\\d)?|pad/\\w+|left|right|invite|dungeon";
  const PAGES = new RegExp(`^/(new|keys|p/\\w+/(${SHEETS}|history)?|w/\\w+/|rules/\\w*)?$`);

  const asked = (search) => [...new URLSearchParams(search)].filter(([name]) => !SAME.test(name)).sort();

  globalThis.kept = {
    /** @param {string} pathname @param {string} search @param {boolean} part of a page */
    key(pathname, search = "", part = false) {
      const names = [...(part ? [["part", ""]] : []), ...asked(search)];
      const query = names.map(([name, value]) => name + (value && `=${encodeURIComponent(value)}`)).join("&");
      return pathname + (query && `?${query}`);
    },
    page: (pathname) => PAGES.test(pathname),
    // Of what is asked only what every table asks, or as many pages were kept as there are words.
    worth: (pathname, search) => PAGES.test(pathname) && asked(search).every(([name]) => name === "own"),
    once: (pathname, search) => PAGES.test(pathname) && asked(search).some(([name]) => ONCE.test(name)),
  };
})();

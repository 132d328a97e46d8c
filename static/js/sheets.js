// @ts-check
// The sheets of a table without a network, for the worker (templates/site/sw.js): as they were last
// seen, or as they are where a party was begun here and nothing has been done yet. How old such a
// sheet is stands on it (follow.js).
(() => {
  const OPEN = " checked autofocus"; // of a tab

  const blankOne = async (pathname) => {
    const party = await begun.read(begun.codeIn(pathname));
    const all = party && (await caches.match(`/new/${party.names.length}/sheets`, { cacheName: PAGES }));
    if (!all) return undefined;
    const parts = (await all.text()).split(BLANK.between);
    const place = parts.indexOf(pathname.slice(begun.addressOf(party.first).length));
    return place < 0 ? undefined : blank.page(blank.fill(parts[place + 1], party), all);
  };

  // Whichever tab was open when it was kept.
  const turn = (text, tab) =>
    text.replace(OPEN, "").replace(`name="tab" value="${tab}"`, (start) => start + OPEN);

  globalThis.sheets = {
    // `worth` where what is asked may be answered by a kept one at all.
    async at(pathname, search, old, worth) {
      const sheet = old ?? (worth ? await blankOne(pathname) : undefined);
      const tab = new URLSearchParams(search).get("tab");
      return sheet && tab ? blank.page(turn(await sheet.text(), tab), sheet) : sheet;
    },
  };
})();

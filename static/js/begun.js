// @ts-check
// Parties begun without a network, for the worker (templates/site/sw.js): what it knows of each is
// kept under the address that the party was begun with, until the server has it.
(() => {
  const PATIENCE = 4000; // ms
  const cacheOf = (name) => caches.open(name);

  const all = async () => {
    const cache = await cacheOf("begun");
    return Promise.all((await cache.keys()).map(async (key) => (await cache.match(key)).json()));
  };

  const tileOf = async (party) => {
    const tile = await caches.match(`/new/${party.names.length}/tile`, { cacheName: PAGES });
    return tile ? blank.fill(await tile.text(), party) : "";
  };

  const begin = async (party) => {
    const earlier = await begun.read(party.code);
    if (earlier && String(earlier.names) !== String(party.names)) // a form that was come back to
      return begin(blank.recode(party));
    if (!earlier) await begun.write(party.code, { ...party, at: new Date().toISOString() });
    if (!earlier) await begun.lay(party);
    return Response.redirect(begun.addressOf(party.code), 303);
  };

  globalThis.begun = {
    all,
    addressOf: (code) => `/p/${code}/`,
    codeIn: (pathname) => /^[/]p[/](\w+)[/]/.exec(pathname)?.[1],
    async read(code) {
      const record = await (await cacheOf("begun")).match(begun.addressOf(code));
      return record?.json();
    },
    async write(code, party) {
      const record = new Response(JSON.stringify(party));
      await (await cacheOf("begun")).put(begun.addressOf(code), record);
    },
    async forget(code) {
      await (await cacheOf("begun")).delete(begun.addressOf(code));
    },
    // Its table as the server would draw it, kept like one that it has drawn.
    async lay(party) {
      const table = await caches.match(`/new/${party.names.length}`, { cacheName: PAGES });
      const page = blank.page(blank.fill(await table.text(), party), table);
      await (await cacheOf(PAGES)).put(begun.addressOf(party.code), page);
    },
    // The answer to the form of a new party: the server's, or where none comes a table made here.
    // An answer that comes late is no second party: the codes are those of the form.
    async answer(request) {
      const party = blank.partyOf(await request.clone().formData());
      let comes = false;
      const theirs = fetch(request).then((answer) => {
        comes = true;
        return answer.status < 500 || !party ? answer : Promise.reject(answer);
      });
      const here = () => (party ? begin(party) : Promise.reject(new Error("needs the server")));
      const late = new Promise((wake) => setTimeout(wake, PATIENCE)).then(() => (comes ? theirs : here()));
      return Promise.race([theirs.catch(here), late.catch(() => theirs)]).catch(() => caches.match("/offline", { cacheName: SHELL }));
    },
    // A kept page, with what has been begun since, and other codes for what may be begun on it.
    async dress(pathname, page) {
      if (!page || !["/", "/new"].includes(pathname)) return page;
      const parties = pathname === "/" ? (await all()).filter(({ elsewhere }) => !elsewhere) : [];
      const tiles = await Promise.all(parties.map(tileOf));
      return blank.page(blank.renew(await page.text(), tiles.reverse().join("")), page);
    },
  };
})();

// @ts-check
// The tables that the worker keeps (templates/site/sw.js). The page of one is kept when it is
// opened; what has changed on it since is put into it, so that it opens as it was last seen.
(() => {
  const TABLE = /<(?:form|div) id="table"[^]*?(?=<form id="choose"|<div id="said")/;
  const DATE = "Table-Date"; // header
  let newest = Promise.resolve(); // one after the other, so that the last one stays

  const renew = async (pages, { pathname, table }) => {
    const kept = await pages.match(pathname);
    if (!kept) return;
    const page = blank.page((await kept.text()).replace(TABLE, () => table), kept);
    page.headers.set(DATE, new Date().toUTCString());
    await pages.put(pathname, page);
  };

  globalThis.tables = {
    renew: (pages, part) => (newest = newest.then(() => renew(pages, part)).catch(() => {})),
    // Says of when it is (net.js). One that was begun here is as it was begun.
    async date(page) {
      const text = await page.text();
      const isTable = TABLE.test(text) && !text.includes('data-party="new.');
      const date = isTable && (page.headers.get(DATE) ?? page.headers.get("date"));
      return blank.page(date ? text.replace("<body", `<body data-date="${date}"`) : text, page);
    },
  };
})();

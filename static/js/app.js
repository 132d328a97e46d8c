// @ts-check
// The one global: what the files of a page share (app.d.ts). Those after this one add to it, in the
// order of scoundrel_web/static_packs.py, and use what those before them have added.
window.app = /** @type {App} */ ({});

(() => {
  const asked = new Map(); // all that was asked for so far

  const element = (href) =>
    href.endsWith(".css")
      ? Object.assign(document.createElement("link"), { rel: "stylesheet", href })
      : Object.assign(document.createElement("script"), { src: href, async: false });

  const bring = (href) =>
    new Promise((arrived) => {
      const onerror = () => arrived(asked.delete(href)); // another time
      document.head.append(Object.assign(element(href), { onload: arrived, onerror }));
    });

  app.bring = (hrefs) => {
    for (const href of hrefs.split(" ")) if (!asked.has(href)) asked.set(href, bring(href));
    return Promise.all(asked.values());
  };

  // Nobody waits for these: the page can be used without them.
  const later = () => {
    const files = document.querySelector("meta[name=later]")?.getAttribute("content");
    if (files) app.bring(files);
  };
  if (matchMedia("(min-width: 64em)").matches) later(); // it is laid out by them
  else addEventListener("load", later);
})();

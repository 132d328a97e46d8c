// @ts-check
// The one global: what the files of a page share (app.d.ts). Those after this one add to it, in the
// order of scoundrel_web/static_packs.py, and use what those before them have added.
window.app = /** @type {App} */ ({});

(() => {
  const AGAIN = 4000; // ms
  const TIMEOUT = 15000; // ms
  const asked = new Map(); // all that was asked for so far

  // Where one plays on, what a step leaves changes: `room:+1:1.4`.
  app.stepOf = ({ value }) => value?.replace(/:[\d.]+$/, "");

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

  // After an update of the site they have other addresses.
  const isOld = async (files) => {
    const answer = await fetch(location.href, { signal: AbortSignal.timeout?.(TIMEOUT) });
    return answer.ok && !(await answer.text()).includes(files);
  };

  // Nobody waits for these: the page can be used without them. It hears of others by them, so they
  // are asked for until they have come.
  const later = async () => {
    const files = document.querySelector("meta[name=later]")?.getAttribute("content");
    if (!files) return;
    await app.bring(files);
    if (files.split(" ").every((file) => asked.has(file))) return;
    if (await isOld(files).catch(() => false)) location.reload();
    else setTimeout(later, AGAIN);
  };
  if (matchMedia("(min-width: 64em)").matches) later(); // it is laid out by them
  else addEventListener("load", later);
})();

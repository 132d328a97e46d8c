// Fetches styles and scripts that a page can be used without, each once.
import { fetchInTime } from "./limit.js";

const AGAIN = 4000; // ms
const asked = new Map(); // all that was asked for so far
let failures = 0;

// Browsers may remember that a module did not come: it is asked for again under another address.
const addressOf = (href) => (failures ? `${href}#${failures}` : href);

const element = (href) =>
  href.endsWith(".css")
    ? Object.assign(document.createElement("link"), { rel: "stylesheet", href })
    : Object.assign(document.createElement("script"), { type: "module", src: addressOf(href), async: false });

const fetchOne = (href) =>
  new Promise((arrived) => {
    const onerror = () => {
      failures += 1;
      arrived(asked.delete(href)); // another time
    };
    document.head.append(Object.assign(element(href), { onload: arrived, onerror }));
  });

// Resolves when all that was asked for so far has come, or has failed.
export const bring = (hrefs) => {
  for (const href of hrefs.split(" ")) if (!asked.has(href)) asked.set(href, fetchOne(href));
  return Promise.all(asked.values());
};

// After an update of the site they have other addresses.
const isOld = async (files) => {
  const answer = await fetchInTime(location.href);
  return answer.ok && !(await answer.text()).includes(files);
};

// Nobody waits for these. The page hears of others by them, so they are asked for until they have come.
const later = async () => {
  const files = document.querySelector("meta[name=later]")?.getAttribute("content");
  if (!files) return;
  await bring(files);
  if (files.split(" ").every((file) => asked.has(file))) return;
  if (await isOld(files).catch(() => false)) location.reload();
  else setTimeout(later, AGAIN);
};

if (matchMedia("(min-width: 64em)").matches) later(); // it is laid out by them
else addEventListener("load", later);

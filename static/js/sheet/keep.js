// The sheets that open from the table, and the history: each is fetched once it can be opened, and
// again after a while, one after the other, so that the worker has them where there is no network.
// Sheets that name a room in their address are fetched for each.
import { net } from "../outbox/net.js";
import { fetchInTime } from "../page/limit.js";

const OLD = 300000; // ms
const times = new Map(); // of the last answer, by address
let busy = false;

// Advice is worked out by the site, and is of now alone.
const SHEETS = "#table a[hx-target='#sheet']:not([href$=advice])";

const HISTORY = "#table a[href$='/history']"; // a page, which the worker fetches by itself

const addresses = () => [...document.querySelectorAll(SHEETS)].map(({ href }) => href.replace(/[?]tab=.*/, ""));
const isDue = (address) => !(Date.now() - times.get(address) < OLD);
const next = () => addresses().find(isDue); // the table may turn while one is fetched

const fetchAll = async () => {
  if (busy || !navigator.serviceWorker?.controller || net.lost) return;
  busy = true;
  const missed = [];
  for (let address = next(); address; address = next()) {
    times.set(address, Date.now());
    const headers = { "HX-Request": "true" };
    const answer = fetchInTime(address, { headers, priority: "low" });
    await answer.catch(() => missed.push(address));
  }
  missed.forEach((address) => times.delete(address));
  const page = document.querySelector(HISTORY)?.pathname;
  if (page && isDue(page)) {
    times.set(page, Date.now());
    navigator.serviceWorker.controller?.postMessage(page);
  }
  busy = false;
};

// The table may have changed since the worker read it.
const begin = ({ target }) => {
  target.controller?.postMessage(location.pathname);
  fetchAll();
};

if (net) {
  for (const type of ["htmx:after:swap", "net"]) addEventListener(type, fetchAll);
  navigator.serviceWorker?.addEventListener("controllerchange", begin);
  fetchAll();
}

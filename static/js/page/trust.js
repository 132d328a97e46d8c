// Opens the site by itself as soon as this phone trusts the computer: at once where it does already,
// else when it comes back from its settings.
const TIMEOUT = 15000; // ms
const { href, origin } = document.querySelector("[data-onward]");

const look = () =>
  fetch(`${origin}/healthz`, { mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout?.(TIMEOUT) }).then(
    () => location.replace(href),
    () => {}, // not yet
  );

for (const type of ["visibilitychange", "pageshow"]) addEventListener(type, look);

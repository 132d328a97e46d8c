// The way back of a page that a phone keeps.

// A page of the rules may have been opened from elsewhere, or from nowhere, when it was kept: the way
// back is that of the address it has now.
const leadBack = (name, code) => {
  const home = name === "game" ? `/play/${code}/` : `/p/${code}/`;
  const label = document.querySelector(".rules")?.dataset[name];
  for (const link of document.querySelectorAll(".way-back, .reach > .primary")) {
    link.setAttribute("href", home);
    link.lastChild.textContent = label;
  }
  for (const link of document.querySelectorAll(".rules a[href^='/rules/']")) {
    const [path, part] = link.getAttribute("href").split(/\?[^#]*|(?=#)/);
    link.setAttribute("href", `${path}?${name}=${code}${part ?? ""}`);
  }
};

// Without a network: to the table that was open last on this phone.
const last = document.querySelector("[data-last-table]");
try {
  const table = last && localStorage.getItem("last-table");
  if (table) last.setAttribute("href", `/p/${table}/`);
  if (table) last.parentElement.hidden = false;
} catch {
  // Storage is switched off: nothing was kept.
}
const [asked, name, code] = location.search.match(/[?&](back|game)=(\w{13})\b/) ?? [];
if (asked && !last) leadBack(name, code);

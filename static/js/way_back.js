// @ts-check
// A page that a phone keeps may have been opened from elsewhere, or from nowhere: the way back is
// that of the address it has now.
(() => {
  const [keep, name, code] = location.search.match(/[?&](back|game)=(\w{13})\b/) ?? [];
  if (!keep) return;
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
})();

// @ts-check
// Without a network: back to the table that was open last on this phone.
(() => {
  const link = document.querySelector("[data-last-table]");
  try {
    const code = localStorage.getItem("last-table");
    if (!code) return;
    link.setAttribute("href", `/p/${code}/`);
    link.parentElement.hidden = false;
  } catch {
    // Storage is switched off: nothing was kept.
  }
})();

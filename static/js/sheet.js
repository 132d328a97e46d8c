// The sheet opens over the table and closes once what was done in it is done; where the form names
// an address in data-again, it is read anew instead. A refusal closes it: the table says why.
(() => {
  const sheet = document.getElementById("sheet");

  document.addEventListener("htmx:after:swap", ({ detail }) => {
    const { target, sourceElement, response } = detail.ctx;
    const inside = sheet.contains(sourceElement);
    if (target === sheet && !inside && !sheet.open) sheet.showModal();
    if (target === sheet || !inside) return;
    const { again } = sourceElement.dataset;
    if (again && response.status < 400) {
      htmx.ajax("GET", again, { source: sheet, target: sheet, swap: "innerMorph" });
    } else {
      sheet.close();
    }
  });

  sheet.addEventListener("click", (event) => {
    if (event.target !== sheet && !event.target.closest("[data-close]")) return;
    event.preventDefault();
    sheet.close();
  });
})();

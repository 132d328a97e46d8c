// @ts-check
// An open sheet follows the table. Where the site cannot be reached it says how old it is.
(() => {
  const { net } = app;
  const sheet = document.getElementById("sheet");
  const { asOf } = document.getElementById("said").dataset;
  const SOON = 1000; // ms

  const root = () => sheet.querySelector("[data-here]");
  const behind = () => +root().dataset.revision < +document.getElementById("table").dataset.revision;

  const date = () => {
    const line = root().querySelector(".as-of");
    const time = new Date(root().dataset.at).toLocaleTimeString([], { timeStyle: "short" });
    line.hidden = !net.lost;
    line.textContent = asOf.replace("%", time);
  };

  // Whose sheet it is may have left the table.
  const read = async () => {
    const { value } = sheet.querySelector("[name=tab]:checked") ?? { value: "" };
    const headers = { "HX-Request": "true" };
    const answer = await fetch(`${root().dataset.here}?tab=${value}`, { headers });
    const text = await answer.text();
    if (answer.status === 404) sheet.close();
    else if (answer.ok && sheet.open)
      await htmx.swap({ text, target: sheet, swap: "innerMorph", sourceElement: sheet });
  };

  const follow = () => {
    if (!sheet.open || !root()) return;
    date();
    if (!net.lost && behind()) read().catch(() => net.reached(false));
  };

  addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx.target === sheet) setTimeout(follow, SOON); // it may be an old copy
    else follow();
  });
  for (const type of ["net", "online", "offline", "sheet:open"]) addEventListener(type, follow);
})();

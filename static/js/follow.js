// @ts-check
// An open sheet follows the table. Where the site cannot be reached it says how old it is.
(() => {
  const { net } = app;
  const sheet = document.getElementById("sheet");
  const SOON = 1000; // ms

  const root = () => sheet.querySelector("[data-here]");
  const behind = () => +root().dataset.revision < +document.getElementById("table").dataset.revision;

  const date = () => {
    const line = root().querySelector(".as-of");
    const time = new Date(root().dataset.at).toLocaleTimeString([], { timeStyle: "short" });
    line.hidden = !net.lost;
    line.textContent = line.dataset.says.replace("%", time);
  };

  // Whose sheet it is may have left the table; or the sheet has become another meanwhile.
  const read = async () => {
    const { here } = root().dataset;
    const { value } = sheet.querySelector("[name=tab]:checked") ?? { value: "" };
    const headers = { "HX-Request": "true" };
    const answer = await fetch(`${here}?tab=${value}`, { headers });
    const text = await answer.text();
    if (root()?.dataset.here !== here) return;
    if (answer.status === 404) sheet.close();
    else if (answer.ok && sheet.open)
      await htmx.swap({ text, target: sheet, swap: "innerMorph", sourceElement: sheet });
  };

  const follow = () => {
    if (!sheet.open || !root()) return;
    date();
    if (!net.lost && behind() && !("comes" in sheet.dataset)) read().catch(() => net.reached(false));
  };

  addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx.target === sheet) setTimeout(follow, SOON); // it may be an old copy
    else follow();
  });
  // What is read once this is done (sheet.js), is what is followed until then.
  addEventListener("outbox:posted", ({ detail }) => {
    if (detail.dataset.again) root().dataset.here = detail.dataset.again;
  });
  for (const type of ["net", "online", "offline", "sheet:open"]) addEventListener(type, follow);
})();

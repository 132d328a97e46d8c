// @ts-check
// Fetches the table as others have changed it and morphs it into the page, but never under a finger
// and never while commands are on their way.
(() => {
  const table = () => document.getElementById("table");
  if (!table()) return;
  const TIMEOUT = 15000; // ms
  const touches = new Set();
  let asking = false;

  const revision = () => +table().dataset.revision;
  // An answer will be as new; what is shown move by move is seen to its end.
  const answerComes = () => table().matches(".htmx-request, .in-story");
  const mayChange = () =>
    !document.hidden && !touches.size && !app.outbox?.busy && !answerComes();

  const morph = (text) =>
    htmx.swap({ text, target: table(), swap: "outerMorph", sourceElement: table() });

  // What another phone has done to the whole table is said in a line; its key tells whose it is.
  const tell = () => {
    const { deed, deedKey, deedUndo } = table().dataset;
    if (!deed || app.isOwn(deedKey)) return;
    app.net.ask({ text: deed, label: app.net.undo, command: deedUndo }, 6000);
  };

  const ask = async () => {
    const signal = AbortSignal.timeout?.(TIMEOUT);
    const headers = { Party: table().dataset.party ?? "" };
    const answer = await fetch(`table?after=${revision()}`, { headers, signal });
    const text = await answer.text();
    app.net.reached(answer.status < 500);
    if ([404, 410].includes(answer.status)) app.end(answer.status === 410);
    if (answer.status === 200 && mayChange()) {
      await morph(text);
      tell();
    }
    if (answer.ok) setTimeout(refresh); // there may be news already
  };

  const refresh = async (anyway = false) => {
    if (asking || !mayChange() || (app.live.newest <= revision() && !anyway)) return;
    asking = true;
    await ask().catch(() => app.net.reached(false));
    asking = false;
  };

  const touch = ({ type, pointerId, isPrimary }) => {
    if (isPrimary) touches.clear(); // the end of an earlier one may never have been told
    if (type === "pointerdown") touches.add(pointerId);
    else touches.delete(pointerId);
    setTimeout(refresh);
  };

  for (const type of ["pointerdown", "pointerup", "pointercancel"]) addEventListener(type, touch);
  addEventListener("htmx:after:swap", () => setTimeout(refresh));
  app.refresh = refresh;
})();

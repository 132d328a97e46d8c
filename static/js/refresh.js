// @ts-check
// Fetches the table as others have changed it and morphs it into the page, but never under a finger
// and never while commands are on their way.
(() => {
  const table = () => document.getElementById("table");
  if (!table()) return;
  const TIMEOUT = 15000; // ms
  const touches = new Set();
  let asking = false;
  let again = false; // what was answered could not be shown, or could not be asked for yet

  const revision = () => +table().dataset.revision;
  // The newest that is known here, also from the answer to a command, or from another tab.
  const latest = () => Math.max(revision(), app.outbox?.truth.revision ?? -1);
  // An answer will be as new; what is shown move by move is seen to its end.
  const answerComes = () => table().matches(".htmx-request, .in-story");
  const isBusy = () => touches.size > 0 || app.counting?.() || app.outbox?.busy;
  const mayChange = () => !document.hidden && !isBusy() && !answerComes();

  const morph = (text) =>
    htmx.swap({ text, target: table(), swap: "outerMorph", sourceElement: table() });

  // What another phone has done to the whole table is said in a line; its key tells whose it is.
  const tell = () => {
    const { deed, deedKey, deedUndo } = table().dataset;
    if (!deed || app.isOwn(deedKey)) return;
    app.net.ask({ text: deed, label: app.net.undo, command: deedUndo, patience: 6000 });
  };

  // The worker keeps the page as it was opened; another tab may have chosen another language since.
  const take = async (text, language) => {
    await morph(text);
    navigator.serviceWorker?.controller?.postMessage({ pathname: location.pathname, table: text, language });
    tell();
  };

  // What was answered to something else meanwhile may be newer than this answer: it is asked for
  // again. Where that is not so and more was known here than the server has, it was restored from
  // a backup, and right.
  const ask = async (after) => {
    const before = latest();
    const signal = AbortSignal.timeout?.(TIMEOUT);
    const headers = { Party: table().dataset.party ?? "" };
    const answer = await fetch(`table?after=${after}`, { headers, signal });
    const text = await answer.text();
    const isNews = answer.status === 200;
    const counts = mayChange() && latest() === before;
    again = isNews && !counts;
    if (!isNews && answer.ok && counts && before > revision()) return ask("");
    if (isNews && counts) await take(text, answer.headers.get("content-language"));
    if (answer.ok && counts) delete document.body.dataset.date;
    app.net.reached(answer.status < 500);
    if ([404, 410].includes(answer.status)) app.end(answer.status === 410);
    if (answer.ok) setTimeout(refresh); // there may be news already
  };

  const refresh = async (anyway = false) => {
    again ||= anyway;
    const isOld = again || "date" in document.body.dataset;
    if (asking || !mayChange() || (app.live.newest <= revision() && !isOld)) return;
    asking = true;
    await ask(`${revision()}`).catch(() => app.net.reached(false));
    asking = false;
  };

  const touch = ({ type, pointerId, isPrimary }) => {
    if (isPrimary !== false) touches.clear(); // the end of an earlier one may never have been told
    if (type === "pointerdown") touches.add(pointerId);
    else touches.delete(pointerId);
    setTimeout(refresh);
  };

  for (const type of ["pointerdown", "pointerup", "pointercancel", "visibilitychange"]) addEventListener(type, touch);
  // Also once what another tab had on its way, for which news waited here, has arrived.
  for (const type of ["htmx:after:swap", "storage"]) addEventListener(type, () => setTimeout(refresh));
  app.refresh = refresh;
})();

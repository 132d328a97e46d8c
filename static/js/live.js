// Other phones' changes appear here. An event says which revision the party has reached; the table
// is fetched and morphed, but never under a finger and never while commands are on their way.
(() => {
  const table = () => document.getElementById("table");
  if (!table()) return;
  const shown = () => +table().dataset.revision;
  const [, , code] = location.pathname.split("/");
  const [POLL, TIMEOUT] = [4000, 15000];
  const touches = new Set();
  let [newest, asking, ended, stream, polling] = [shown(), false, false, null, 0];

  const asked = () => table().matches(".htmx-request"); // its answer comes, and is as new
  const still = () => !document.hidden && !touches.size && !window.outbox?.busy && !asked();

  const refresh = async (anyway) => {
    if (asking || !still() || (newest <= shown() && !anyway)) return;
    asking = true;
    try {
      const signal = AbortSignal.timeout?.(TIMEOUT);
      const answer = await fetch(`table?after=${shown()}`, { signal });
      const text = await answer.text();
      net.reached(answer.status < 500);
      if (answer.status === 404) end();
      if (answer.status === 200 && still())
        await htmx.swap({ text, target: table(), swap: "outerMorph", sourceElement: table() });
      if (answer.ok) setTimeout(refresh); // there may be news already
    } catch {
      net.reached(false);
    }
    asking = false;
  };

  const hear = (revision) => {
    newest = Math.max(newest, revision);
    refresh();
  };

  const poll = () => {
    if (stream.readyState === EventSource.CLOSED) start();
    refresh(true);
  };

  const stop = () => {
    stream?.close();
    polling = clearInterval(polling);
  };

  const end = () => {
    net.say("gone");
    stop();
    ended = true;
  };

  // Until the first event has got through, and after a break, it asks.
  const start = () => {
    stop();
    if (document.hidden || ended) return;
    polling = setInterval(poll, POLL);
    stream = new EventSource(`/live/${code}`);
    stream.onmessage = ({ data }) => {
      polling = clearInterval(polling);
      net.reached(true);
      hear(+data);
    };
    stream.onerror = () => (polling ||= setInterval(poll, POLL));
  };

  const touch = ({ type, pointerId, isPrimary }) => {
    if (isPrimary) touches.clear(); // the end of an earlier one may never have been told
    if (type === "pointerdown") touches.add(pointerId);
    else touches.delete(pointerId);
    setTimeout(refresh);
  };

  for (const type of ["pointerdown", "pointerup", "pointercancel"]) addEventListener(type, touch);
  for (const type of ["visibilitychange", "online"]) addEventListener(type, start);
  addEventListener("htmx:after:swap", () => setTimeout(refresh));
  addEventListener("outbox:empty", () => hear(outbox.truth.revision));
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  start();
})();

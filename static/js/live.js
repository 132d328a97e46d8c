// @ts-check
// Listens to the party or match: an event says which revision it has reached. Until the first one
// has got through, and after a break, it asks.
(() => {
  if (!app.refresh) return;
  const [, kind, code] = location.pathname.split("/");
  const POLL = 4000; // ms
  let stream = null;
  let polling = 0;
  let over = false;
  let last = app.outbox?.truth.revision ?? -1;

  // Events only rise, unless the site was restored from a backup: then what is known is too new.
  const follow = (revision) => {
    const restored = revision < last;
    last = revision;
    if (!restored) return hear(revision);
    live.newest = revision;
    app.refresh(true);
  };

  const hear = (revision) => {
    live.newest = Math.max(live.newest, revision);
    app.refresh();
  };

  const poll = () => {
    if (stream.readyState === EventSource.CLOSED) start();
    app.refresh(true);
  };

  const stopPolling = () => {
    clearInterval(polling);
    polling = 0;
  };

  const stop = () => {
    stream?.close();
    stopPolling();
  };

  const start = () => {
    stop();
    if (document.hidden || over) return;
    polling = setInterval(poll, POLL);
    stream = new EventSource(`/live/${kind}/${code}`);
    stream.onmessage = ({ data }) => {
      stopPolling();
      app.net.reached(true);
      follow(+data);
    };
    stream.onerror = () => (polling ||= setInterval(poll, POLL));
    stream.addEventListener("gone", ({ data }) => app.end(data === "deleted"));
  };

  const live = (app.live = {
    newest: 0,
    leave() {
      stop();
      over = true;
    },
  });

  for (const type of ["visibilitychange", "online"]) addEventListener(type, start);
  addEventListener("outbox:empty", () => hear(app.outbox.truth.revision));
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  start();
})();

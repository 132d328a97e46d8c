// @ts-check
// Nothing is behind this page's link any more: the party was deleted, or has new links. What waits
// here may count at a new one; else the site says what it knows.
(() => {
  const [, kind, code] = location.pathname.split("/");
  const { party } = document.getElementById("table")?.dataset ?? {};

  app.end = (deleted = false) => {
    const query = party ? `?party=${party}` : deleted ? "?deleted" : "";
    app.live.leave();
    if (!deleted && app.outbox?.waiting().length) app.net.say("gone");
    else location.replace(`/${kind}/${code}/${query}`);
  };
})();

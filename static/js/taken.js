// @ts-check
// A party begun without a network may have a new code by now (contact.js). What is still to be sent
// replaces the table, so this is said beside it.
(() => {
  const { taken } = document.getElementById("said")?.dataset ?? {};
  if (!taken) return;
  app.net.say(taken);
  history.replaceState(null, "", location.pathname);
})();

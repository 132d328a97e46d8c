// What this phone alone remembers: whether its screen stays on while the run lasts, and whether it
// is locked against touches by accident. Also the worker that opens the table without a network.
(() => {
  const { body } = document;
  const { serviceWorker, wakeLock } = navigator;
  const set = (name) => kept(name) ?? (name === "awake" ? "1" : "");
  let lamp = null;

  const dark = () => {
    lamp = null;
    body.dataset.awake = "";
  };

  // Browsers put it out when the page is hidden, and some want a touch before they light it.
  const light = async () => {
    const running = document.querySelector("#table:not([data-over])");
    if (!running || document.hidden || !set("awake")) return (await lamp)?.release();
    lamp ??= wakeLock?.request().then((lit) => {
      body.dataset.awake = "1";
      lit.onrelease = dark;
      return lit;
    }, dark);
  };

  const paint = () => {
    body.dataset.locked = set("locked");
    for (const button of document.querySelectorAll("[data-switch]")) {
      const name = button.dataset.switch;
      button.hidden = name === "awake" && !wakeLock;
      button.setAttribute("aria-pressed", Boolean(set(name)));
    }
    light();
  };

  addEventListener("click", (event) => {
    const name = event.target.closest("[data-switch]")?.dataset.switch;
    if (name) {
      kept(name, set(name) ? "" : "1");
      window.net?.say("");
      if (set("locked")) document.getElementById("sheet")?.close();
      paint();
    } else if (set("locked") && event.target.closest(":is(#table, #sheet) :is(button, [hx-get])")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      net.say("locked");
    }
  }, true);
  for (const type of ["visibilitychange", "pointerup", "htmx:after:swap"]) addEventListener(type, paint);
  if (isSecureContext) serviceWorker?.register("/sw.js")?.catch(() => {});
  paint();
})();

// Deeds of fingers on this page, and hit points that were shown higher than before: nobody gains
// any in these tests. Kept in this tab through reloads, apart for each party and each load.
(() => {
  const here = (name) => `${location.pathname} ${name}`;
  const note = (name, text) => {
    sessionStorage[here(name)] = `${sessionStorage[here(name)] ?? ""}${text}\n`;
  };

  const look = (when) => {
    for (const place of document.querySelectorAll("output[data-path]")) {
      if (!place.checkVisibility({ visibilityProperty: true })) continue;
      const { dataset, textContent } = place;
      const [name, value] = [here(dataset.path), +textContent.replace("\u2212", "-")];
      const before = +(sessionStorage[name] ?? value);
      if (value > before) note("jumps", `${dataset.path} ${before} to ${value}, ${when}`);
      sessionStorage[name] = value;
    }
  };

  // The server's drawing counts once it is painted; later nothing may pass unseen.
  let drawn = false;
  const frame = () => {
    if (drawn) return;
    look("while it loaded");
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  addEventListener("DOMContentLoaded", () => {
    drawn = true;
    look("once it was loaded");
    new MutationObserver(() => look("later")).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });

  const hear = (late) => ({ target, isTrusted }) => {
    const button = target.closest("#table button[value]");
    if (!isTrusted || !button || button.hasAttribute("aria-disabled")) return;
    const once = Boolean(window.app?.once && button.matches(window.app.once));
    if (late === once) note(`taps ${performance.timeOrigin}`, button.value);
  };
  addEventListener("pointerdown", hear(false), true);
  // A new room or floor tapped twice within a second is stopped on its way (counting.js).
  addEventListener("pointerdown", hear(true));
})();

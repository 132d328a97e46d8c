// Every command carries its own key, so that one sent twice counts once. Keys sort in the order of
// taps, on this phone for good: the time never goes back, whatever the clock does.
(() => {
  const page = Math.random().toString(36).slice(2);
  let last = 0;

  // What this phone keeps under a name; null where there is nothing, or storage is switched off.
  window.kept = (name, value) => {
    try {
      if (value !== undefined) localStorage.setItem(name, value);
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };

  window.freshKey = () => {
    last = Math.max(Date.now() * 1000, last + 1, Number(kept("last-key")) + 1);
    kept("last-key", last);
    return `${last.toString(36)}-${page}`;
  };

  addEventListener("htmx:config:request", ({ detail }) => {
    const { body } = detail.ctx.request;
    if (body?.has("key")) body.set("key", freshKey());
  });
})();

// Every tap carries its own key, so that one sent twice counts once: monotonic time (sorts in the
// order of taps, survives a clock set back), a random id of this page, a counter.
(() => {
  const page = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  let taps = 0;

  const freshKey = () => {
    const time = Math.round(performance.timeOrigin + performance.now()).toString(36);
    return `${time}-${page}-${taps++}`;
  };

  document.addEventListener("htmx:config:request", ({ detail }) => {
    const { body } = detail.ctx.request;
    if (body?.has("key")) body.set("key", freshKey());
  });
})();

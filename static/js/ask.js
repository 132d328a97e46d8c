// @ts-check
// What was asked for is done as the table stands now.
(() => {
  const { net, outbox } = app;
  if (!outbox) return;

  addEventListener("click", ({ target }) => {
    const button = target.closest("[data-ask]");
    if (!button) return;
    outbox.add(button.value, { revision: outbox.truth.revision });
    net.say("");
    app.send();
  });
})();

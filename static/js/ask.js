// @ts-check
// What was asked for is done as the table stands now; or it is looked at, where it has an address.
(() => {
  const { net, outbox } = app;
  if (!outbox) return;

  addEventListener("click", ({ target }) => {
    const button = target.closest("[data-ask]");
    if (!button) return;
    if (button.value[0] === "/") return location.assign(button.value);
    outbox.add(button.value, { revision: outbox.truth.revision });
    net.say("");
    app.send();
  });
})();

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

  const said = document.getElementById("said");
  const cross = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
  cross.dataset.hide = "";
  cross.ariaLabel = said.dataset.closeLabel;
  said.append(cross);

  // Whoever closes a question, or presses Escape, does not do it; once its card has gone nobody can.
  addEventListener("click", ({ target }) => target.closest("[data-hide]") && net.say(""));
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && !document.querySelector("dialog[open]")) net.say("");
  });
  addEventListener("htmx:after:swap", () => {
    const [verb, , , , card] = document.querySelector(".asks [data-ask]")?.value.split(":") ?? [];
    const isGone = document.querySelector(".deal") && !document.querySelector(`[data-card="${card}"]`);
    if (verb === "take" && isGone) net.say("");
  });

  // The rules are against it: whoever does it all the same has read why.
  addEventListener("click", (event) => {
    const act = event.target.closest("[data-anyway]");
    if (!act) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    net.ask({ text: act.title, label: act.dataset.anyway, command: act.value, patience: 60000 });
  }, true);
})();

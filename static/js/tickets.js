// @ts-check
// The tickets of the room while one is on its way. It waits; and on a phone that is nobody's the
// next card may be another player's, so it is asked who takes it until the table is drawn again.
(() => {
  const { outbox } = app;
  if (!outbox) return;
  let touched = ""; // the revision of the table when a ticket was touched last

  const paint = () => {
    const texts = outbox.waiting().map(({ text }) => text);
    for (const ticket of document.querySelectorAll(".ticket"))
      ticket.toggleAttribute("data-waits", texts.includes(ticket.value));
  };

  const changes = ["outbox:changed", "outbox:empty", "outbox:refused", "htmx:after:swap"];
  for (const type of changes) addEventListener(type, paint);
  paint();

  addEventListener("click", (event) => {
    const ticket = event.target.closest(".room:not([data-own]) button.ticket");
    const { revision } = document.getElementById("table").dataset;
    const old = touched === revision;
    if (ticket) touched = revision;
    if (!ticket || !old) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ticket.parentElement.querySelector("a").click();
  }, true);
})();

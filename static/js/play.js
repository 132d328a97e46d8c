// @ts-check
// A card that lies somewhere else after a move glides there; one that was not there before comes
// from whoever has played it, or from the pile. It is drawn on its way only: it can be touched where it will lie at once.
(() => {
  const quick = { duration: 260, easing: "cubic-bezier(.2,.8,.3,1)" };
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const table = () => document.getElementById("table");
  const cards = () => [...table().querySelectorAll("[id^='card-']")];
  let before = new Map();
  let inside = false; // whether the focus was on the table

  const glide = (card) => {
    const now = card.getBoundingClientRect();
    const source = card.closest(".heap") ? ".moved .holds" : ".from-here";
    const from = before.get(card.id) ?? table().querySelector(source)?.getBoundingClientRect();
    if (!from || !now.width) return;
    const x = from.left - now.left;
    const y = from.top - now.top;
    if (Math.abs(x) + Math.abs(y) < 2) return;
    card.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], quick);
  };

  // Whoever plays with keys stands at the next decision when the one just made is gone. Nobody else
  // is led anywhere, least of all by what another phone did.
  const stay = () => {
    if (!inside || document.activeElement !== document.body) return;
    const next = table().querySelector("main :is(button, input, a), .bar :is(button, a)");
    next?.focus({ preventScroll: true });
  };

  addEventListener("htmx:before:swap", () => {
    inside = table().contains(document.activeElement);
    before = new Map(cards().map((card) => [card.id, card.getBoundingClientRect()]));
  });
  addEventListener("htmx:after:swap", () => {
    if (!still.matches) cards().forEach(glide);
    stay();
  });
})();

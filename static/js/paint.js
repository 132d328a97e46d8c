// @ts-check
// Paints over what the server drew, and takes the paint off again. A page that comes is painted
// before it is swapped in, while the one in sight still has paint of its own.
(() => {
  const paints = new WeakMap(); // by page: the places with paint on them, and what takes each off
  let fresh = null; // the page that comes

  const drawnOn = (page) => paints.get(page) ?? paints.set(page, new Map()).get(page);

  const parts = (kit) => [...kit.children].filter((part) => !part.matches(".cover"));

  const keepKit = (kit) => {
    const old = parts(kit).map((part) => part.cloneNode(true));
    return (place) => {
      for (const part of parts(place)) part.remove();
      place.prepend(...old);
    };
  };

  const keepCard = ({ className, ariaPressed }) => (place) =>
    Object.assign(place, { className, ariaPressed });

  // The place on the page, and how to take the paint off it once it is on. `what` tells two paints
  // on one place apart.
  const find = (page, place, keep, what = "") => {
    const found = page.querySelector(place);
    const drawn = drawnOn(page);
    const name = `${place} ${what}`;
    if (found && !drawn.has(name)) drawn.set(name, [place, keep(found)]);
    return found;
  };

  const kitOf = (page, player) => find(page, `#player-${player} .kit`, keepKit);

  app.paint = {
    find,
    expect(page) { fresh = page; },
    takeOff(page) {
      const drawn = drawnOn(page);
      for (const [place, undo] of drawn.values()) {
        const found = page.querySelector(place);
        if (found) undo(found);
      }
      drawn.clear();
    },
    words(page, player, text) {
      const kit = kitOf(page, player);
      kit?.querySelector(".beats span").replaceChildren(...app.draw.words(text));
    },
    panel(page, { player, can, shields, ...weapon }) {
      const kit = kitOf(page, player);
      if (!kit) return;
      if (can) app.paint.words(page, player, can);
      if (shields) kit.querySelector(".shields")?.remove();
      if (shields?.length) kit.querySelector(".beats").after(app.draw.shields(shields));
      if (weapon.fan || weapon.words)
        kit.querySelector(":is(.fan, .words, .grave, .slot)").replaceWith(app.draw.weapon(weapon));
    },
    special(page, code, aside) {
      const card = find(page, `.special[data-effect*='"${code}"']`, keepCard);
      if (!card) return;
      card.classList.remove("out", "gone", "back", "now");
      card.classList.add(aside ? "gone" : "out");
      card.ariaPressed = String(aside);
    },
  };

  addEventListener("htmx:after:swap", () => {
    if (fresh) paints.set(document.getElementById("table"), drawnOn(fresh));
    fresh = null;
  });
})();

// @ts-check
// Paints what becomes of the room while something of it waits, over what the server drew.
(() => {
  const { paint } = app;
  const tile = (card) => `[data-card="${card}"]`;

  const keepInside = (place) => {
    const inside = [...place.childNodes];
    return (found) => {
      found.replaceChildren(...inside);
      found.inert = false;
    };
  };
  const keepCopy = ({ className, childNodes }) => {
    const inside = [...childNodes].map((node) => node.cloneNode(true));
    return (found) => {
      found.className = className;
      found.replaceChildren(...inside);
    };
  };
  const keepTicket = ({ ariaLabel }) => (found) => {
    found.removeAttribute("data-old");
    found.ariaLabel = ariaLabel;
  };
  const keepActs = ({ classList }) => {
    const had = classList.contains("acts");
    return (found) => found.classList.toggle("acts", had);
  };
  const without = (name) => () => (found) => found.removeAttribute(name);

  const crest = (seat) =>
    Object.assign(document.createElement("i"), { className: `crest seat${seat}`, textContent: seat });

  app.tiles = {
    gone(page, card, player) {
      const found = paint.find(page, tile(card), keepInside);
      const place = Object.assign(document.createElement("p"), { className: "empty middle" });
      place.ariaLabel = found.querySelector(".face").ariaLabel;
      place.dataset.waits = "";
      if (player !== undefined) place.append(crest(player + 1));
      found.replaceChildren(place);
    },
    shut: (page, card) => (paint.find(page, tile(card), keepInside).inert = true),
    old: (page, card, says) =>
      Object.assign(paint.find(page, `${tile(card)} .ticket`, keepTicket), { ariaLabel: says }).dataset.old = "",
    stop(page, { value }) {
      const place = `.whose [value="${CSS.escape(value)}"]`;
      paint.find(page, place, without("aria-disabled")).ariaDisabled = "true";
    },
    turn(page, [number, seat, words]) {
      const turn = paint.find(page, "#turn", keepCopy);
      turn.className = `line seat${seat}`;
      turn.querySelector(".crest")?.remove();
      if (seat) turn.prepend(crest(seat));
      turn.querySelector("b").textContent = words;
      turn.querySelector("small").textContent = "";
      for (const { id } of page.querySelectorAll(".player"))
        paint.find(page, `#${id}`, keepActs, "acts").classList.toggle("acts", id === `player-${number}`);
    },
    unsure: (page, player) =>
      paint.find(page, `#player-${player}`, without("data-unsure"), "unsure")?.setAttribute("data-unsure", ""),
  };
})();

// @ts-check
// Draws what a panel shows under its number, as templates/party/table/_player_panel.html does.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const { pending } = document.getElementById("said").dataset;
  const row = new Intl.ListFormat(document.documentElement.lang, { type: "unit" });
  const icons = document.querySelector("use")?.getAttribute("href").split("#")[0];

  const dress = (element, attributes) => {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };

  const make = (tag, attributes, ...children) => {
    const element = dress(document.createElement(tag), attributes);
    element.append(...children);
    return element;
  };

  const icon = (name, attributes) => {
    const svg = dress(document.createElementNS(SVG, "svg"), attributes);
    svg.append(dress(document.createElementNS(SVG, "use"), { href: `${icons}#${name}` }));
    return svg;
  };

  const card = ([rank, symbol, red, name]) => {
    const hidden = { "aria-hidden": "true" };
    const index = make("b", rank === "10" ? { class: "ten" } : {}, rank);
    const corner = make("span", { class: "ix" }, ...(rank ? [index] : []), icon(symbol, hidden));
    const look = { class: red ? "card red" : "card", role: "img", "aria-label": name };
    return make("span", look, corner, icon(symbol, { class: "mid", ...hidden }));
  };

  /** @param {Card[]} cards @param {number} more */
  const fan = ([weapon, ...enemies], more) => {
    const hidden = make("li", { class: "hidden" }, make("span", { class: "card" }, `+${more}`));
    const items = enemies.map((enemy) => make("li", {}, card(enemy)));
    const first = make("li", { class: "weapon" }, card(weapon));
    return make("ol", { class: "fan" }, first, ...(more ? [hidden] : []), ...items);
  };

  const shield = ([strength, name]) =>
    make("li", { class: "shield middle" },
      icon("shield", { role: "img", "aria-label": name }),
      make("b", { "aria-hidden": "true" }, String(strength)));

  app.draw = {
    waits: (says) => pending.replace("%", () => row.format(says)),
    weapon({ fan: cards = [], more = 0, words }) {
      if (cards.length) return fan(cards, more);
      return words ? make("p", { class: "words two-lines", dir: "auto" }, words) : make("p", { class: "slot" });
    },
    shields: (list) => make("ul", { class: "shields" }, ...list.map(shield)),
    // Every second piece between stars is what matters.
    words: (text) => text.split("*").map((piece, n) => (n % 2 ? make("b", {}, piece) : piece)),
  };
})();

// What on the table is cut off, lies outside the window or on something else, in words. A name or
// label that people typed (dir=auto) may end in an ellipsis.
() => {
  const faults = [];
  const told = (element) => {
    const words = element.getAttribute("aria-label") ?? element.textContent.trim();
    const name = `${element.localName}.${element.getAttribute("class") ?? ""}`;
    return `${name} “${words.replace(/\s+/g, " ").slice(0, 40)}”`;
  };
  const pairs = (list) => list.flatMap((one, at) => list.slice(at + 1).map((two) => [one, two]));
  const everywhere = { left: -9e9, top: -9e9, right: 9e9, bottom: 9e9 };
  const seen = (element) => inWindow(uncut(everywhere, element));
  const beyond = (box, edge) =>
    Math.max(
      edge.left - box.left,
      edge.top - box.top,
      box.right - edge.right,
      box.bottom - edge.bottom,
    );
  const overlap = (one, other) => {
    const { left, top, right, bottom } = shared(one, other);
    return Math.min(right - left, bottom - top);
  };

  const page = document.scrollingElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth)
    faults.push(`the page scrolls: ${page.scrollWidth}x${page.scrollHeight}`);

  // Where a name needs the room, the word at the torch wraps out of sight.
  const hidden = ".vh, .first > span";
  const shown = [...document.querySelectorAll("#table *")].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(hidden),
  );

  const parts = "section, nav, header, button, a, output, svg, li, p, h2, i, .card, .badge";
  for (const element of shown.filter((element) => element.matches(parts))) {
    const box = element.getBoundingClientRect();
    if (box.width && beyond(box, seen(element)) > 1) faults.push(`${told(element)} is cut`);
  }

  for (const [one, other] of pairs([...document.querySelectorAll(".player, .ribbon, .bar")]))
    if (overlap(one.getBoundingClientRect(), other.getBoundingClientRect()) > 1)
      faults.push(`${told(one)} and ${told(other)} overlap`);

  // The ink of each line of text: its box is higher than its letters.
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  const range = document.createRange();
  const inked = (node) => {
    const element = node.parentElement;
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = pen.measureText(node.data.trim());
    const air = [
      ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent,
      ink.fontBoundingBoxDescent - ink.actualBoundingBoxDescent,
    ];
    const panel = element.closest(".player");
    if (panel && getComputedStyle(panel).rotate !== "none") air.reverse();
    range.selectNodeContents(node);
    return [...range.getClientRects()].map(({ left, top, right, bottom }) => ({
      element,
      box: { left, right, top: top + air[0], bottom: bottom - air[1] },
    }));
  };
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim();
  const lines = shown.flatMap((element) => [...element.childNodes].filter(isText).flatMap(inked));

  const mayEnd = (element) => {
    const name = element.closest("[dir=auto]");
    if (!name) return false;
    const { textOverflow, webkitLineClamp } = getComputedStyle(name);
    return textOverflow === "ellipsis" || webkitLineClamp !== "none";
  };
  for (const { element, box } of lines)
    if (beyond(box, seen(element)) > 1 && !mayEnd(element))
      faults.push(`the text of ${told(element)} is cut`);

  const inSight = lines
    .map(({ element, box }) => ({ element, box: shared(box, seen(element)) }))
    .filter(({ element, box }) => !empty(box) && !element.closest(".say"));
  for (const [one, other] of pairs(inSight))
    if (one.element !== other.element && overlap(one.box, other.box) > 1)
      faults.push(`the texts of ${told(one.element)} and ${told(other.element)} overlap`);

  // A minus of a number is not taken for that of the button beside it.
  const air = 8;
  const apart = (one, other) =>
    Math.max(
      one.left - other.right,
      other.left - one.right,
      one.top - other.bottom,
      other.top - one.bottom,
    );
  const numbers = inSight.filter(({ element }) => element.matches("output, .number, .badge"));
  for (const sign of shown.filter((element) => element.matches(".sign")))
    for (const { element, box } of numbers)
      if (apart(box, sign.getBoundingClientRect()) < air)
        faults.push(`the number of ${told(element)} is too near to a sign`);

  // Cards lie on each other, but never on a rank.
  for (const { element, box } of inSight.filter(({ element }) => element.closest(".fan"))) {
    const card = element.closest(".card");
    const y = (box.top + box.bottom) / 2;
    for (const x of [box.left + 1, box.right - 1]) {
      const [top] = document.elementsFromPoint(x, y).filter((other) => !other.matches(".cover"));
      if (!card.contains(top) && !top.contains(card)) faults.push(`${told(card)} is covered`);
    }
  }
  return faults;
}

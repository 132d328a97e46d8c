// Things on the table that are cut off, lie outside the window or on something else, in words. A name or
// label that people typed (dir=auto) may end in an ellipsis.
() => {
  const faults = [];
  const everywhere = { left: -9e9, top: -9e9, right: 9e9, bottom: 9e9 };
  const seen = (element) => inWindow(uncut(everywhere, element));
  const page = document.scrollingElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth)
    faults.push(`the page scrolls: ${page.scrollWidth}x${page.scrollHeight}`);

  // If a name needs the room, the word at the torch wraps out of sight.
  const hidden = ".vh, .leads > span";
  const shown = drawn(document.querySelectorAll("#table *")).filter(
    (element) => !element.closest(hidden),
  );

  const parts = "section, nav, header, button, a, output, svg, li, p, h2, i, .card, .badge";
  for (const element of shown.filter((element) => element.matches(parts))) {
    const box = element.getBoundingClientRect();
    if (box.width && beyond(box, seen(element)) > 1) faults.push(`${inWords(element)} is cut`);
  }

  const panels = [...document.querySelectorAll(".player, .ribbon, .bar")];
  const placed = panels.map((element) => ({ element, box: element.getBoundingClientRect() }));
  for (const [one, other] of overlapping(placed))
    faults.push(`${inWords(one.element)} and ${inWords(other.element)} overlap`);

  const lines = inked(shown);
  for (const { element, box } of lines)
    if (beyond(box, seen(element)) > 1 && !mayEnd(element))
      faults.push(`the text of ${inWords(element)} is cut`);

  const inSight = lines
    .map(({ element, box }) => ({ element, box: shared(box, seen(element)) }))
    .filter(({ element, box }) => !empty(box) && !element.closest(".say"));
  for (const [one, other] of overlapping(inSight))
    if (one.element !== other.element)
      faults.push(`the texts of ${inWords(one.element)} and ${inWords(other.element)} overlap`);

  const pictures = drawn(document.querySelectorAll(".bar > a > svg"));
  const heights = pictures.map((picture) => picture.clientHeight);
  if (new Set(heights).size > 1) faults.push(`the pictures of the bar are ${heights} high`);

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
        faults.push(`the number of ${inWords(element)} is too near to a sign`);

  // Cards lie on each other, but never on a rank. Advice lies over them until somebody touches it.
  for (const { element, box } of inSight.filter(({ element }) => element.closest(".fan"))) {
    const card = element.closest(".card");
    const y = (box.top + box.bottom) / 2;
    for (const x of [box.left + 1, box.right - 1]) {
      const [top] = document.elementsFromPoint(x, y).filter((other) => !other.matches(".cover, .say *"));
      if (!card.contains(top) && !top.contains(card)) faults.push(`${inWords(card)} is covered`);
    }
  }
  return faults;
}

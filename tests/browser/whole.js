// What is cut off, lies outside the window or on something else, in words. A name or label that
// people typed (dir=auto) may end in an ellipsis.
() => {
  const faults = [];
  const style = getComputedStyle;
  const say = (element) => {
    const words = element.getAttribute("aria-label") ?? element.textContent.trim().replace(/\s+/g, " ");
    return `${element.localName}.${element.getAttribute("class") ?? ""} “${words.slice(0, 40)}”`;
  };
  const shared = (one, other) => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const seen = (element) => {
    if (!element) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const around = seen(element.parentElement);
    return style(element).overflow === "visible" ? around : shared(element.getBoundingClientRect(), around);
  };
  const beyond = (box, edge) =>
    Math.max(edge.left - box.left, edge.top - box.top, box.right - edge.right, box.bottom - edge.bottom);
  const onEachOther = (one, other) => {
    const { left, top, right, bottom } = shared(one, other);
    return Math.min(right - left, bottom - top);
  };

  const page = document.scrollingElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth)
    faults.push(`the page scrolls: ${page.scrollWidth}x${page.scrollHeight}`);

  const shown = [...document.querySelectorAll("#table *")].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".vh, .first > span"),
  );
  for (const element of shown) {
    if (!element.matches("section, nav, button, a, output, svg, .card, .crest, .badge, li, p, h2, header")) continue;
    const box = element.getBoundingClientRect();
    const by = beyond(box, seen(element.parentElement));
    if (box.width && by > 1) faults.push(`${say(element)} is cut by ${by.toFixed(1)} px`);
  }

  const parts = document.querySelectorAll(".player, .ribbon, .bar");
  const pairs = (list) => list.flatMap((one, place) => list.slice(place + 1).map((other) => [one, other]));
  for (const [one, other] of pairs([...parts])) {
    const by = onEachOther(one.getBoundingClientRect(), other.getBoundingClientRect());
    if (by > 1) faults.push(`${say(one)} and ${say(other)} overlap by ${by.toFixed(1)} px`);
  }

  // The ink of each line: a line's box is higher than its letters.
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  const range = document.createRange();
  const inked = (node) => {
    const element = node.parentElement;
    const { fontStyle, fontWeight, fontSize, fontFamily } = style(element);
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = pen.measureText(node.data.trim());
    let above = ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent;
    let below = ink.fontBoundingBoxDescent - ink.actualBoundingBoxDescent;
    const panel = element.closest(".player");
    if (panel && style(panel).rotate !== "none") [above, below] = [below, above];
    range.selectNodeContents(node);
    return [...range.getClientRects()].map(({ left, top, right, bottom }) => ({
      element, left, right, top: top + above, bottom: bottom - below,
    }));
  };
  const shortened = (element) => {
    const box = element.closest("[dir=auto]");
    return box && (style(box).textOverflow === "ellipsis" || style(box).webkitLineClamp !== "none");
  };

  const lines = [];
  for (const element of shown)
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) lines.push(...inked(node));
  const visible = [];
  for (const line of lines) {
    const edge = seen(line.element);
    const by = beyond(line, edge);
    if (by > 1 && !shortened(line.element)) faults.push(`the text of ${say(line.element)} is cut by ${by.toFixed(1)} px`);
    const box = { element: line.element, ...shared(line, edge) };
    if (box.left < box.right && box.top < box.bottom) visible.push(box);
  }
  for (const [one, other] of pairs(visible)) {
    if (one.element === other.element || one.element.closest(".say") || other.element.closest(".say")) continue;
    const by = onEachOther(one, other);
    if (by > 1) faults.push(`the texts of ${say(one.element)} and ${say(other.element)} overlap by ${by.toFixed(1)} px`);
  }
  for (const line of visible.filter((line) => line.element.closest(".fan"))) {
    const [y, card] = [(line.top + line.bottom) / 2, line.element.closest(".card")];
    for (const x of [line.left + 1, line.right - 1]) {
      const [top] = document.elementsFromPoint(x, y).filter((element) => !element.matches(".cover"));
      if (!card.contains(top) && !top.contains(card)) faults.push(`${say(card)} has its rank covered at ${x.toFixed()},${y.toFixed()}`);
    }
  }
  return faults;
};

// Boxes on the page, for the scripts that look at it.
const shared = (one, other) => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});
const empty = ({ left, top, right, bottom }) => left >= right || top >= bottom;
const inWindow = (box) => shared(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });

// The rest of a box in an element where everything around has cut off what is too much. A
// box that is positioned is cut only by what it is positioned in.
const uncut = (box, element) => {
  let positioned = false;
  for (let around = element; around; around = around.parentElement) {
    const { overflow, position } = getComputedStyle(around);
    if (positioned && position === "static") continue;
    if (overflow !== "visible") box = shared(box, around.getBoundingClientRect());
    if (position === "fixed") break;
    positioned = position === "absolute";
  }
  return box;
};

// Elements that are drawn, also where they lie outside the window.
const drawn = (elements) =>
  [...elements].filter((element) => element.checkVisibility({ visibilityProperty: true }));

const inWords = (element) => {
  const words = element.getAttribute("aria-label") ?? element.textContent.trim();
  const name = `${element.localName}.${element.getAttribute("class") ?? ""}`;
  return `${name} “${words.replace(/\s+/g, " ").slice(0, 40)}”`;
};

// How far a box reaches out of another, and how far two lie on each other.
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

// The pairs that lie on each other by more than a pixel, each from the top. A long page has a
// thousand lines: only those that begin above another's end are compared.
const overlapping = (boxed) => {
  const found = [];
  const sorted = boxed.toSorted((one, other) => one.box.top - other.box.top);
  sorted.forEach((one, at) => {
    for (let next = at + 1; sorted[next]?.box.top < one.box.bottom - 1; next++)
      if (overlap(one.box, sorted[next].box) > 1) found.push([one, sorted[next]]);
  });
  return found;
};

// The ink of each line of text in these elements: its box is higher than its letters.
const inked = (elements) => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  const range = document.createRange();
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim();
  const lines = (node) => {
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
  return elements.flatMap((element) => [...element.childNodes].filter(isText).flatMap(lines));
};

// A name or label that people typed may end in an ellipsis, but not after a letter or two: only at
// the head of a column the crest above says whose it is.
const mayEnd = (element) => {
  const name = element.closest("[dir=auto]");
  if (!name) return false;
  const { fontSize, textOverflow, webkitLineClamp } = getComputedStyle(name);
  const readable = name.matches("thead *") || name.offsetWidth >= 2 * parseFloat(fontSize);
  return readable && (textOverflow === "ellipsis" || webkitLineClamp !== "none");
};

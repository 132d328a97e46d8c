// Every text in view: the boxes it stands in, its colour, how large it is.
() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const colours = new Map();
  const channels = (colour) => {
    if (!colours.has(colour)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      colours.set(colour, [...canvas.getImageData(0, 0, 1, 1).data]);
    }
    return colours.get(colour);
  };
  const opacity = (element) =>
    element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1;

  const shown = document.querySelector("dialog:modal") ?? document.body;
  const found = [];
  const add = (words, element, boxes, style, colour) => {
    if (element.closest(":disabled, [aria-disabled=true]")) return;
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const [red, green, blue, alpha] = channels(colour);
    const cover = (alpha / 255) * opacity(element);
    for (const { left, top, right, bottom } of boxes) {
      if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) continue;
      found.push({ words, left, top, right, bottom, colour: [red, green, blue], cover, large });
    }
  };

  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim();
    const element = walker.currentNode.parentElement;
    if (!words || !element.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(walker.currentNode);
    const style = getComputedStyle(element);
    const colour = element instanceof SVGElement ? style.fill : style.color;
    add(words, element, range.getClientRects(), style, colour);
  }
  for (const field of shown.querySelectorAll("input, select, textarea")) {
    if (!field.checkVisibility({ visibilityProperty: true })) continue;
    const placeholder = !field.value && field.placeholder;
    const style = getComputedStyle(field, placeholder ? "::placeholder" : null);
    add(field.value || field.placeholder, field, [field.getBoundingClientRect()], style, style.color);
  }
  return found;
};

// Every line of text in view that nothing lies on: its words, its box in whole pixels, whether it is
// large (WCAG 2.2), and a function that says its colour now and how much of that covers the ground
// (0 to 1).
// `over` selects what lies over the page; where it is there, it is looked at alone.
(over) => {
  const shown = document.querySelector(over) ?? document.body;
  const lines = [];

  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  // Asked once: a long page has thousands of texts and few colours.
  const once = (answer, answers = new Map()) => (about) => {
    if (!answers.has(about)) answers.set(about, answer(about));
    return answers.get(about);
  };
  const channels = once((colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  });
  const opacity = (element) =>
    element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1;

  const paints = once((element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    return backgroundImage !== "none" || channels(backgroundColor)[3] > 0;
  });
  const covered = (element, { left, top, right, bottom }) =>
    [left + 1, (left + right) / 2, right - 1].some((x) =>
      [0.7 * top + 0.3 * bottom, 0.3 * top + 0.7 * bottom].some((y) => {
        if (document.elementFromPoint(x, y)?.contains(element)) return false; // sooner found
        const stack = document.elementsFromPoint(x, y);
        const above = stack.slice(0, stack.findIndex((box) => box.contains(element)));
        return above.some((box) => !element.contains(box) && paints(box));
      }),
    );

  const add = (words, element, boxes, pseudo) => {
    const inView = [...boxes].map(inWindow).filter((box) => !empty(box));
    if (!inView.length || element.closest(":disabled, [aria-disabled=true]")) return;
    const style = getComputedStyle(element, pseudo);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const ink = () => {
      const now = getComputedStyle(element, pseudo);
      const [red, green, blue, alpha] = channels(element instanceof SVGElement ? now.fill : now.color);
      return { colour: [red, green, blue], cover: (alpha / 255) * opacity(element) };
    };
    for (const line of inView.map((box) => uncut(box, element))) {
      if (empty(line) || covered(element, line)) continue;
      const box = [line.left, line.top, line.right, line.bottom].map(Math.round);
      lines.push({ words, box, large, ink });
    }
  };
  const visible = (element) => element.checkVisibility({ visibilityProperty: true });

  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim();
    const element = walker.currentNode.parentElement;
    if (!words || !visible(element)) continue;
    range.selectNodeContents(walker.currentNode);
    add(words, element, range.getClientRects());
  }
  const boxes = "input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea";
  for (const box of [...shown.querySelectorAll(boxes)].filter(visible)) {
    const words = box.value || box.placeholder;
    if (words) add(words, box, [box.getBoundingClientRect()], box.value ? null : "::placeholder");
  }

  return lines;
}

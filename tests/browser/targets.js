// Everything that can be touched, with how wide and high the part is that answers a touch: as
// far as `enough` pixels.
// Links in running text are left out, as in WCAG 2.2, 2.5.8, and what only keys come to.
() => {
  const touchable = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const shown = document.querySelector("dialog:modal") ?? document.body;
  const enough = 48;
  const strides = Array.from({ length: 13 }, (_, at) => Math.min(4 * at, enough - 1) - enough / 2);

  const inText = (target) =>
    getComputedStyle(target).display === "inline" &&
    target.parentElement.textContent.trim() !== target.textContent.trim();

  const measured = (target) => {
    // What is chosen is seen below a button that is not.
    const chooses = /radio|checkbox/.test(target.type);
    const face = chooses ? (target.labels[0] ?? target.parentElement) : target;
    const answers = (x, y) => {
      const hit = document.elementFromPoint(x, y);
      if (!face.contains(hit) || !hit.closest(`${touchable}, label`)) return false;
      return !chooses || face.contains(document.elementsFromPoint(x, y)[1]);
    };
    // How far one can go before something else answers.
    const reach = (x, y, dx, dy, most) => {
      let steps = 0;
      while (steps < most && answers(x + dx, y + dy)) [x, y, steps] = [x + dx, y + dy, steps + 1];
      return steps;
    };
    // Where every few pixels answer, nothing that a finger minds lies between them.
    const wide = (x, y, dx, dy) =>
      strides.every((step) => answers(x + dx * step, y + dy * step));
    const across = (x, y, dx, dy) => {
      if (!answers(x, y)) return 0;
      if (wide(x, y, dx, dy)) return enough;
      const back = reach(x, y, -dx, -dy, enough - 1);
      return back + 1 + reach(x, y, dx, dy, enough - 1 - back);
    };
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = face.getBoundingClientRect();
    const [x, y] = [Math.floor(left + width / 2), Math.floor(top + height / 2)];
    const words = target.getAttribute("aria-label") ?? (target.textContent.trim() || target.name);
    return {
      name: `${target.localName} “${words.replace(/\s+/g, " ").slice(0, 60)}” at ${x},${y}`,
      width: across(x, y, 1, 0),
      height: across(x, y, 0, 1),
      tapped: target.matches(".hp button"),
    };
  };

  return [...shown.querySelectorAll(touchable)]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !inText(target))
    .filter((target) => !target.matches(".vh"))
    .map(measured);
}

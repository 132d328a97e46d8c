// Everything that can be touched, with how wide and high the part is that answers a touch, as far
// as enough pixels; more are enough where somebody taps in a hurry.
// Links in running text are left out, as in WCAG 2.2, 2.5.8, and what only keys come to.
({ tapped, other }) => {
  const touchable = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const shown = document.querySelector("dialog:modal") ?? document.body;
  const inText = (target) =>
    getComputedStyle(target).display === "inline" &&
    target.parentElement.textContent.trim() !== target.textContent.trim();

  const measured = (target) => {
    const enough = target.matches(".hp button") ? tapped : other;
    // Every 8 pixels: a finger minds nothing that lies between.
    const strides = Array.from({ length: Math.ceil((enough - 1) / 8) + 1 }, (_, at) => Math.min(8 * at, enough - 1) - enough / 2);
    // The chosen one is seen below a button that is not.
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
    const wide = (x, y, dx, dy) => strides.every((step) => answers(x + dx * step, y + dy * step));
    const across = (x, y, dx, dy) => {
      if (!answers(x, y)) return 0;
      const back = reach(x, y, -dx, -dy, enough - 1);
      return back + 1 + reach(x, y, dx, dy, enough - 1 - back);
    };
    const words = target.getAttribute("aria-label") ?? (target.textContent.trim() || target.name);
    const middle = () => {
      const { left, top, width, height } = face.getBoundingClientRect();
      return [Math.floor(left + width / 2), Math.floor(top + height / 2)];
    };
    const name = `${target.localName} “${words.replace(/\s+/g, " ").slice(0, 60)}”`;
    let [x, y] = middle();
    if (wide(x, y, 1, 0) && wide(x, y, 0, 1)) return { name, width: enough, height: enough, enough };
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    [x, y] = middle();
    const width = wide(x, y, 1, 0) ? enough : across(x, y, 1, 0);
    const height = wide(x, y, 0, 1) ? enough : across(x, y, 0, 1);
    return { name: `${name} at ${x},${y}`, width, height, enough };
  };

  return [...shown.querySelectorAll(touchable)]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !inText(target))
    .filter((target) => !target.matches(".vh"))
    .map(measured);
}

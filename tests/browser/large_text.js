// Texts that large letters have pushed onto something else, or out of their box, in words. The
// page may scroll. What floats above it is looked at by itself, and an open sheet alone.
() => {
  const faults = [];
  const root = document.querySelector("dialog:modal") ?? document.body;
  // If a name needs the room, the word at the torch wraps out of sight.
  const hidden = ".vh, .leads > span";
  const shown = drawn(root.querySelectorAll("*")).filter((element) => !element.closest(hidden));

  const style = (element) => getComputedStyle(element);
  const floating = (element) => {
    for (let around = element; around !== root; around = around.parentElement)
      if (/fixed|sticky/.test(style(around).position)) return around;
    return root;
  };
  // Text that cannot be scrolled to is cut.
  const everywhere = { left: -scrollX - 1, top: -scrollY - 1, right: 9e9, bottom: 9e9 };
  const within = (element) => {
    let edge = everywhere;
    for (let around = element; around; around = around.parentElement) {
      const { overflow, position } = style(around);
      if (/auto|scroll/.test(overflow) || position === "fixed") break;
      if (overflow !== "visible") edge = shared(edge, around.getBoundingClientRect());
    }
    return edge;
  };

  const lines = inked(shown);
  const frame = "button, .button, .special, .card, .badge, .player, .panel, .ribbon, .bar > *";
  for (const { element, box } of lines) {
    if (mayEnd(element)) continue;
    if (beyond(box, within(element)) > 1) faults.push(`the text of ${inWords(element)} is cut`);
    const around = element.closest(frame);
    if (around && beyond(box, around.getBoundingClientRect()) > 1)
      faults.push(`the text of ${inWords(element)} sticks out of ${inWords(around)}`);
  }

  const inSight = lines
    .map(({ element, box }) => ({ element, box: uncut(box, element), float: floating(element) }))
    .filter(({ box }) => !empty(box));
  for (const [one, other] of overlapping(inSight))
    if (one.element !== other.element && one.float === other.float)
      faults.push(`the texts of ${inWords(one.element)} and ${inWords(other.element)} overlap`);

  const touchable = "button, a:not(.cover), input:not([type=hidden]), select, textarea, summary";
  const controls = shown
    .filter((element) => element.matches(touchable) && !element.closest("label:has(:checked)"))
    .map((element) => ({
      element,
      box: uncut(element.getBoundingClientRect(), element),
      float: floating(element),
    }))
    .filter(({ box }) => !empty(box));
  for (const [one, other] of overlapping(controls))
    if (!one.element.contains(other.element) && !other.element.contains(one.element))
      if (one.float === other.float)
        faults.push(`${inWords(one.element)} and ${inWords(other.element)} overlap`);
  return faults;
}

// The faults of the element that has the focus, in words; null where the page itself has it.
() => {
  const stop = document.activeElement;
  if (!stop || stop === document.body) return null;
  const face = /radio|checkbox/.test(stop.type) ? (stop.labels[0] ?? stop.parentElement) : stop;
  const faults = [];

  const lined = (element) => getComputedStyle(element).outlineStyle !== "none";
  if (![stop, face, ...face.querySelectorAll("*")].some(lined)) faults.push(`${inWords(stop)} has no line`);

  // Floating elements let touches through. It stays for the next stop: each change styles all anew.
  if (!document.adoptedStyleSheets.length) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { pointer-events: auto !important; }");
    document.adoptedStyleSheets = [sheet];
  }
  const floats = (element) => {
    for (let around = element; around && !around.contains(face); around = around.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(around).position)) return true;
    return false;
  };
  const { left, top, right, bottom } = inWindow(uncut(face.getBoundingClientRect(), face));
  const shares = [0.02, 0.25, 0.5, 0.75, 0.98];
  const seen = shares.some((across) =>
    shares.some((down) => {
      const hit = document.elementFromPoint(left + across * (right - left), top + down * (bottom - top));
      return left < right && top < bottom && hit && !floats(hit);
    }),
  );
  if (!seen) faults.push(`${inWords(stop)} is hidden`);
  return faults;
}

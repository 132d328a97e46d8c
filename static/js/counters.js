// @ts-check
// The numbers of the table. Each says what it is called (data-path), which commands step it
// (data-steps), its ends (data-low, data-high), and what is done besides once it has grown
// (data-then); a panel, at how many points of health its player is in danger (data-danger).
(() => {
  const MINUS = "\u2212";

  const disable = (button, really) => {
    if (really) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  };

  const writePanel = (panel, number, high) => {
    panel.classList.toggle("down", number <= 0);
    panel.classList.toggle("danger", number > 0 && number <= +panel.dataset.danger);
    const left = panel.querySelector(".left");
    const width = `${(Math.max(0, number) / high) * 100}%`;
    if (left.getAttribute("width") !== width) left.setAttribute("width", width);
  };

  const counters = (app.counters = {
    disable,
    all: (page) => [...page.querySelectorAll("[data-path]")],
    read: ({ textContent }) => +textContent.replace(MINUS, "-"),
    after(numbers, page, commands) {
      for (const { text } of commands) counters.carryOut(numbers, page, text);
      return numbers;
    },
    carryOut(numbers, page, text) {
      const [, steps, step, left] = text.match(/^(.+?):([+=-]-?\d+)(?::.*?(\d+))?$/) ?? [];
      const place = page.querySelector(`[data-steps="${CSS.escape(steps)}"]`);
      const { path, low, high, then } = place?.dataset ?? {};
      const before = numbers[path];
      if (before === undefined) return; // what it does is for the server to work out
      if (left && +left !== before) return; // somebody has left that room already
      const after = step[0] === "=" ? +step.slice(1) : before + +step;
      numbers[path] = Math.max(+low, Math.min(+high, after));
      if (then && after > before) counters.carryOut(numbers, page, then);
    },
    write(place, number) {
      const { low, high } = place.dataset;
      const text = String(number).replace("-", MINUS);
      if (place.textContent !== text) place.textContent = text;
      place.dataset.length = String(text.length);
      const [minus, plus] = place.closest("[data-counter]").querySelectorAll("button");
      disable(minus, number <= +low);
      disable(plus, number >= +high);
      const panel = place.closest(".hp")?.closest("[data-danger]");
      if (panel) writePanel(panel, number, +high);
    },
  });
})();

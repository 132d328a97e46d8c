// Panels whose number another phone has changed light up for a moment: somebody looks at the cards,
// not at them.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const numbers = () => [...document.querySelectorAll("#table output[data-path]")];

export const lit = async (change) => {
  const before = new Map(numbers().map(({ dataset, textContent }) => [dataset.path, textContent]));
  await change();
  const changed = numbers().filter(({ dataset, textContent }) => (before.get(dataset.path) ?? textContent) !== textContent);
  for (const panel of still.matches ? [] : changed.map((place) => place.closest(".player, .mate")))
    panel?.animate({ boxShadow: ["inset 0 0 0 99rem color-mix(in srgb, var(--seat) 45%, #0000)", "inset 0 0 0 99rem #0000"] }, 900);
};

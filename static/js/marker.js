// @ts-check
// The turn marker: its ring has the number, the crest and the words of all who may have it, and its
// button passes it on to the next of them.
(() => {
  const point = (marker, number) => {
    const ring = JSON.parse(marker.dataset.ring);
    const place = ring.findIndex(([each]) => each === +number);
    if (place < 0) return; // has fallen since
    const [, seat, words] = ring[place];
    const [next] = ring[(place + 1) % ring.length];
    marker.value = `turn:${next}`;
    Object.assign(marker.dataset, { turn: number, effect: JSON.stringify({ turn: next }) });
    Object.assign(marker.children[0], { className: `crest seat${seat}`, textContent: seat });
    marker.children[1].textContent = words;
  };

  const keep = (before) => {
    const { turn } = before.dataset;
    return (marker) => point(marker, turn);
  };

  app.marker = {
    paint(page, number) {
      const marker = app.paint.find(page, "#marker[data-ring]", keep);
      if (marker) point(marker, number);
    },
  };
})();

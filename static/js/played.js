// @ts-check
// What becomes of the room by the commands that wait: which cards leave it, who is next, and whether
// anybody knows how it goes on.
(() => {
  const { effects } = app;
  // Of the commands that no button has told the effect of, those that no room hangs on.
  const BESIDE =
    /^(hp|tally|own-tally|deal|used|spend|attach|detach|discard|weapon|shields|turn|marker|title|note|name|save)\b/;

  // Undefined where nobody knows.
  const lives = (player) => {
    const hp = effects.hp(player);
    const { sure, risk } = effects.hand(player) ?? { sure: true, risk: 0 };
    return sure || hp - risk > 0 ? !(hp <= 0) : undefined;
  };

  // Who is next, past those who have fallen since; nobody where that is not known of somebody.
  const turnOf = (ring, acts) => {
    const all = JSON.parse(ring);
    const from = all.findIndex(([each]) => each === acts);
    const order = [...all.slice(from), ...all.slice(0, from)];
    const next = from < 0 ? undefined : order.find(([each]) => lives(each) !== false);
    return next && lives(next[0]) ? next : undefined;
  };

  app.played = ({ dataset }, commands) => {
    const found = { gone: new Map(), says: [], ended: false };
    let now = +dataset.acts - 1;
    for (const { text, effect = {} } of commands) {
      const { gone = [], acts = -1, ends, player } = effect;
      const isOfRoom = gone.length > 0 || acts >= 0 || ends;
      for (const card of gone) found.gone.set(card, player);
      if (acts >= 0 && now >= 0) now = acts;
      if (ends || !(isOfRoom || BESIDE.test(text))) found.ended = true;
      if (effect.says && (isOfRoom || found.ended)) found.says.push(effect.says);
    }
    return { ...found, turns: now >= 0, next: turnOf(dataset.ring, now) };
  };
})();

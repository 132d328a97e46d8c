// @ts-check
// Plays what waits on the table of this phone. What each command changes the server has written into
// its button (boards/party/table/effect.py), worked out for what its player held then. As long as they
// still hold it (`kit`) that is what happens, and steps of health are added up; else nobody knows
// before the server does: the panel says what waits, by name, and its number is not sure.
(() => {
  const { counters, outbox, paint } = app;
  if (!outbox) return;
  let done = []; // the server has them, the table on the page has them not
  /** @type {Numbers} */
  let numbers = {};
  let hands = new Map(); // by player, of those about whom something waits

  const pathOf = (player) => `players.${player}.hp`;
  /** @returns {Hand} */
  const handOf = (page, player) => {
    const { kit = "" } = page.querySelector(`#player-${player}`)?.dataset ?? {};
    if (!hands.has(player)) hands.set(player, { kit, says: [], sure: true, risk: 0 });
    return hands.get(player);
  };
  const isDown = (hp) => hp <= 0;

  const step = (page, text) => {
    const [verb, player] = text.split(":");
    const wasDown = isDown(numbers[pathOf(player)]);
    counters.carryOut(numbers, page, text);
    if (verb === "hp" && isDown(numbers[pathOf(player)]) !== wasDown) handOf(page, +player).kit = "";
  };

  const carryOut = (page, effect, arrived) => {
    const { player, says, kit, then = kit, was, step: more = 0, risk = Infinity, turn, used = {} } = effect;
    for (const code in used) paint.special(page, code, used[code]);
    if (turn !== undefined) app.marker.paint(page, turn);
    if (player === undefined) return;
    const hand = handOf(page, player);
    hand.sure &&= kit !== undefined && kit === hand.kit;
    if (!hand.sure) hand.risk += risk;
    if (hand.sure && !arrived) counters.carryOut(numbers, page, `hp:${player}:${more < 0 ? "" : "+"}${more}`);
    // Whoever falls, or rises again, holds something else.
    hand.kit = hand.sure && (arrived || !more || isDown(was + more) === isDown(numbers[pathOf(player)])) ? then : "";
    if (hand.kit) paint.panel(page, effect);
    else if (says) hand.says.push(says);
  };

  app.effects = {
    expect: paint.expect,
    hand: (player) => hands.get(player),
    hp: (player) => numbers[pathOf(player)],
    paint(page, waiting) {
      numbers = { ...outbox.truth.values };
      hands = new Map();
      paint.takeOff(page);
      if (+page.dataset.revision >= outbox.truth.revision) done = [];
      for (const { effect } of done) carryOut(page, effect, true);
      for (const { effect = {}, text } of waiting) {
        carryOut(page, effect, false);
        if (effect.player === undefined) step(page, text);
      }
      for (const [player, { says, sure }] of hands) {
        if (says.length) paint.words(page, player, app.draw.waits(says));
        if (!sure) app.tiles.unsure(page, player);
      }
      app.room?.paint(page, [...done, ...waiting]);
      return numbers;
    },
  };

  addEventListener("outbox:done", ({ detail }) => {
    done.push(...outbox.waiting().filter(({ key, effect }) => effect && detail.includes(key)));
  });
})();

// @ts-check
// The room while something of it waits: a card that was taken is gone, and who comes next is to
// act. A ticket whose price is no more than it was leads to the sheet of its card; where nobody
// knows how the room goes on, its cards wait too.
(() => {
  const { effects, outbox, tiles } = app;
  if (!outbox) return;
  /** @type {Played} */
  const NOTHING = { gone: new Map(), says: [], ended: false, turns: false };
  let played = NOTHING;

  const isTrue = ({ effect }, acts, own) => {
    if (!effect) return false;
    const { player, kit, was, step } = JSON.parse(effect);
    const hand = effects.hand(player);
    const hp = effects.hp(player);
    if ((!own && player !== acts) || (hand && hand.kit !== kit)) return false;
    return !step || hp === was || (step < 0 && hp + step <= 0 === was + step <= 0);
  };

  const paintTurn = (page, { endsAs }, shut) => {
    const { says, ended, next, turns } = played;
    if (shut && !ended) tiles.turn(page, [-1, 0, endsAs]);
    else if (ended || (turns && !next)) tiles.turn(page, [-1, 0, app.draw.waits(says)]);
    else if (next) tiles.turn(page, next);
    for (const act of page.querySelectorAll(".whose button")) tiles.stop(page, act);
    app.room.acts = shut || !next ? -1 : next[0];
  };

  const paintRoom = (page, { dataset }) => {
    const { gone, says, ended, next } = played;
    const cards = [...page.querySelectorAll("[data-card]")].map((tile) => tile.dataset.card);
    const shut = ended || cards.filter((card) => !gone.has(card)).length + +dataset.missing <= +dataset.ends;
    for (const card of cards) {
      const ticket = page.querySelector(`[data-card="${card}"] button.ticket`);
      if (gone.has(card)) tiles.gone(page, card, gone.get(card));
      else if (shut) tiles.shut(page, card);
      else if (ticket && !isTrue(ticket.dataset, next?.[0], "own" in dataset)) tiles.old(page, card, dataset.asks);
    }
    if (says.length || ended) paintTurn(page, dataset, shut);
  };

  app.room = {
    acts: undefined,
    paint(page, commands) {
      const room = page.querySelector(".room[data-ring]");
      app.room.acts = undefined;
      played = room && commands.length ? app.played(room, commands) : NOTHING;
      if (played !== NOTHING) paintRoom(page, room);
    },
  };

  // What waits is done once, wherever it is offered.
  addEventListener("click", (event) => {
    const button = event.target.closest("button[data-effect^='{']");
    const { gone: cards = [] } = button ? JSON.parse(button.dataset.effect) : {};
    const waits = button?.ariaDisabled === "true" || cards.some((card) => played.gone.has(card));
    if (!waits && !("old" in (button?.dataset ?? {}))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (waits) app.net.say(app.draw.waits(played.says));
    else button.parentElement.querySelector("a").click();
  }, true);
  dispatchEvent(new Event("effects"));
})();

// @ts-check
// Paints what commands on their way change besides steps of a number: the server has written it
// into their buttons (boards/party/effect.py). Where that is not sure, because the table has changed
// since or another command comes first, the panel says what it waits for.
(() => {
  const { counters, outbox, paint } = app;
  if (!outbox) return;
  const PENDING = document.getElementById("said").dataset.pending;
  let done = []; // the server has them, the table on the page has them not

  const wait = (page, { player = 0, says = "" }) =>
    says && paint.words(page, player, PENDING.replace("%", says));

  app.effects = {
    expect: paint.expect,
    paint(page, waiting) {
      const revision = +page.dataset.revision;
      const before = outbox.truth.values;
      const numbers = { ...before };
      const touched = new Set();
      paint.takeOff(page);
      if (revision >= outbox.truth.revision) done = [];

      /** @param {Command} command @param {boolean} arrived */
      const carryOut = ({ effect, revision: chosen }, arrived) => {
        const { player, hp, turn, used = {} } = effect;
        const path = `players.${player}.hp`;
        const sure = chosen === revision && !touched.has(player) && numbers[path] === before[path];
        touched.add(player);
        for (const [code, aside] of Object.entries(used)) paint.special(page, code, aside);
        if (turn !== undefined) app.marker.paint(page, turn);
        if (player === undefined) return;
        if (!sure) return wait(page, effect);
        paint.panel(page, effect);
        if (hp !== undefined && !arrived) numbers[path] = hp;
      };

      for (const command of done) carryOut(command, true);
      for (const command of waiting)
        if (command.effect) carryOut(command, false);
        else counters.carryOut(numbers, page, command.text);
      return numbers;
    },
  };

  addEventListener("outbox:done", ({ detail }) => {
    done.push(...outbox.waiting().filter(({ key, effect }) => effect && detail.includes(key)));
  });
  dispatchEvent(new Event("effects"));
})();

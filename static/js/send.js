// @ts-check
// Sends what waits in the outbox, one batch at a time, until the server has it. Times are in ms.
(() => {
  const { outbox, net } = app;
  if (!outbox) return;
  const MOST = 100; // commands in a batch
  const QUIET = 200;
  const LONGEST = 3000;
  const SWEEP = 30000;
  let timer = 0;
  let since = 0; // when the first of this burst came
  let failures = 0;
  let over = false;

  const later = (wait) => {
    clearTimeout(timer);
    timer = setTimeout(app.send, wait);
  };

  // Once it is quiet, so that a burst is one batch; but nobody waits for long.
  const soon = () => {
    since ||= Date.now();
    later(Math.min(QUIET, Math.max(0, since + LONGEST - Date.now())));
  };

  const goOn = (status) => {
    const dead = status >= 500;
    failures = dead || status === 429 ? failures + 1 : 0;
    net.reached(!dead);
    if (failures) later(Math.min(SWEEP, 250 * 2 ** failures));
    else if (status === 404 || status === 410) {
      over = true;
      app.end?.(status === 410);
    } else if (status > 299) net.say("stopped");
    else if (outbox.waiting().length) soon();
    outbox.tell(outbox.waiting().length ? "changed" : "empty");
  };

  app.send = async () => {
    const commands = outbox.waiting().slice(0, MOST);
    if (outbox.sending || outbox.fingers || over || !commands.length) return;
    since = 0;
    outbox.sending = true;
    if (navigator.onLine) outbox.sent = commands[commands.length - 1].key; // else nothing leaves
    const status = await app.post(commands).catch(() => 500); // no answer is a server in trouble
    outbox.sending = false;
    goOn(status);
  };

  addEventListener("outbox:due", soon);
  for (const type of ["visibilitychange", "online"]) addEventListener(type, app.send);
  setInterval(app.send, SWEEP); // what another tab has left when it was closed
  app.send();
})();

// Sends what waits in the outbox, one batch at a time, until the server has it.
(() => {
  if (!window.outbox) return;
  const [MOST, QUIET, LONGEST, TIMEOUT] = [100, 200, 3000, 15000];
  let [timer, since, failures] = [0, 0, 0];

  const later = (wait) => {
    clearTimeout(timer);
    timer = setTimeout(send, wait);
  };

  // Once it is quiet, so that a burst is one batch; but nobody waits for long.
  const soon = () => {
    since ||= Date.now();
    later(Math.min(QUIET, Math.max(0, since + LONGEST - Date.now())));
  };

  const post = (commands) =>
    fetch("entries", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value,
      },
      body: JSON.stringify({ commands }),
      keepalive: document.hidden, // goes out although the page is being left
      signal: AbortSignal.timeout?.(TIMEOUT),
    });

  const send = async () => {
    const commands = outbox.waiting().slice(0, MOST);
    if (outbox.sending || outbox.held || !commands.length) return;
    [since, outbox.sending] = [0, true];
    if (navigator.onLine) outbox.sent = commands.at(-1).key; // else nothing leaves the phone
    let status = 500; // no answer is as good as a server in trouble
    try {
      const known = outbox.truth.revision;
      const answer = await post(commands);
      if (answer.ok) outbox.take(await answer.json(), known);
      ({ status } = answer);
    } catch {
      // It is tried again.
    }
    const [dead, busy] = [status >= 500, status === 429];
    failures = dead || busy ? failures + 1 : 0;
    outbox.sending = false;
    net.reached(!dead);
    if (failures) later(Math.min(30000, 250 * 2 ** failures));
    else if (status > 299) net.say(status === 404 ? "gone" : "stopped");
    else if (outbox.waiting().length) soon();
    outbox.tell(outbox.waiting().length ? "changed" : "empty");
  };

  addEventListener("outbox:due", soon);
  for (const type of ["visibilitychange", "online"]) addEventListener(type, send);
  setInterval(send, 30000); // what another tab has left when it was closed
  outbox.send = send;
  send();
})();

// @ts-check
// Posts one batch of commands and takes the answer.
(() => {
  const { outbox } = app;
  if (!outbox) return;
  const { party } = document.getElementById("table").dataset;
  const TIMEOUT = 15000; // ms

  // What another tab has sent since may count in this answer already, though it waits: its own tells.
  const isLast = (commands) => outbox.sent <= commands[commands.length - 1].key;

  const take = ({ revision, state, done, refused, questions }, before) => {
    outbox.tell("done", done);
    outbox.learn(revision, state, before, [...done, ...Object.keys(refused)]);
    for (const [key, reason] of Object.entries(refused))
      if (questions[key]) outbox.tell("asked", questions[key]);
      else outbox.tell("refused", reason);
  };

  app.post = async (commands) => {
    const before = outbox.truth.revision;
    const answer = await fetch("entries", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Party: party, // so that it can be told whether it was deleted
        "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value,
      },
      body: JSON.stringify({
        commands: commands.map(({ key, text, revision }) => ({ key, text, revision })),
      }),
      keepalive: document.hidden, // goes out although the page is being left
      signal: AbortSignal.timeout?.(TIMEOUT),
    });
    if (answer.ok && isLast(commands)) take(await answer.json(), before);
    return answer.status;
  };
})();

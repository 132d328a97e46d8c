// Whatever else is posted from the table goes through the same outbox, so that order is kept. What
// depends on how the log stands (undo, loading, a new run) needs the network and says so.
(() => {
  if (!window.outbox) return;
  const NETWORK = /^(undo|load|resave|new)\b/;
  let owed = 0; // undos of commands that are on their way

  const commands = (form, submitter) => {
    const fields = new FormData(form);
    const texts = fields.getAll("command");
    if (submitter?.name === "command") texts.push(submitter.value);
    if (fields.has("value")) texts.push(texts.pop() + fields.get("value"));
    return texts;
  };

  const post = (form, submitter) => {
    const texts = commands(form, submitter);
    if (net.lost && texts.some((text) => NETWORK.test(text))) return net.say("needs");
    texts.forEach(outbox.add);
    outbox.tell("posted", form);
    outbox.send();
  };

  addEventListener("submit", (event) => {
    if (!event.target.matches("[hx-post]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!document.body.dataset.locked) post(event.target, event.submitter);
  }, true);

  // What has not left the phone is taken back right here; what has, once it has arrived.
  addEventListener("click", (event) => {
    const last = event.target.closest(".turn:not(.redo)") && outbox.waiting().pop();
    if (!last) return;
    event.preventDefault();
    if (last.key > outbox.sent && !NETWORK.test(last.text)) outbox.drop([last.key]);
    else if (net.lost) net.say("needs");
    else owed += 1;
  });

  addEventListener("htmx:after:swap", () => {
    const undo = owed && !outbox.busy && document.querySelector(".turn[value]:not(.redo)");
    if (!undo) return;
    owed -= 1;
    undo.click();
  });
})();

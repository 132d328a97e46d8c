// @ts-check
// The outbox: commands survive dead networks, reloads and crashes. Each is kept on this phone under
// a key of its own until the server says that it is in the log. What is shown is the server's last
// word (`truth`) with all that is `waiting` done to it. One that is more than its text (what it
// changes on the table, at which revision it was chosen) is kept as JSON.
(() => {
  const { party, watch } = document.getElementById("table")?.dataset ?? {};
  app.memory.set("storage", "works");
  if (!party || !app.memory.get("storage")) return; // forms and htmx do the work
  app.memory.set(`party:${location.pathname.split("/")[2]}`, party); // which taps are whose
  const TAP = `tap:${party}:`;
  // What was tapped before the server had the party (contact.js).
  for (const name of Object.keys(localStorage))
    if (name.startsWith(`tap:new.${watch}:`)) {
      localStorage.setItem(name.replace(`new.${watch}`, party), localStorage[name]);
      localStorage.removeItem(name);
    }
  const TRUTH = `truth:${party}`;
  const SENT = `sent:${party}`;

  /** @returns {Truth} */
  const stored = () => JSON.parse(app.memory.get(TRUTH) ?? "null") ?? { revision: -1, done: [] };
  let truth = stored();

  const read = (kept) => (kept[0] === "{" ? JSON.parse(kept) : { text: kept });

  // Another tab drops its taps and says so later: until then, what it kept has to be looked at.
  const lookAgain = () => {
    const theirs = stored();
    if (theirs.revision >= truth.revision) truth = theirs;
  };

  const outbox = (app.outbox = {
    fingers: 0,
    sending: false,
    get busy() { return outbox.sending || outbox.fingers > 0 || outbox.waiting().length > 0; },
    get truth() { return truth; },
    get sent() { return app.memory.get(SENT) ?? ""; },
    set sent(key) { app.memory.set(SENT, key); },
    isAhead: (page) => truth.revision > +page.dataset.revision,
    tell: (name, detail) => dispatchEvent(new CustomEvent(`outbox:${name}`, { detail })),
    waiting() {
      lookAgain();
      return Object.keys(localStorage)
        .filter((name) => name.startsWith(TAP) && !truth.done.includes(name.slice(TAP.length)))
        .sort()
        .map((name) => ({ key: name.slice(TAP.length), ...read(localStorage[name]) }));
    },
    add(text, more) {
      const key = app.newKey();
      localStorage.setItem(TAP + key, more ? JSON.stringify({ text, ...more }) : text);
      for (const name of ["changed", "due"]) outbox.tell(name);
      return key;
    },
    drop(keys) {
      for (const key of keys) localStorage.removeItem(TAP + key);
      outbox.tell("changed");
    },
    // In one write, so that another tab never sees a tap both counted and waiting. Whoever knew of
    // a later revision and is told an earlier one has met a server restored from a backup.
    learn(revision, values, before = -1, fresh = []) {
      lookAgain();
      const late = revision < truth.revision && revision >= before;
      const done = [...truth.done, ...fresh].filter((key) => app.memory.get(TAP + key));
      truth = late ? { ...truth, done } : { revision, values, done };
      app.memory.set(TRUTH, JSON.stringify(truth));
      outbox.drop(done);
    },
  });
  outbox.drop(truth.done); // a crash may have come in between
})();

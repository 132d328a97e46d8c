// The outbox: commands survive dead networks, reloads and crashes. Each is kept on this phone under
// a key of its own until the server says that it is in the log. What is shown is the server's last
// word (`truth`) with all that is `waiting` done to it.
(() => {
  const { party } = document.getElementById("table")?.dataset ?? {};
  if (!party || !kept("storage", "works")) return; // forms and htmx do the work
  const [TAP, TRUTH, SENT] = [`tap:${party}:`, `truth:${party}`, `sent:${party}`];
  const read = () => JSON.parse(kept(TRUTH)) ?? { revision: -1, done: [] };
  const tell = (name, detail) => dispatchEvent(new CustomEvent(`outbox:${name}`, { detail }));
  let truth = read();

  // Another tab drops its taps and says so later: until then, what it kept has to be looked at.
  const look = (news = read()) => {
    if (news.revision >= truth.revision) truth = news;
  };

  const waiting = () => {
    look();
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(TAP) && !truth.done.includes(name.slice(TAP.length)))
      .sort()
      .map((name) => ({ key: name.slice(TAP.length), text: kept(name) }));
  };

  const add = (text) => {
    const key = freshKey();
    localStorage.setItem(TAP + key, text);
    tell("changed");
    tell("due");
    return key;
  };

  const drop = (keys) => {
    for (const key of keys) localStorage.removeItem(TAP + key);
    tell("changed");
  };

  // Kept in one write, so that another tab never sees a tap both counted and waiting. Whoever knew
  // of a later revision and is told an earlier one has met a server restored from a backup.
  const learn = (revision, values, known = -1, fresh = []) => {
    look();
    const late = revision < truth.revision && revision >= known;
    const done = [...truth.done, ...fresh].filter((key) => kept(TAP + key));
    truth = late ? { ...truth, done } : { revision, values, done };
    kept(TRUTH, JSON.stringify(truth));
    drop(done);
  };

  const take = ({ revision, state, done, refused }, known) => {
    learn(revision, state, known, [...done, ...Object.keys(refused)]);
    for (const reason of Object.values(refused)) tell("refused", reason);
  };

  window.outbox = {
    held: 0, sending: false, add, drop, learn, take, tell, waiting,
    get busy() { return this.sending || this.held || waiting().length; },
    get truth() { return truth; },
    get sent() { return kept(SENT) ?? ""; }, // the last key that was tried
    set sent(key) { kept(SENT, key); },
  };
  drop(truth.done); // a crash may have come in between
  // Another tab has changed something, perhaps while this one slept.
  for (const type of ["storage", "visibilitychange"]) addEventListener(type, () => tell("changed"));
})();

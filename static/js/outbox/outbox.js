// The outbox: commands survive dead networks, reloads and crashes. Each is kept on this phone under
// a key of its own until the server says that it is in the log. What is shown is the server's last
// word (`truth`) with all that is `waiting` done to it. One that is more than its text (what it
// changes on the table, at which revision it was chosen) is kept as JSON.
import { memory, newKey } from "./memory.js";

const { party, watch } = document.getElementById("table")?.dataset ?? {};
const TAP = `tap:${party}:`;
const TRUTH = `truth:${party}`;
const SENT = `sent:${party}`;
const HELD = `held:${party}:`; // and a key for each finger on a counter, with the time it came down
const LONGEST = 20000; // ms that a finger may lie there: a page that died lifts none

memory.set("storage", "works");
const works = party && memory.get("storage");

/** @returns {Truth} */
const stored = () => JSON.parse(memory.get(TRUTH) ?? "null") ?? { revision: -1, done: [] };
let truth = stored();

const read = (kept) => (kept[0] === "{" ? JSON.parse(kept) : { text: kept });

const isRecent = (name) => Math.abs(Date.now() - Number(memory.get(name))) < LONGEST; // clocks are set, too

const namesOf = (kind) => Object.keys(localStorage).filter((name) => name.startsWith(kind));

// Another tab drops its taps and says so later: until then, what it kept has to be looked at.
const lookAgain = () => {
  const theirs = stored();
  if (theirs.revision >= truth.revision) truth = theirs;
};

/** @type {Outbox | null} Null where forms and htmx do the work: without storage, or a table to touch. */
export const outbox = works ? {
  fingers: 0,
  sending: false,
  painted: -1,
  get busy() { return outbox.sending || outbox.fingers > 0 || outbox.waiting().length > 0; },
  get truth() { return truth; },
  get sent() { return memory.get(SENT) ?? ""; },
  set sent(key) { memory.set(SENT, key); },
  isAhead: (page) => truth.revision > Math.max(+page.dataset.revision, outbox.painted),
  tell: (name, detail) => dispatchEvent(new CustomEvent(`outbox:${name}`, { detail })),
  waiting() {
    lookAgain();
    const done = new Set(truth.done);
    return namesOf(TAP)
      .filter((name) => !done.has(name.slice(TAP.length)))
      .sort()
      .map((name) => ({ key: name.slice(TAP.length), ...read(localStorage[name]) }));
  },
  // A tap under a finger, here or in another tab, may come to nothing: it waits, and all that came
  // after it.
  ready() {
    const [first] = namesOf(HELD).filter(isRecent).sort();
    return outbox.waiting().filter(({ key }) => !first || HELD + key < first);
  },
  hold() {
    const key = newKey();
    memory.set(HELD + key, String(Date.now()));
    return key;
  },
  lift: (key) => localStorage.removeItem(HELD + key),
  add(text, more) {
    const key = newKey();
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
    const done = [...truth.done, ...fresh].filter((key) => memory.get(TAP + key));
    truth = late ? { ...truth, done } : { revision, values, done };
    memory.set(TRUTH, JSON.stringify(truth));
    outbox.drop(done);
  },
} : null;

// Taps from before the server had the party (first_contact.js).
const takeOver = () => {
  for (const name of namesOf(`tap:new.${watch}:`)) {
    localStorage.setItem(name.replace(`new.${watch}`, party), localStorage[name]);
    localStorage.removeItem(name);
  }
};

// The step of a button; when play goes on, the place it leaves changes: `room:+1:1.4`.
export const stepOf = ({ value }) => value?.replace(/:[\d.]+$/, "");

if (outbox) {
  memory.set(`party:${location.pathname.split("/")[2]}`, party); // which taps are whose
  takeOver();
  outbox.drop(truth.done); // a crash may have come in between
  for (const name of namesOf("held:")) if (!isRecent(name)) localStorage.removeItem(name); // of dead pages
}

// What must hold after every step. The log is a list that only grows; each read of a revision and
// its values has to be the state after that many of its lines (what Elle asks of list appends).
const SHOWN = /data-path="([\w.]+)"[^>]*>([\u2212\d]+)</g;
const REVISION = /<(?:form|div) id="table"[^>]* data-revision="(\d+)"/;
const number = (text) => +text.replace("\u2212", "-");
const phoneOf = (key) => key.match(/-(\w+)\./)?.[1];

export class Checks {
  constructor(world) {
    this.world = world;
    this.states = []; // of numbers, by revision
    this.lines = new Map(); // number in the log, by key
    this.taps = new Map(); // all that were ever kept on a phone, by key
    this.newest = new Map(); // key in the log, by phone
    this.epoch = 0; // counts restored backups
    this.calm = false; // no undo and no restored backup since all agreed
  }

  get known() { return this.states.length - 1; }
  get values() { return this.states.at(-1); }

  begin(start) { this.states = [numbersIn(start)]; }

  // What is new in the log.
  logged(entries) {
    for (const [at, key, text, changes] of entries) {
      const after = { ...this.values };
      if (at !== this.known + 1) this.#wrong(`line ${at} follows line ${this.known}`);
      for (const [path, [before, then]] of Object.entries(changes)) {
        if (path in after && after[path] !== before)
          this.#wrong(`line ${at} finds ${path} at ${before}, which line ${this.known} left at ${after[path]}`);
        if (path in after && typeof then === "number") after[path] = then;
      }
      this.states.push(after);
      this.#line(at, key, text);
    }
  }

  #line(at, key, text) {
    const tap = this.taps.get(key);
    const phone = phoneOf(key);
    if (this.lines.has(key)) this.#wrong(`${key} counts twice`);
    const said = tap?.text.replace(/(?<=^undo:).+-.+/, (undone) => this.lines.get(undone));
    if (tap && said !== text) this.#wrong(`${key} was ${tap.text}, line ${at} is ${text}`);
    if (["refused", "taken back"].includes(tap?.fate)) this.#wrong(`${key} ${text} was ${tap.fate} and counts all the same`);
    if (tap && this.newest.get(phone) > key) this.#wrong(`${key} ${text} comes after ${this.newest.get(phone)}`);
    if (tap) this.newest.set(phone, key);
    this.lines.set(key, at);
  }

  // What is told of lies in the log, even where the process has died since.
  told(news) {
    for (const [topic, revision] of news)
      if (revision > this.known) this.#wrong(`${topic} is told to be at line ${revision}, the log has ${this.known}`);
  }

  // An answer of the house, as it leaves.
  served({ path, method }, answer) {
    if (!answer) return;
    answer.epoch = this.epoch;
    if (answer.status >= 500 && !(answer.busy && answer.status === 503)) this.#wrong(`${method} ${path} is answered with ${answer.status}`);
    if (answer.status !== 200) return;
    const json = answer.headers["content-type"].startsWith("application/json");
    if (json) this.#read(JSON.parse(answer.body));
    else {
      const revision = REVISION.exec(answer.body);
      const shown = [...answer.body.matchAll(SHOWN)].map(([, name, value]) => [name, number(value)]);
      if (revision) this.#read({ revision: +revision[1], state: Object.fromEntries(shown) });
    }
  }

  #read({ revision, state, done = [] }) {
    const then = this.states[revision];
    if (!then) return this.#wrong(`revision ${revision} is read, the log has ${this.known}`);
    for (const [path, value] of Object.entries(state))
      if (path in then && then[path] !== value) this.#wrong(`revision ${revision} has ${path} at ${then[path]}, ${value} is read`);
    for (const key of done) if (!(this.lines.get(key) <= revision)) this.#wrong(`${key} is done, says revision ${revision}`);
  }

  // Something leaves a phone.
  sent(request) {
    if (isOutbox(request)) for (const { key } of JSON.parse(request.body).commands) Object.assign(this.taps.get(key) ?? {}, { sent: true });
  }

  // The answer has come to its phone.
  answered(request, answer) {
    if (!isOutbox(request) || answer?.status !== 200) return;
    const { done, refused } = JSON.parse(answer.body);
    const old = answer.epoch !== this.epoch;
    for (const key of done) Object.assign(this.taps.get(key) ?? {}, { heard: "done", old });
    for (const key of Object.keys(refused)) Object.assign(this.taps.get(key) ?? {}, { heard: "refused", old });
  }

  // Something that a phone keeps has changed.
  stored(phone, name, before, after) {
    const [kind, , key] = name.split(":");
    if (kind === "truth" && after !== null && this.calm) this.#believed(JSON.parse(after));
    if (kind !== "tap") return;
    if (after !== null && !this.taps.has(key)) this.#kept(phone, key, after);
    const tap = this.taps.get(key);
    if (after === null && tap.fate === "waits") this.#dropped(key, tap);
  }

  // The server's last word, as a phone has it, is what the log says.
  #believed({ revision, values = {} }) {
    if (this.states[revision]) this.#read({ revision, state: values });
  }

  #kept(phone, key, text) {
    const words = text[0] === "{" ? JSON.parse(text).text : text;
    const tap = { phone, text: words, fate: "waits", heard: "", sent: false, old: false };
    this.taps.set(key, tap);
    this.world.tell(phone, `keeps ${words}`);
    phone.taps.push(tap);
    this.world.taps += 1;
  }

  #dropped(key, tap) {
    tap.fate = tap.heard || "taken back";
    this.world.tell(tap.phone, `${tap.fate}: ${tap.text}`);
    if (tap.fate === "taken back") {
      tap.phone.forget(tap);
      if (tap.sent) this.#wrong(`${key} ${tap.text} is dropped unheard`); // sent by any tab
    }
    if (tap.fate !== "done" || this.lines.has(key)) return;
    if (tap.old) this.taps.delete(key); // done, but the backup is older
    else this.#wrong(`${key} ${tap.text} is dropped, the log has it not`);
  }

  // What a page shows of the numbers that its phone alone steps: each is one that its taps have led
  // to, and never an earlier one than before.
  shown(page) {
    const { phone } = page;
    const own = `players.${phone.number}.hp`;
    const place = page.document.querySelector(`#table [data-path="${own}"]`);
    if (!place || !this.calm || page.unheard) return;
    const reached = phone.reached(this.base[own], place.dataset);
    const value = number(place.textContent);
    const now = reached.indexOf(value, page.reached ?? 0);
    const before = reached[page.reached ?? 0];
    if (now < 0) this.#wrong(`phone ${phone.number} shows ${value} after ${before}; its taps lead to ${reached.join(" ")}`);
    page.reached = Math.max(now, 0);
  }

  // All is told: every phone shows what the log says, and nothing waits.
  unlike() {
    const wrongs = [];
    for (const phone of this.world.phones) {
      for (const { page } of phone.tabs.filter(({ isSeen }) => isSeen)) this.#compare(phone, page, wrongs); // others may sleep
    }
    for (const [key, { fate, phone, text }] of this.taps) if (fate === "waits") wrongs.push(`phone ${phone.number} keeps ${key} ${text}`);
    return wrongs;
  }

  #compare(phone, page, wrongs) {
    const shown = page ? numbersOn(page) : {};
    for (const [path, value] of Object.entries(this.values))
      if (path in shown && shown[path] !== value) wrongs.push(`phone ${phone.number} shows ${path} at ${shown[path]}, the log says ${value}`);
    const revision = page?.document.getElementById("table")?.dataset.revision;
    if (+revision !== this.known) wrongs.push(`phone ${phone.number} shows line ${revision}, the log has ${this.known}`);
  }

  // All agree: from here on each number is followed anew.
  settle() {
    const { start, told, state } = this.world.ask("audit", { code: this.world.code });
    for (const [path, value] of Object.entries(state)) {
      if (told[path] !== value) this.#wrong(`the log leads ${path} to ${told[path]}, the party has ${value}`);
      if (path in this.values && this.values[path] !== value) this.#wrong(`the party has ${path} at ${value}, its log says ${this.values[path]}`);
    }
    for (const [path, value] of Object.entries(this.states[0]))
      if (start[path] !== value) this.#wrong(`the log begins with ${path} at ${start[path]} instead of ${value}`);
    for (const [key, { fate, text }] of this.taps)
      if (fate === "done" && !this.lines.has(key)) this.#wrong(`${key} ${text} was done, the log has it not`);
    this.taps = new Map([...this.taps].filter(([, { fate }]) => fate === "refused"));
    this.calm = true;
    this.base = this.values;
    for (const phone of this.world.phones) {
      phone.taps = [];
      for (const { page } of phone.tabs) if (page) page.reached = 0;
    }
  }

  // A backup of that revision is restored: what came later is gone for good, and nobody's fault.
  restored(revision) {
    this.epoch += 1;
    this.calm = false;
    this.states.length = revision + 1;
    for (const [key, at] of this.lines)
      if (at > revision) {
        this.lines.delete(key);
        if (this.taps.get(key)?.fate !== "waits") this.taps.delete(key);
      }
    for (const tap of this.taps.values()) if (tap.heard) tap.old = true;
    this.newest.clear();
    for (const key of this.lines.keys()) if (phoneOf(key)) this.newest.set(phoneOf(key), key);
  }

  #wrong(what) { this.world.wrong(what); }
}

const isOutbox = ({ path, method }) => method === "POST" && path.endsWith("/entries");

const numbersIn = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "number"));

const numbersOn = ({ document }) =>
  Object.fromEntries([...document.querySelectorAll("#table [data-path]")].map((place) => [place.dataset.path, number(place.textContent)]));

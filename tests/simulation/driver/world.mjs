// One evening: a house, its phones, and what happens to them, in an order that its seed decides.
import { Chance, Clock } from "./clock.mjs";
import { Checks } from "./checks.mjs";
import { house } from "./house.mjs";
import { Hub, Network } from "./network.mjs";
import { Phone } from "./phone.mjs";
import { VERBS } from "./verbs.mjs";

const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"; // of codes (services/codes.py)
const LONGEST = 180_000; // ms until all agree: a phone without an answer asks every 30 s

export class Wrong extends Error {}

export class World {
  constructor(seed, phones) {
    this.seed = seed;
    this.trace = [];
    this.wrongs = [];
    this.acting = null;
    this.version = 1;
    this.taps = 0;
    this.clock = new Clock();
    this.chance = new Chance(seed, "world");
    this.checks = new Checks(this);
    this.network = new Network(this);
    this.ask("begin");
    this.code = this.#begun(phones);
    this.path = `/p/${this.code}/`;
    this.hub = new Hub(this);
    this.checks.begin(this.ask("audit", { code: this.code }).start);
    this.phones = Array.from({ length: phones }, (_, number) => new Phone(this, number));
    for (const phone of this.phones) phone.open();
  }

  ask(wish, about = {}) { return house(wish, about, this.clock.now); }

  // `where` is a phone, or nothing in particular.
  tell(where, what) {
    this.trace.push(`${this.clock.now} ${where ? `phone ${where.number}: ` : ""}${what}`);
  }

  wrong(what) {
    this.tell(null, `WRONG: ${what}`);
    this.wrongs.push(what);
  }

  // Ends with the first thing that is wrong.
  async play(rounds) {
    await this.quiet();
    for (const steps of rounds) {
      if (this.wrongs.length) break;
      const begun = this.clock.now;
      let over = false;
      for (const step of steps) this.clock.at(begun + step.at, () => this.#do(step));
      this.clock.at(begun + (steps.at(-1)?.at ?? 0), () => (over = true)); // after the last step
      await this.until(() => over, Infinity);
      await this.quiet();
    }
    for (const phone of this.phones) for (const { page } of phone.tabs) page?.leave();
  }

  #do(step) {
    const phone = this.phones[step.phone % this.phones.length];
    this.tell(phone, Object.values(step).slice(2).join(" "));
    VERBS[step.verb](this, phone, step);
  }

  // The network is back: sooner or later all phones agree with the log.
  async quiet() {
    for (const phone of this.phones) VERBS.mend(this, phone);
    await this.#agree();
    for (const phone of this.phones) phone.turn();
    await this.#agree(); // also on what lay behind
    if (this.wrongs.length) return;
    this.checks.settle();
    this.tell(null, `all agree on line ${this.checks.known}`);
  }

  async #agree() {
    await this.until(() => !this.checks.unlike().length, LONGEST);
    if (!this.wrongs.length) for (const wrong of this.checks.unlike()) this.wrong(`in the end ${wrong}`);
  }

  // Plays on until that is so, which is looked at every half a second.
  async until(reached, longest) {
    const end = this.clock.now + longest;
    let look = this.clock.now;
    while (!this.wrongs.length && this.clock.now < end) {
      if (this.clock.now >= look) {
        if (reached()) return;
        look = this.clock.now + 500;
      }
      if (this.clock.next() > look) this.clock.at(look, () => {});
      await this.#turn();
    }
  }

  async #turn() {
    this.acting = null;
    this.clock.take()();
    await new Promise(setImmediate); // all promises that were kept by it
    if (this.acting?.alive) this.checks.shown(this.acting);
  }

  // Both codes are made by the phone, as where a party is begun without a network.
  #begun(players) {
    const [code, watch] = [0, 1].map(() => Array.from({ length: 13 }, () => this.chance.one([...LETTERS])).join(""));
    const request = (method, body) => ({ method, path: "/new", body, headers: { cookie: `csrftoken=${"t".repeat(32)}`, "content-type": "application/x-www-form-urlencoded" } });
    const fields = { csrfmiddlewaretoken: "t".repeat(32), code, watch_code: watch, title: "", players };
    const names = ["Mara", "Odo", "Pell", "Tess"].slice(0, players).map((name, n) => [`name_${n}`, name]);
    const body = new URLSearchParams([...Object.entries(fields), ...names]).toString();
    const { answer } = this.ask("ask", { code, known: 0, dies: -1, between: -1, other: null, request: request("POST", body) });
    if (answer.status !== 303) throw new Error(`A new party: ${answer.status}`);
    return code;
  }
}

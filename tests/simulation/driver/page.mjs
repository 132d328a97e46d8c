// One page in one tab, from its load until it is left.
import { Event, once, parse, TYPES } from "./dom.mjs";
import { events } from "./events.mjs";
import { script } from "./scripts.mjs";
import { BEGINNING, Chance } from "./clock.mjs";
import { abortTypes, fetchOf, streamOf } from "./wire.mjs";

export class Page {
  constructor(tab, html, path, number) {
    this.tab = tab;
    this.phone = tab.phone;
    this.clock = tab.phone.world.clock;
    this.path = path;
    this.alive = true;
    this.streams = new Set();
    this.coming = []; // files
    this.unheard = 0; // changes of what the phone keeps, by its other tabs
    this.document = parse(html);
    this.document.readyState = "loading";
    this.window = this.#window(new Chance(this.phone.world.seed, "page", this.phone.number, number));
    this.document.defaultView = this.window;
  }

  // The scripts named in its head, in their order, then those that come later.
  begin() {
    const { head } = this.document;
    head.append = (element) => this.#bring(element);
    for (const { src } of this.document.querySelectorAll("head script[src]")) this.run(() => this.#play(src));
    this.document.readyState = "interactive";
    this.tell(new Event("DOMContentLoaded", { bubbles: true }), this.document);
    this.document.readyState = "complete";
    this.clock.after(20, () => this.tell(new Event("load"), this.window));
  }

  leave() {
    this.alive = false;
    for (const stream of [...this.streams]) stream.close();
  }

  // As a task of this page, unless that has been left.
  run(act) {
    if (!this.alive) return;
    this.phone.world.acting = this;
    try {
      act();
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error) { this.phone.world.wrong(`a script fails: ${error.stack}`); }

  tell(event, target) {
    event.timeStamp = this.clock.now;
    this.run(() => target.dispatchEvent(event));
  }

  #play(address) {
    script(address.replace(/^\/static\/\d+\//, ""))(this.window);
  }

  // A script or style that a script asks for. It may not come: then it is asked for another time.
  // Scripts are played in the order in which they were asked for, whichever comes first.
  #bring(element) {
    const [address] = (element.getAttribute("src") ?? element.getAttribute("href")).split("#");
    const one = { element, address, came: undefined };
    this.coming.push(one);
    this.phone.world.network.file(this.phone, address, (came) => {
      one.came = came;
      while (this.coming[0]?.came !== undefined) this.#arrive(this.coming.shift());
    });
  }

  #arrive({ element, address, came }) {
    this.run(() => {
      if (came && element.localName === "script") this.#play(address);
      if (came) element.onload?.();
      else element.onerror?.();
    });
  }

  #window(chance) {
    const { clock, phone } = this;
    const wait = (act, ms, again) => this.#timer(act, ms, again);
    const window = Object.create(events);
    const location = {
      ...{ origin: "http://table", host: "table", hash: "" },
      get pathname() { return window.page.path.split("?")[0]; },
      get search() { return window.page.path.match(/\?.*/)?.[0] ?? ""; },
      get href() { return `http://table${window.page.path}`; },
      toString() { return this.href; },
      replace: (to) => this.tab.open(to),
      assign: (to) => this.tab.open(to),
      reload: () => this.tab.open(this.path),
    };
    const date = virtualDate(clock);
    Object.assign(window, TYPES, abortTypes(this), {
      ...{ page: this, document: this.document, location, packs: {}, htmx: undefined },
      ...{ localStorage: phone.storage, history: historyOf(this), console: QUIET },
      navigator: { get onLine() { return phone.online; }, userAgent: "simulated", userActivation: {} },
      ...{ scrollX: 0, scrollY: 0, isSecureContext: false, CSS: { escape } },
      matchMedia: () => ({ matches: false }),
      getComputedStyle: () => ({}),
      setTimeout: (act, ms = 0, ...about) => wait(() => act(...about), ms),
      setInterval: (act, ms, ...about) => wait(() => act(...about), ms, true),
      requestAnimationFrame: (act) => wait(act, 16),
      fetch: fetchOf(this),
      EventSource: streamOf(this),
      Date: date,
      Math: Object.assign(Object.create(Math), { random: () => chance.fraction() }),
      MutationObserver: class { observe() {} },
    });
    for (const name of ["clearTimeout", "clearInterval"])
      window[name] = (timer) => timer && (timer.over = true);
    for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"])
      window[name] = events[name].bind(window);
    window.window = window;
    Object.defineProperty(this.document, "hidden", { get: () => !this.tab.isSeen });
    Object.defineProperty(this.document, "cookie", {
      get: () => phone.cookies.text,
      set: (text) => phone.cookies.take(text),
    });
    return window;
  }

  #timer(act, ms, again) {
    const timer = { over: false };
    const ring = () => {
      if (timer.over || !this.alive) return;
      this.run(act);
      if (again) this.clock.after(Math.max(1, ms), ring);
    };
    this.clock.after(Math.max(0, +ms || 0), ring);
    return timer;
  }
}

const escape = once((text) => String(text).replace(/[^\w-]/g, "\\$&"));

const QUIET = { log() {}, warn() {}, error() {} };

const virtualDate = (clock) =>
  class extends Date {
    constructor(...of) {
      super(...(of.length ? of : [BEGINNING + clock.now]));
    }
    static now() { return BEGINNING + clock.now; }
    // As one place writes it, and soon.
    toLocaleTimeString() { return this.toISOString().slice(11, 16); }
  };

// Entries of a page itself; that it goes back is told as browsers do, a little later.
const historyOf = (page) => {
  const states = [null];
  return {
    get state() { return states.at(-1); },
    pushState: (state) => states.push(state),
    replaceState(state, _, path) {
      states[states.length - 1] = state;
      if (path) page.path = path;
    },
    back() {
      states.pop();
      page.clock.after(1, () => page.tell(new Event("popstate"), page.window));
    },
  };
};

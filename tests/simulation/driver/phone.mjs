// A phone: what it keeps, its tabs, and the fingers on them.
import { Chance } from "./clock.mjs";
import { click, Event } from "./dom.mjs";
import { Page } from "./page.mjs";
import { storageOf } from "./storage.mjs";

export class Phone {
  constructor(world, number) {
    this.world = world;
    this.number = number;
    this.chance = new Chance(world.seed, "phone", number);
    this.online = true;
    this.faults = []; // one befalls each POST
    this.files = new Set(); // those that its browser has
    this.cookies = new Cookies();
    this.storage = storageOf((name, before, after) => this.#stored(name, before, after));
    this.tabs = [];
    this.taps = []; // since all phones agreed
    this.pages = 0;
    this.isWide = this.chance.hits(25); // its tabs are windows, side by side
  }

  get front() { return this.tabs.at(-1); }

  open() {
    const tab = new Tab(this, this.tabs.length);
    this.#bringForward(() => this.tabs.push(tab));
    tab.open(this.world.path);
  }

  close(tab) {
    tab.page?.leave();
    this.#bringForward(() => this.tabs.splice(this.tabs.indexOf(tab), 1));
  }

  // Another tab lies in front.
  turn() {
    if (this.tabs.length > 1) this.#bringForward(() => this.tabs.unshift(this.tabs.pop()));
  }

  switchNetwork(online) {
    if (this.online === online) return;
    this.online = online;
    if (!online) this.world.hub.lose(this);
    for (const { page } of this.tabs) page?.tell(new Event(online ? "online" : "offline"), page.window);
  }

  // A tap was taken back: what it led to is seen no more.
  forget(tap) {
    const place = this.taps.indexOf(tap);
    if (place < 0) return; // all have agreed since
    this.taps.splice(place, 1);
    if (this.led) this.led.numbers.length = Math.min(this.led.numbers.length, place + 1);
    for (const { page } of this.tabs) if (page?.reached > place) page.reached = place;
  }

  // Every number that its taps have led to, one after the other. Most are known from the last look.
  reached(start, { low, high }) {
    const { led, taps } = this;
    const isKnown = led?.taps === taps && led.start === start && led.low === low && led.high === high;
    const { numbers } = isKnown ? led : (this.led = { taps, start, low, high, numbers: [start] });
    for (const { text } of taps.slice(numbers.length - 1)) {
      const step = text.startsWith(`hp:${this.number}:`) ? +text.split(":")[2] : 0;
      numbers.push(Math.max(+low, Math.min(+high, numbers.at(-1) + step)));
    }
    return numbers;
  }

  #bringForward(change) {
    const before = this.front;
    change();
    if (this.isWide) return;
    for (const { page } of new Set([before, this.front].filter(Boolean)))
      page?.tell(new Event("visibilitychange", { bubbles: true }), page.document);
  }

  #stored(name, before, after) {
    const { acting, checks, clock } = this.world;
    checks.stored(this, name, before, after);
    for (const { page } of this.tabs) {
      if (!page || page === acting) continue;
      page.unheard += 1;
      clock.after(1, () => {
        page.unheard -= 1;
        page.tell(new Event("storage", { key: name }), page.window);
      });
    }
  }
}

class Tab {
  constructor(phone, number) {
    Object.assign(this, { phone, number, page: null, touches: 0 });
  }

  // The page before stays until the next one has come, and where none comes.
  open(path) {
    const { world, cookies } = this.phone;
    const request = { method: "GET", path, headers: {}, body: "" };
    world.network.send({ phone: this.phone }, request, (answer) => {
      if (!this.phone.tabs.includes(this) || answer?.status !== 200) return;
      this.page?.leave();
      this.page = new Page(this, answer.body, path, (this.phone.pages += 1));
      this.page.begin();
    });
  }

  get isSeen() { return this.phone.isWide || this === this.phone.front; }

  // A finger on the button of that value, for so long; where it becomes a scroll it is cancelled. What
  // has gone behind another tab meanwhile is never told.
  touch(value, ms, cancelled = false) {
    const { page } = this;
    const button = page?.document.querySelector(`#table button[value^="${value}"]`);
    if (!button) return;
    const pointerId = (this.touches += 1);
    const place = 100 * [...value].reduce((sum, sign) => sum + sign.charCodeAt(0), 0);
    const about = { pointerId, button: 0, isPrimary: true, x: place, y: place, clientX: place, clientY: place };
    const tell = (type, more) => page.tell(new Event(type, { bubbles: true, cancelable: true, ...about, ...more }), button);
    tell("pointerdown");
    this.phone.world.clock.after(ms, () => {
      if (!this.isSeen) return;
      if (cancelled) return tell("pointercancel");
      tell("pointerup");
      page.run(() => click(button, { ...about, detail: 1, timeStamp: page.clock.now }));
    });
  }
}

class Cookies {
  #all = new Map();
  take(text) {
    const [, name, value] = text.match(/^([^=]+)=([^;]*)/);
    this.#all.set(name, value);
  }
  get text() { return [...this.#all].map((pair) => pair.join("=")).join("; "); }
}

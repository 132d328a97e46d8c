// Events as browsers dispatch them: down to the target and up again, past the window on both ways.
// Domino's own never reach the window, where all scripts of the site listen.
const listeners = new WeakMap(); // by target, then by type

export class Event {
  constructor(type, { bubbles = false, cancelable = false, ...more } = {}) {
    Object.assign(this, { type, bubbles, cancelable, ...more });
    this.defaultPrevented = this.stopped = this.stoppedAtOnce = false;
    this.timeStamp ??= 0;
    this.target = this.currentTarget = null;
    this.isTrusted = false;
  }
  preventDefault() { if (this.cancelable) this.defaultPrevented = true; }
  stopPropagation() { this.stopped = true; }
  stopImmediatePropagation() { this.stopped = this.stoppedAtOnce = true; }
}

export class CustomEvent extends Event {
  constructor(type, init = {}) {
    super(type, { detail: null, ...init });
  }
}

export const events = {
  addEventListener(type, listener, options = false) {
    if (!listeners.has(this)) listeners.set(this, new Map());
    const types = listeners.get(this);
    if (!types.has(type)) types.set(type, []);
    const capture = Boolean(typeof options === "object" ? options?.capture : options);
    if (types.get(type).some((one) => one.listener === listener && one.capture === capture)) return;
    types.get(type).push({ listener, capture, once: Boolean(options?.once) });
  },
  removeEventListener(type, listener, options = false) {
    const capture = Boolean(typeof options === "object" ? options?.capture : options);
    const all = listeners.get(this)?.get(type) ?? [];
    const place = all.findIndex((one) => one.listener === listener && one.capture === capture);
    if (place >= 0) all.splice(place, 1);
  },
  dispatchEvent(event) {
    const path = [this];
    for (let node = this.parentNode; node; node = node.parentNode) path.push(node);
    const view = path.at(-1).defaultView;
    if (view) path.push(view);
    event.target = this;
    for (const place of [...path].reverse()) if (!event.stopped) invoke(place, event, true);
    for (const place of event.bubbles ? path : [this]) if (!event.stopped) invoke(place, event, false);
    event.currentTarget = null;
    return !event.defaultPrevented;
  },
};

const invoke = (place, event, capture) => {
  const all = listeners.get(place)?.get(event.type);
  if (!all?.length) return;
  event.currentTarget = place;
  for (const one of [...all]) {
    if (one.capture !== capture || event.stoppedAtOnce) continue;
    if (one.once) all.splice(all.indexOf(one), 1);
    one.listener.call(place, event);
  }
};

// How a page talks to the site: fetch, aborts, and the stream of live events.
const error = (name) => Object.assign(new Error(name), { name });

// Node's own would wait by the real clock.
export const abortTypes = (page) => {
  class AbortSignal {
    constructor() { Object.assign(this, { aborted: false, heard: [] }); }
    static timeout(ms) {
      const signal = new AbortSignal();
      page.window.setTimeout(() => signal.end("TimeoutError"), ms);
      return signal;
    }
    end(name) {
      this.aborted = true;
      this.reason = name;
      for (const hear of this.heard.splice(0)) hear(error(name));
    }
  }
  class AbortController {
    signal = new AbortSignal();
    abort() { this.signal.end("AbortError"); }
  }
  return { AbortSignal, AbortController };
};

export const fetchOf = (page) => (address, { method = "GET", headers = {}, body, signal, keepalive } = {}) =>
  new Promise((resolve, reject) => {
    const path = new URL(String(address), `http://table${page.path}`);
    const sent = { method: method.toUpperCase(), path: path.pathname + path.search, body: body?.toString() ?? "", keepalive };
    sent.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    if (body instanceof URLSearchParams) sent.headers["content-type"] = "application/x-www-form-urlencoded";
    signal?.heard.push(reject);
    const answered = (answer) => page.run(() => (answer ? resolve(responseOf(answer)) : reject(error("TypeError"))));
    page.phone.world.network.send(page, sent, answered);
  });

const responseOf = ({ status, headers, body }) => ({
  status,
  ok: status >= 200 && status < 300,
  headers: new Headers(headers),
  text: () => Promise.resolve(body),
  json: () => Promise.resolve(JSON.parse(body)),
});

export const streamOf = (page) =>
  class EventSource {
    static CLOSED = 2;
    readyState = 0;
    listeners = new Map();
    constructor(path) {
      page.streams.add(this);
      this.page = page;
      this.path = path;
      this.connect();
    }
    connect() {
      if (this.readyState !== 2) page.phone.world.hub.connect(this);
    }
    addEventListener(type, listener) { this.listeners.set(type, listener); }
    hear(type, data) {
      page.run(() => (type === "message" ? this.onmessage({ data }) : this.listeners.get(type)?.({ data })));
    }
    // A browser connects anew after a while, but not where it was refused.
    fail(refused) {
      if (this.readyState === 2) return;
      this.readyState = refused ? 2 : 0;
      page.run(() => this.onerror?.());
      if (!refused) page.clock.after(3000, () => this.connect());
    }
    close() {
      this.readyState = 2;
      page.streams.delete(this);
      page.phone.world.hub.leave(this);
    }
  };

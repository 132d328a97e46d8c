// The memory of this phone, and the keys of its commands. Every command carries a key of its own, so
// that one sent twice counts once. Keys sort in the order of taps, on this phone for good: the time
// in them never goes back, whatever the clock does. They name phone (services/party/record.py) and page.
const random = () => Math.random().toString(36).slice(2);
const page = random();
const PHONE = `phone:${location.pathname.split("/")[2]}`;
let last = 0;

export const memory = {
  get(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Storage is full or switched off; whoever depends on it reads what is there.
    }
  },
};

// Later ones sort behind earlier ones.
export const newKey = () => {
  last = Math.max(Date.now() * 1000, last + 1, Number(memory.get("last-key")) + 1);
  memory.set("last-key", String(last));
  const phone = memory.get(PHONE) ?? random();
  memory.set(PHONE, phone);
  return `${last.toString(36)}-${phone}.${page}`;
};

// Whether a command's key was made by this page.
export const isOwn = (key) => key.includes(page);

addEventListener("htmx:config:request", ({ detail }) => {
  const { body } = detail.ctx.request;
  if (body?.has("key")) body.set("key", newKey());
});

// What a phone keeps: its tabs share it, and hear of what another one of them has changed.
const owners = new WeakMap();

class Storage {
  getItem(name) { return Object.hasOwn(this, name) ? this[name] : null; }
  setItem(name, value) { change(this, String(name), String(value)); }
  removeItem(name) { change(this, String(name), null); }
}
for (const name of ["getItem", "setItem", "removeItem"])
  Object.defineProperty(Storage.prototype, name, { enumerable: false });

const change = (storage, name, value) => {
  const before = storage.getItem(name);
  if (before === value) return;
  if (value === null) delete storage[name];
  else storage[name] = value;
  owners.get(storage)(name, before, value);
};

export const storageOf = (owner) => {
  const storage = new Storage();
  owners.set(storage, owner);
  return storage;
};

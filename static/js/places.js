// @ts-check
// The cards of a dealt room keep their places while it lasts: where one was taken a gap stays, so
// that no other card slides under a finger. New cards fill the gaps.
(() => {
  const list = () => document.querySelector("#table :is(.room, .spread)");
  const home = new Map(); // card -> its place in the room, also of those that were taken
  let size = ""; // of the cards, by how many the room had

  const idOf = (item) => item.querySelector(".lay").id;

  const settle = (ids) => {
    const fresh = ids.filter((id) => !home.has(id));
    if (fresh.length) for (const id of home.keys()) if (!ids.includes(id)) home.delete(id);
    const taken = new Set(home.values());
    let place = 0;
    for (const id of fresh) {
      while (taken.has(place)) place += 1;
      taken.add(place);
      home.set(id, place);
    }
  };

  const gap = (place) => {
    const item = document.createElement("li");
    item.className = "gap";
    item.setAttribute("aria-hidden", "true");
    item.style.order = String(place);
    return item;
  };

  const arrange = () => {
    const room = list();
    if (!room) return home.clear();
    const items = /** @type {Found[]} */ ([...room.children]);
    const before = home.size;
    settle(items.map(idOf));
    const here = new Map(items.map((item) => [home.get(idOf(item)), item]));
    if (before !== home.size || items.length === home.size) size = room.className;
    room.className = size;
    for (const [place, item] of here) item.style.order = String(place);
    const most = Math.max(...home.values());
    for (let place = 0; place <= most; place += 1)
      if (!here.has(place)) room.append(gap(place));
  };

  addEventListener("htmx:after:swap", arrange);
  arrange();
})();

// Time that passes only from one event to the next, and chance that a seed decides.
export const BEGINNING = Date.UTC(2026, 0, 1); // house.py has it too

export class Clock {
  now = 0; // ms
  #heap = [];
  #count = 0;

  // What is due at the same time happens in the order in which it was asked for.
  at(time, act) {
    const event = { time: Math.max(time, this.now), order: (this.#count += 1), act };
    const heap = this.#heap;
    let place = heap.push(event) - 1;
    for (let up = (place - 1) >> 1; place && isBefore(event, heap[up]); up = (place - 1) >> 1) {
      heap[place] = heap[up];
      place = up;
    }
    heap[place] = event;
    return event;
  }

  after(wait, act) {
    return this.at(this.now + wait, act);
  }

  next() {
    return this.#heap[0]?.time ?? Infinity;
  }

  // Takes the next event out and lets its time come.
  take() {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length) sink(heap, last);
    this.now = first.time;
    return first.act;
  }
}

const isBefore = (one, other) => one.time < other.time || (one.time === other.time && one.order < other.order);

const sink = (heap, event) => {
  let place = 0;
  for (let down = 1; down < heap.length; down = 2 * place + 1) {
    if (down + 1 < heap.length && isBefore(heap[down + 1], heap[down])) down += 1;
    if (!isBefore(heap[down], event)) break;
    heap[place] = heap[down];
    place = down;
  }
  heap[place] = event;
};

export class Chance {
  #state;

  constructor(...seed) {
    this.#state = 2166136261;
    for (const sign of seed.join("/")) this.#state = Math.imul(this.#state ^ sign.codePointAt(0), 16777619);
    for (let turn = 0; turn < 4; turn += 1) this.fraction();
  }

  // Mulberry32.
  fraction() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  // From 0 to below `most`.
  below(most) {
    return Math.floor(this.fraction() * most);
  }

  between(least, most) {
    return least + this.below(most - least + 1);
  }

  one(of) {
    return of[this.below(of.length)];
  }

  hits(percent) {
    return this.fraction() * 100 < percent;
  }
}

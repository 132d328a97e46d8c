// Between phones and the house: every line has its own delays, and fails where the story says so.
// What is asked stands in the house's order of arrival, which need not be that of sending.
export class Network {
  constructor(world) {
    this.world = world;
    this.coming = []; // requests on their way to the house
    this.down = 0; // until when there is no server
    this.next = {}; // what befalls the next request: it dies at a statement, or others come between
  }

  send(page, request, answered) {
    const { world } = this;
    const { phone } = page;
    if (!phone.online) return world.clock.after(2, () => answered(null));
    world.checks.sent(request);
    const fault = request.method === "POST" ? phone.faults.shift() : undefined;
    if (fault) world.tell(phone, `${request.method} ${request.path} is ${fault}`);
    const way = () => phone.chance.between(5, 120);
    if (fault === "unheard") return world.clock.after(way(), () => answered(null));
    const back = fault === "late" ? phone.chance.between(1000, 25000) : way();
    this.#carry({ page, phone, request }, way(), (answer) => {
      const comes = phone.online && fault !== "cut" ? answer : null;
      world.clock.after(back, () => {
        if (phone.online) world.checks.answered(request, comes);
        answered(phone.online ? comes : null);
      });
    });
    if (fault === "twice") this.#carry({ page, phone, request }, way() + phone.chance.between(0, 5000), () => {});
  }

  #carry(sent, wait, done) {
    const one = { ...sent, done, time: this.world.clock.now + wait };
    this.coming.push(one);
    one.arrive = () => {
      if (this.#take(one)) this.#serve(one); // else served between the statements of another
    };
    this.world.clock.after(wait, one.arrive);
  }

  #take(one) {
    const place = this.coming.indexOf(one);
    return place < 0 ? undefined : this.coming.splice(place, 1)[0];
  }

  // What reads alone has nothing to lose, and nothing comes between where nothing else is coming.
  #befalls(one) {
    const { next } = this;
    if (!isPost(one) || (next.between !== undefined && !this.coming.some(isPost))) return {};
    this.next = {};
    return next;
  }

  #serve(one) {
    const { world } = this;
    if (world.clock.now < this.down) return one.done(null);
    const next = this.#befalls(one);
    const other = next.between === undefined ? undefined : this.#take(this.coming.find(isPost));
    const asked = { request: this.#as(one), other: other ? this.#as(other) : null };
    const said = world.ask("ask", {
      ...{ code: world.code, known: world.checks.known, dies: next.dies ?? -1, between: next.between ?? -1 },
      ...asked,
    });
    world.checks.logged(said.log);
    world.checks.told(said.news);
    this.#answer(one, said.answer);
    if (other) this.#answer(other, { ...said.other, busy: true }); // the first one may have locked what it needs
    if (said.answer) for (const news of said.news) world.hub.hear(...news);
    else this.restart(next.pause);
  }

  #as({ phone, request: { method, path, headers, body } }) {
    return { method, path, body, headers: { ...headers, cookie: phone.cookies.text } };
  }

  #answer({ phone, request, done }, answer) {
    this.world.tell(phone, `${request.method} ${request.path} ${answer?.status ?? "no answer"}`);
    this.world.checks.served(request, answer);
    if (answer) for (const text of answer.cookies) phone.cookies.take(text);
    done(answer);
  }

  // All that listened is cut off, and for a while nobody answers.
  restart(pause) {
    this.down = this.world.clock.now + pause;
    this.world.hub.cut();
  }

  // Files come from the browser's own store, or from the site where it has that version.
  file(phone, address, came) {
    const kept = phone.files.has(address);
    const there = phone.online && this.world.clock.now >= this.down && address.startsWith(`/static/${this.world.version}/`);
    if (there) phone.files.add(address);
    this.world.clock.after(kept ? 1 : phone.chance.between(5, 120), () => came(kept || there));
  }
}

const isPost = ({ request }) => request.method === "POST";

// Live events, told as scoundrel_web/hub.py tells them.
const SWEEP = 20000; // ms

export class Hub {
  constructor(world) {
    this.world = world;
    this.streams = new Map(); // what each was told last, and when its line is free
    world.clock.after(SWEEP, () => this.#sweep());
  }

  connect(stream) {
    const { clock, network } = this.world;
    const { phone } = stream.page;
    clock.after(phone.chance.between(5, 120), () => {
      if (!stream.page.alive || stream.readyState === 2) return;
      if (!phone.online || clock.now < network.down) return stream.fail(false);
      stream.readyState = 1;
      this.streams.set(stream, { newest: -1, told: -1, free: 0 });
      this.#look(stream);
    });
  }

  leave(stream) { this.streams.delete(stream); }

  lose(phone) {
    this.#end([...this.streams.keys()].filter(({ page }) => page.phone === phone));
  }

  cut() { this.#end([...this.streams.keys()]); }

  hear(topic, revision, numbers) {
    if (topic !== this.topic) return;
    for (const [stream, one] of this.streams)
      if (revision > one.newest) this.#correct(stream, one, revision, numbers);
  }

  #end(streams) {
    for (const stream of streams) {
      this.streams.delete(stream);
      stream.fail(false);
    }
  }

  #correct(stream, one, revision, numbers = "") {
    const { clock } = this.world;
    Object.assign(one, { newest: revision, numbers });
    one.free = Math.max(one.free, clock.now + stream.page.phone.chance.between(5, 120));
    clock.at(one.free, () => {
      if (this.streams.get(stream) !== one || one.told === one.newest) return;
      one.told = one.newest;
      this.world.tell(stream.page.phone, `hears of ${one.newest}`);
      if (one.numbers && stream.path.endsWith("?numbers")) stream.hear("numbers", one.numbers);
      stream.hear("message", String(one.newest));
    });
  }

  // What the database says, which is less than before where a backup was restored.
  #look(only) {
    const { topic, news } = this.world.ask("revision", { kind: "p", code: this.world.code });
    this.topic = topic;
    for (const [, revision] of news)
      for (const [stream, one] of this.streams)
        if ((!only || stream === only) && one.newest !== revision) this.#correct(stream, one, revision);
  }

  #sweep() {
    if (this.streams.size && this.world.clock.now >= this.world.network.down) this.#look();
    this.world.clock.after(SWEEP, () => this.#sweep());
  }
}

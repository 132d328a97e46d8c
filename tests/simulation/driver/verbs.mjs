// What may happen at a table, by its name in a story (story.mjs).
import { Event } from "./dom.mjs";

// Everybody counts at once, so that something is asked that can die, or meet another request.
const allCount = ({ phones }) => {
  for (const phone of phones) phone.front.touch(`hp:${phone.number}:-1`, 40);
};

const again = (world, times, wait, act) => {
  for (let turn = 0; turn < times; turn += 1) world.clock.after(turn * wait, act);
};

export const VERBS = {
  tap(world, phone, { value, times, wait }) {
    again(world, times, wait, () => phone.front.touch(value, 40));
  },
  hold(world, phone, { value, ms }) { phone.front.touch(value, ms); },
  scroll(world, phone, { value, ms }) { phone.front.touch(value, ms, true); },
  undo(world, phone) {
    world.checks.calm = false;
    const button = phone.front.page?.document.querySelector("[data-undo]");
    if (button) phone.front.page.run(() => button.click());
  },
  network(world, phone) { phone.switchNetwork(!phone.online); },
  fault(world, phone, { fault }) { phone.faults.push(fault); },
  reload(world, phone) { phone.front.open(world.path); },
  // Where two lie open the older one goes.
  tab(world, phone) {
    if (phone.tabs.length > 1) phone.close(phone.tabs[0]);
    else phone.open();
  },
  turn(world, phone) { phone.turn(); },
  kill(world, phone, { statement, pause }) {
    world.network.next = { dies: statement, pause };
    allCount(world);
  },
  between(world, phone, { statement }) {
    world.network.next = { between: statement };
    allCount(world);
  },
  restart(world, phone, { pause }) {
    world.version += 1;
    world.ask("restart", { version: world.version });
    world.network.restart(pause);
  },
  backup(world) {
    world.ask("backup");
    world.saved = world.checks.known;
  },
  restore(world, phone, { pause }) {
    if (world.saved === undefined) return;
    world.ask("restore", { version: world.version });
    world.checks.restored(world.saved);
    world.network.restart(pause);
  },
  // For the end of a round: whatever was wrong with the network is over.
  mend(world, phone) {
    phone.faults.length = 0;
    world.network.next = {};
    phone.switchNetwork(true);
    const look = () => {
      for (const tab of phone.tabs) if (!tab.page) tab.open(world.path);
    };
    world.clock.after(10_000, look);
  },
};

// What happens on an evening: taps and faults, decided by a seed. Each step stands by itself, so that
// a story can be told without it.
import { Chance } from "./clock.mjs";

const ROUNDS = 3;
const STEPS = 24; // in a round
const FAULTS = ["unheard", "cut", "late", "twice"];
const SHARED = ["floor:+1", "floor:-1", "room:+1", "room:+1", "room:-1"];
const STATEMENTS = 12; // of a tap's request, and the two sides of its commit

// How often each happens, in a hundred steps.
const OFTEN = {
  hold: 22,
  tap: 30,
  scroll: 4,
  fault: 12,
  network: 8,
  reload: 5,
  tab: 4,
  turn: 3,
  kill: 4,
  between: 4,
  undo: 1,
  restart: 1,
  backup: 1.5,
  restore: 0.7,
};
const TOGETHER = Object.values(OFTEN).reduce((sum, each) => sum + each, 0);

export const story = (seed) => {
  const chance = new Chance(seed, "story");
  const phones = chance.one([1, 1, 2, 2, 3, 4]);
  const rounds = Array.from({ length: ROUNDS }, () => round(chance, phones));
  return { phones, rounds };
};

const round = (chance, phones) => {
  let at = 0;
  return Array.from({ length: STEPS }, () => {
    at += chance.between(20, 900);
    return step(chance, at, chance.below(phones));
  });
};

const step = (chance, at, phone) => {
  const verb = verbBy(chance);
  // A player's health is stepped on one phone alone, so that it is known what that has to show.
  const own = `hp:${phone}:${chance.one(["-1", "-1", "+1"])}`;
  const value = chance.hits(25) ? chance.one(SHARED) : own;
  const about = {
    tap: () => ({ value, times: chance.between(1, 12), wait: chance.between(60, 200) }),
    hold: () => ({ value: own, ms: chance.between(500, 4000) }),
    scroll: () => ({ value: own, ms: chance.between(60, 440) }), // from where it is held
    fault: () => ({ fault: chance.one(FAULTS) }),
    kill: () => ({ statement: chance.below(STATEMENTS), pause: chance.between(0, 6000) }),
    between: () => ({ statement: chance.below(STATEMENTS) }),
    restart: () => ({ pause: chance.between(100, 4000) }),
    restore: () => ({ pause: chance.between(100, 4000) }),
  };
  return { at, phone, verb, ...about[verb]?.() };
};

const verbBy = (chance) => {
  let place = chance.fraction() * TOGETHER;
  for (const [verb, often] of Object.entries(OFTEN)) if ((place -= often) < 0) return verb;
  return "tap";
};

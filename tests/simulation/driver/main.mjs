// Plays evenings until there were enough taps; a wrong one is told as short as it can be found.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { packed } from "./scripts.mjs";
import { story } from "./story.mjs";
import { World } from "./world.mjs";

const wanted = JSON.parse(process.argv[2]);
const trace = createHash("sha256");
let world = null;
process.on("unhandledRejection", (error) => world.wrong(`a script fails: ${error?.stack ?? error}`));

const evening = async (seed, { phones, rounds }) => {
  world = new World(seed, phones);
  await world.play(rounds);
  return world;
};

const tell = (text) => fs.writeSync(1, `${text}\n`);

// Without the steps from that place on, counted through all rounds.
const without = ({ phones, rounds }, place, size) => {
  let at = -1;
  const stays = () => (at += 1) < place || at >= place + size;
  return { phones, rounds: rounds.map((steps) => steps.filter(stays)) };
};

// The same evening with as few steps as still go wrong: halves are left out, then less and less.
const shortest = async (seed, whole) => {
  const length = ({ rounds }) => rounds.flat().length;
  let [best, tries] = [whole, wanted.tries];
  for (let size = length(best); size && tries > 0; size >>= 1)
    for (let place = 0; place < length(best) && tries > 0; tries -= 1) {
      const fewer = without(best, place, size);
      if ((await evening(seed, fewer)).wrongs.length) best = fewer;
      else place += size;
    }
  return best;
};

const explain = async (seed, whole) => {
  const best = await shortest(seed, whole);
  const { trace } = await evening(seed, best);
  tell(`the shortest evening found: --only ${seed} --story '${JSON.stringify(best)}'`);
  tell(trace.join("\n"));
};

packed(JSON.parse(fs.readFileSync(wanted.packs, "utf8")));
if (wanted.trace) fs.writeFileSync(wanted.trace, "");
let [taps, evenings] = [0, 0];
while (taps < wanted.taps) {
  const seed = wanted.only || `${wanted.seed}.${evenings}`;
  const told = wanted.story ? JSON.parse(wanted.story) : story(seed);
  const played = await evening(seed, told);
  evenings += 1;
  taps += played.taps;
  trace.update(played.trace.join("\n"));
  if (wanted.trace) fs.appendFileSync(wanted.trace, `evening ${seed}\n${played.trace.join("\n")}\n`);
  if (played.wrongs.length) {
    tell(`seed ${seed} after ${taps} taps: ${played.wrongs[0]}`);
    if (wanted.tries) await explain(seed, told);
    process.exit(1);
  }
}
tell(`${taps} taps in ${evenings} evenings, seed ${wanted.seed}, trace ${trace.digest("hex").slice(0, 16)}`);
process.exit(0);

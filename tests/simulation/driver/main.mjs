// Plays evenings until there were enough taps; a wrong one is told as short as it can be found.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { spoil } from "./scripts.mjs";
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

if (wanted.script) spoil(wanted.script);
if (wanted.trace) fs.writeFileSync(wanted.trace, "");
let [taps, evenings] = [0, 0];
while (taps < wanted.taps) {
  const seed = wanted.only || `${wanted.seed}.${evenings}`;
  const played = await evening(seed, wanted.story ? JSON.parse(wanted.story) : story(seed));
  evenings += 1;
  taps += played.taps;
  trace.update(played.trace.join("\n"));
  if (wanted.trace) fs.appendFileSync(wanted.trace, `evening ${seed}\n${played.trace.join("\n")}\n`);
  if (played.wrongs.length) {
    tell(`seed ${seed} after ${taps} taps: ${played.wrongs[0]}`);
    process.exit(1);
  }
}
tell(`${taps} taps in ${evenings} evenings, seed ${wanted.seed}, trace ${trace.digest("hex").slice(0, 16)}`);
process.exit(0);

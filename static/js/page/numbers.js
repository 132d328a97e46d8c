// Numbers that another phone has changed: they come with the news (live.js), and are painted before the
// table is asked for.
import { outbox } from "../outbox/outbox.js";
import { isQuiet, lit } from "./live.js";

// Cards of a hand, a room and a sheet say what they would leave of a player's health. A voice that says
// all of a change says it at once.
const MORE = "dialog[open], #voice[data-full]";
const isAlone = (path) => {
  const place = `[data-path="${CSS.escape(path)}"]`;
  return document.querySelector(`#table:not(.in-room, .mine) ${place}, #table:not(.in-room) .mate ${place}`);
};

addEventListener("outbox:numbers", ({ detail: { from, revision, values } }) => {
  const table = document.getElementById("table");
  const isNext = from === outbox.truth.revision && from >= +table.dataset.revision && !outbox.isAhead(table);
  if (!isNext || !isQuiet() || !outbox.truth.values) return;
  if (document.querySelector(MORE) || !Object.keys(values).every(isAlone)) return;
  outbox.painted = revision;
  lit(() => outbox.learn(revision, { ...outbox.truth.values, ...values }, from));
});

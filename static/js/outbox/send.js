// Sends what waits in the outbox, one batch at a time, until the server has it. Times are in ms.
import { fetchInTime } from "../page/limit.js";
import { net } from "./net.js";
import { outbox } from "./outbox.js";

const MOST = 100; // commands in a batch
const QUIET = 200;
const LONGEST = 3000;
const SWEEP = 30000;
let timer = 0;
let since = 0; // when the first of this burst came
let failures = 0;
let over = false;

export const send = async () => {
  const commands = outbox.ready().slice(0, MOST);
  if (outbox.sending || over || !commands.length) return;
  since = 0;
  outbox.sending = true;
  if (navigator.onLine) outbox.sent = commands[commands.length - 1].key; // else nothing leaves
  const status = await post(commands).catch(() => 500); // no answer is a server in trouble
  outbox.sending = false;
  goOn(status);
};

// Takes the answer too, and resolves with its status.
const post = async (commands) => {
  const before = outbox.truth.revision;
  const answer = await fetchInTime("entries", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Party: document.getElementById("table").dataset.party, // to be told whether it was deleted
      "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value,
    },
    body: JSON.stringify({
      commands: commands.map(({ key, text, revision }) => ({ key, text, revision })),
    }),
    keepalive: document.hidden, // goes out although the page is being left
  });
  // A command of another tab may count in this answer already, though it waits: its own answer tells.
  const isLast = outbox.sent <= commands[commands.length - 1].key;
  if (answer.ok && isLast) take(await answer.json(), before);
  return answer.status;
};

const take = ({ revision, state, done, entries, refused, questions }, before) => {
  outbox.tell("done", { keys: done, entries });
  outbox.learn(revision, state, before, [...done, ...Object.keys(refused)]);
  for (const [key, reason] of Object.entries(refused))
    if (questions[key]) outbox.tell("asked", questions[key]);
    else outbox.tell("refused", reason);
};

const goOn = (status) => {
  const dead = status >= 500;
  failures = dead || status === 429 ? failures + 1 : 0;
  net.reached(!dead);
  if (failures) later(Math.min(SWEEP, 250 * 2 ** failures));
  else if (status === 404 || status === 410) {
    over = true;
    outbox.tell("gone", status === 410);
  } else if (status > 299) net.say("stopped");
  else if (outbox.waiting().length) soon();
  outbox.tell(outbox.waiting().length ? "changed" : "empty");
};

const later = (wait) => {
  clearTimeout(timer);
  timer = setTimeout(send, wait);
};

// Once it is quiet, so that a burst is one batch; but nobody waits for long.
const soon = () => {
  since ||= Date.now();
  later(Math.min(QUIET, Math.max(0, since + LONGEST - Date.now())));
};

if (outbox) {
  addEventListener("outbox:due", soon);
  for (const type of ["visibilitychange", "online"]) addEventListener(type, send);
  setInterval(send, SWEEP); // what another tab has left when it was closed
  send();
}

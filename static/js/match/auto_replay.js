// A match moves on by itself, as fast as is wanted. Each step is the link to the next move, touched.
const PACE = 1600; // ms a move stays
const SPEEDS = [1, 2, 4];
let speed = 1;
let timer = 0;

const table = () => document.getElementById("table");
const button = () => table().querySelector("[data-play]");
const next = () => table().querySelector("[rel=next]");

const paint = () => {
  const { play, pause, drawn } = button().dataset;
  button().hidden = false;
  button().querySelector("span").textContent = timer ? pause : play;
  button().querySelector("use").setAttribute("href", `${drawn}#${timer ? "pause" : "play"}`);
  const pace = table().querySelector("[data-speed]");
  const branch = table().querySelector("[name=at]");
  pace.hidden = !timer && Boolean(branch);
  if (branch) branch.hidden = Boolean(timer);
  pace.querySelector("b").textContent = `${speed}×`;
};

const stop = () => {
  clearTimeout(timer);
  timer = 0;
};

const wait = () => {
  stop();
  timer = setTimeout(() => next()?.click(), PACE / speed);
};

addEventListener("click", ({ target, isTrusted }) => {
  if (target.closest("[data-play]")) {
    if (timer) stop();
    else if (asked) timer = -1; // goes on from the move that is on its way
    else if (next()) {
      timer = -1;
      next().click();
    }
  } else if (target.closest("[data-speed]")) {
    speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
    if (timer) wait();
  } else if (isTrusted) stop();
  paint();
});
for (const type of ["input", "htmx:error", "htmx:response:error"])
  addEventListener(type, () => {
    stop();
    paint();
  });
addEventListener("htmx:after:swap", ({ detail }) => {
  history.replaceState(null, "", detail.ctx.response.raw.url); // a page loaded again stays at this move
  if (timer && next()) wait();
  else if (!asked || asked === wanted) stop();
  paint();
});
paint();

// A match as it stood at the move that its slider points at.
let asked = ""; // the move that is on its way
let wanted = ""; // the one that is to come in the end: without focus the slider takes that of each answer

const slider = () => document.getElementById("slider");

const showPlace = () => (document.querySelector("[data-at]").textContent = slider().value);

const showSlider = () => {
  if (!slider()) return; // what comes is hidden
  slider().hidden = false;
  if (asked) return;
  slider().value = slider().getAttribute("value"); // it keeps its own while in focus
  showPlace();
};

const fetchTable = async () => {
  const source = slider();
  const way = `${source.dataset.way}&at=${asked}`;
  await htmx.ajax("GET", way, { source, target: table(), swap: "outerMorph" });
  slider().focus(); // another may stand in its place
};

// One at a time: keys ask for more than can come.
const slide = async () => {
  try {
    while (asked !== wanted) {
      asked = wanted;
      await fetchTable();
    }
  } finally {
    asked = "";
    showSlider();
  }
};

// Nothing that moves under a finger may be replaced.
addEventListener("input", showPlace);
addEventListener("change", () => {
  wanted = slider().value;
  if (!asked) slide();
});
addEventListener("htmx:after:swap", showSlider);
showSlider();

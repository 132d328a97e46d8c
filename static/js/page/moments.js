// A run moment by moment: one of the list at a time, by slider or by itself.
const STEP = 1200; // ms a moment stays
const player = document.getElementById("player");
const moments = [...document.querySelectorAll("#moments > .panel")];
const slider = player?.querySelector("input");
const button = player?.querySelector("button");
let timer = 0;

const at = () => Number(slider.value);

const show = () => moments.forEach((moment, place) => (moment.hidden = place !== at() - 1));

const stay = () => history.replaceState(slider.value, ""); // a page loaded again begins here

const stop = () => {
  clearInterval(timer);
  timer = 0;
  button.textContent = button.dataset.play;
};

const step = () => {
  if (at() === moments.length) return stop();
  slider.value = String(at() + 1);
  show();
  stay();
};

const start = () => {
  if (at() === moments.length) slider.value = "1";
  show();
  timer = setInterval(step, STEP);
  button.textContent = button.dataset.pause;
};

if (player && moments.length > 1) {
  button.addEventListener("click", () => (timer ? stop() : start()));
  slider.addEventListener("input", () => {
    stop();
    show();
  });
  slider.addEventListener("change", stay);
  slider.value = history.state ?? "1";
  player.hidden = false;
  show();
}

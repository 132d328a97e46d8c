// What the page says of itself: how this phone's commands are doing, since when the site has not
// been reached, and what else there is to tell.
(() => {
  const said = document.getElementById("said");
  if (!said) return;
  const texts = said.dataset;
  let [since, timer] = [null, 0];

  const paint = (page = document) => {
    const sign = page.querySelector("#net");
    const count = window.outbox?.waiting().length;
    const [words, status] = sign.querySelectorAll("b, span");
    const state = since ? "lost" : count ? "waits" : "saved";
    sign.dataset.state = state;
    words.textContent = count ? texts.waits.replace("%", count) : state === "saved" ? texts.saved : "";
    const lost = since ? texts.lost.replace("%", since.toLocaleTimeString([], { timeStyle: "short" })) : "";
    if (status.textContent !== lost) status.textContent = lost; // read aloud, so only once
  };

  const reached = (well) => {
    if (well === !since) return;
    since = well ? null : new Date();
    paint();
    if (well) window.outbox?.tell("due");
  };

  // One of the texts above by its name, or a reason from the server.
  const say = (told) => {
    said.firstElementChild.textContent = texts[told] ?? told;
    said.hidden = !told;
    said.classList.toggle("lock", told === "locked");
    clearTimeout(timer);
    timer = told && setTimeout(say, 8000, "");
  };

  addEventListener("htmx:before:swap", ({ detail }) => {
    for (const { fragment } of detail.tasks) if (fragment.querySelector("#net")) paint(fragment);
  });
  addEventListener("outbox:refused", ({ detail }) => say(detail));
  addEventListener("offline", () => reached(false));
  addEventListener("htmx:error", () => say("needs"));
  window.net = { paint, reached, say, texts, get lost() { return since ?? !navigator.onLine; } };
  paint();
})();

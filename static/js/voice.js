// @ts-check
// The table read out: what has changed within a second is said at once and never twice, in the one
// live region of a table, and aloud where this phone has that switched on.
(() => {
  const TOGETHER = 1000; // ms
  const LIVE = "#table :is([role=status], [aria-live], output):not([aria-live=off])";
  const { speechSynthesis: voice } = window; // not everywhere
  const table = document.getElementById("table");
  if (!table) return;
  /** @type {Found} */
  let region;
  let last = new Map(); // as it was when something was said last
  let timer = 0;
  let warned = "";

  const speak = (text) => {
    if (!text || !("aloud" in region.dataset) || !voice) return;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = document.documentElement.lang;
    voice.speak(utterance);
  };

  // A new element is read even where its words are the same.
  const say = (texts) => {
    const textContent = app.reading.joined(texts);
    if (textContent) region.replaceChildren(Object.assign(document.createElement("span"), { textContent }));
    speak(textContent);
  };

  const isFull = () => "full" in region.dataset;

  // Under an open sheet nothing is heard: it is said when that closes.
  const tell = () => {
    timer = 0;
    if (document.querySelector("dialog:modal")) return;
    const before = last;
    last = app.reading.changing(isFull());
    say([...last].filter(([key]) => !before.has(key)).map(([, text]) => text));
  };

  // Screen readers hear warnings at once, as alerts.
  const warn = () => {
    const text = document.querySelector("#said:not([hidden]) p")?.textContent ?? "";
    if (text !== warned) speak(text);
    warned = text;
  };

  const follow = () => {
    for (const place of document.querySelectorAll(LIVE)) place.setAttribute("aria-live", "off");
    for (const button of document.querySelectorAll("[data-read][hidden]")) button.hidden = false;
    warn();
    timer ||= setTimeout(tell, TOGETHER);
  };

  const begin = (text) => {
    const part = document.createRange().createContextualFragment(text);
    if (table.localName !== "form") part.replaceChildren(part.querySelector("#voice")); // nothing to touch
    document.body.prepend(part);
    region = document.getElementById("voice");
    last = app.reading.changing(isFull());
    follow();
    new MutationObserver(follow).observe(document.body, { childList: true, characterData: true, subtree: true });
    addEventListener("close", follow, true);
    addEventListener("click", ({ target }) => {
      if (!target.closest("[data-read]")) return;
      voice?.cancel();
      say(app.reading.whole(isFull()));
    });
  };

  fetch("/keys", { headers: { "HX-Request": "true" }, priority: "low" })
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer)))
    .then(begin)
    .catch(() => {}); // without a network the table is as quiet as before
})();

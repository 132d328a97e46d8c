// @ts-check
// A match as it stood at the move that its slider points at.
(() => {
  let asked = ""; // the move that is on its way

  const slider = () => document.getElementById("slider");

  const show = () => {
    slider().hidden = false;
    if (!asked) slider().value = slider().getAttribute("value"); // it keeps its own while in focus
  };

  const fetchTable = async () => {
    const source = slider();
    const way = `${source.dataset.way}&at=${asked}`;
    await htmx.ajax("GET", way, { source, target: document.getElementById("table"), swap: "outerMorph" });
    slider().focus(); // another may stand in its place
  };

  // One at a time: keys ask for more than can come.
  const slide = async () => {
    try {
      while (asked !== slider().value) {
        asked = slider().value;
        await fetchTable();
      }
    } finally {
      asked = "";
      show();
    }
  };

  // What moves under a finger must not be replaced.
  addEventListener("input", () => (document.querySelector("[data-at]").textContent = slider().value));
  addEventListener("change", () => {
    if (!asked) slide();
  });
  addEventListener("htmx:after:swap", show);
  show();
})();

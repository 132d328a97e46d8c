// @ts-check
// Where the far seats are turned round, what opens and what is said faces whoever touched last.
(() => {
  const { body } = document;
  if (!body.classList.contains("around")) return;

  const turn = ({ target }) => {
    if (target.closest("#sheet, #said, .say")) return; // it stays with whom it belongs to
    const panel = target.closest(".player");
    body.dataset.side = panel && getComputedStyle(panel).rotate === "180deg" ? "far" : "near";
  };
  for (const type of ["pointerdown", "click"]) addEventListener(type, turn, true);
})();

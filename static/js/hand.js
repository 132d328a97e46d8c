// @ts-check
// The chosen card of a phone's own player: touched again it is let go, and so it is once it is done.
(() => {
  const chosen = () => document.querySelector("#hand :checked");
  let before = null; // what was chosen when the touch began

  const letGo = () => {
    const card = chosen();
    if (card) card.checked = false;
  };

  addEventListener("pointerdown", ({ target }) => {
    before = chosen();
    if (!target.closest("#hand, #sheet")) letGo();
  });
  addEventListener("click", ({ target, detail }) => {
    if (detail && target === before) letGo();
    before = null;
  });
  addEventListener("submit", (event) => event.target.id === "choose" && event.preventDefault());
  addEventListener("outbox:posted", letGo);
})();

// @ts-check
// The invitation of a new table goes away by itself: when the others have come, or one plays.
(() => {
  const invitation = document.getElementById("invitation");
  if (!invitation?.open) return;
  const OFTEN = 3000; // ms
  invitation.close(); // and opened again so that nothing below it can be touched by mistake
  invitation.showModal();
  history.replaceState(history.state, "", location.pathname); // not again after a reload

  const end = () => {
    clearInterval(timer);
    invitation.remove();
  };

  const look = async () => {
    const answer = await fetch("phones");
    if (answer.status === 204) return end();
    if (answer.ok) invitation.querySelector(".came").textContent = await answer.text();
  };

  const timer = setInterval(() => {
    if (!invitation.open) end();
    else if (!document.hidden) look().catch(() => {}); // another time
  }, OFTEN);
  addEventListener("outbox:changed", () => app.outbox.waiting().length && end());
})();

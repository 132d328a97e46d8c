// The invitation of a new table goes away by itself: when the others have come, or one plays.
import { outbox } from "../outbox/outbox.js";
import { fetchInTime } from "./limit.js";

const OFTEN = 3000; // ms
const invitation = document.getElementById("invitation");
let timer = 0;

const end = () => {
  clearInterval(timer);
  invitation.remove();
};

const ask = async () => {
  if (!invitation.open) return end();
  if (document.hidden) return;
  const answer = await fetchInTime("phones");
  if (answer.status === 204) return end();
  if (answer.ok) invitation.querySelector(".came").textContent = await answer.text();
};

if (invitation?.open) {
  invitation.close(); // and opened again so that nothing below it can be touched by mistake
  invitation.showModal();
  history.replaceState(history.state, "", location.pathname); // not again after a reload
  timer = setInterval(() => ask().catch(() => {}), OFTEN); // another time
  addEventListener("outbox:changed", () => outbox.waiting().length && end());
}

// The table of a dealt game. Its voice comes once it can be played.
import "../page/bring.js";
import "../page/guard.js"; // before all that acts on a touch: what it stops, nobody else hears
import "../page/clock.js";
import "./play_moves.js"; // lays the first move before anything else follows the swap
import "./room_slots.js";
import "../page/live.js";

// A tap is seen to be on its way until the answer comes, or fails to. Links are marked by htmx.
const mark = (waits) => ({ detail }) => detail.ctx.request.submitter?.classList.toggle("htmx-request", waits);
addEventListener("htmx:config:request", mark(true));
addEventListener("htmx:finally:request", mark(false));

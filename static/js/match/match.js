// The table of a dealt game. Its voice comes once it can be played.
import "../page/bring.js";
import "../page/guard.js"; // before all that acts on a touch: what it stops, nobody else hears
import "../page/clock.js";
import "./play_moves.js"; // lays the first move before anything else follows the swap
import "./room_slots.js";
import "../page/live.js";

// Advice stays until the next move: a touch puts it away.
addEventListener("click", ({ target }) => {
  const said = target.closest(".say p")?.parentElement;
  for (const part of said?.querySelectorAll("p") ?? []) part.remove();
});

// A tap is seen to be on its way until its own answer comes, or fails to: the table of another answer is
// marked again. A button may wait for its turn. A link counts once it is sent, as htmx drops some.
const waiting = new Map(); // the decision, or the address of a link, by request
const mark = () => {
  const names = [...waiting.values()];
  for (const control of document.querySelectorAll("#table :is([name=decision], [hx-get])"))
    control.classList.toggle("htmx-request", names.includes(control.value ?? control.getAttribute("hx-get")));
};
const follow = (stage, change) =>
  addEventListener(`htmx:${stage}:request`, ({ detail: { ctx } }) => {
    change(ctx);
    mark();
  });
follow("config", (ctx) => waiting.set(ctx, ctx.request.submitter?.value));
follow("before", (ctx) => ctx.request.submitter ?? waiting.set(ctx, ctx.sourceElement.getAttribute("hx-get")));
follow("finally", (ctx) => waiting.delete(ctx));
addEventListener("htmx:after:swap", mark);

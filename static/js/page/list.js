// A list is swapped after each change: what somebody has unfolded there stays so, and what was sent is no
// longer typed.
import { stop } from "./guard.js";

const list = document.getElementById("list");

htmx.registerExtension("unfolded", {
  htmx_before_morph_attr: (box, { attrName }) => !(attrName === "open" && box.hasAttribute("open") && list?.contains(box)),
});
addEventListener("htmx:after:swap", ({ detail }) => {
  const { sourceElement: source, response } = detail.ctx ?? {};
  if (list?.contains(source) && response?.status < 400) source.reset?.();
});

// A finger that comes back to the same button before the answer has come means the same deed.
let pressed = null;
addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (!list?.contains(target)) return;
  if (target.matches(".htmx-request") && submitter === pressed) stop(event);
  pressed = submitter;
}, true);

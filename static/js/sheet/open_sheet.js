// Scripts that come with the first sheet: the paint of commands that change more than a number, and what an
// open sheet does besides.
import "./tickets.js";
import "./held.js";
import "./takers.js"; // paints a sheet before that is read again
import { memory } from "../outbox/memory.js";
import { clock, net } from "../outbox/net.js";
import { fetchInTime } from "../page/limit.js";
import { make } from "./paint.js";

const sheet = document.getElementById("sheet");
const SOON = 1000; // ms

// An open sheet follows the table. Where the site cannot be reached it says how old it is.
const root = () => sheet.querySelector("[data-here]");
const behind = () => +root().dataset.revision < +document.getElementById("table").dataset.revision;

const date = () => {
  const line = root().querySelector(".as-of");
  const time = clock(new Date(root().dataset.at));
  line.hidden = !net.lost;
  line.textContent = line.dataset.says.replace("%", time);
};

// The tab has the focus of a sheet that opens; in one that is open somebody may be typing.
const keepFocus = (text) => text.replace(" autofocus>", ">");

// Whose sheet it is may have left the table; or the sheet has become another meanwhile.
const read = async () => {
  const { here } = root().dataset;
  const { value } = sheet.querySelector("[name=tab]:checked") ?? { value: "" };
  const headers = { "HX-Request": "true" };
  const answer = await fetchInTime(`${here}?tab=${value}`, { headers });
  const text = await answer.text();
  if (root()?.dataset.here !== here) return;
  if (answer.status === 404) sheet.close();
  else if (answer.ok && sheet.open)
    await htmx.swap({ text: keepFocus(text), target: sheet, swap: "innerMorph", sourceElement: sheet });
};

const follow = () => {
  if (!sheet.open || !root()) return;
  date();
  if (!net.lost && behind() && !("comes" in sheet.dataset)) read().catch(() => net.reached(false));
};

addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail.ctx.target === sheet) setTimeout(follow, SOON); // it may be an old copy
  else follow();
});
// The page to read once this is done (sheet.js) is followed until then.
addEventListener("outbox:posted", ({ detail }) => {
  if (detail.dataset.again) root().dataset.here = detail.dataset.again;
});
for (const type of ["net", "online", "offline", "sheet:open"]) addEventListener(type, follow);

// The others play on: what a player has unfolded, or typed and not saved, stays as it is.
const isInUse = (box, attribute) => {
  if (attribute === "value") return box instanceof HTMLInputElement && box.value !== box.defaultValue;
  return attribute === "open";
};

htmx.registerExtension("in use", {
  htmx_before_morph_attr: (box, { attrName }) => !(sheet.open && sheet.contains(box) && isInUse(box, attrName)),
});

// Text that was typed into the sheet and not saved is offered again.
const nameOf = (field) => `draft:${root().dataset.here}#${field.id}`;

const offer = (field) => {
  const text = memory.get(nameOf(field));
  if (!text || text === field.value || field.form.querySelector("button[data-draft]")) return;
  const words = root().dataset.typed.replace("%", () => text);
  field.form.append(make("button", { type: "button", class: "button quiet", "data-draft": text }, words));
};

addEventListener("input", ({ target }) => {
  if (sheet.contains(target) && target.name === "value" && target.id)
    memory.set(nameOf(target), target.value);
});
addEventListener("outbox:posted", ({ detail }) => {
  const field = sheet.contains(detail) && detail.elements.value;
  if (!field) return;
  memory.set(nameOf(field), "");
  field.defaultValue = field.value;
});
addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-draft]");
  if (!button) return;
  const { value: field } = button.form.elements;
  field.value = button.dataset.draft;
  field.focus();
  button.remove();
});
addEventListener("sheet:open", () => {
  for (const field of sheet.querySelectorAll("input[name=value][id]")) offer(field);
});

// Going back closes an open sheet and stays at the table.
let leaving = false; // the browser goes back because the sheet was closed

const enter = () => {
  if (!history.state?.sheet) history.pushState({ sheet: true }, "");
};

sheet.addEventListener("close", () => {
  leaving = Boolean(history.state?.sheet);
  if (leaving) history.back();
});
addEventListener("popstate", () => {
  if (sheet.open && leaving) enter(); // opened again meanwhile
  else sheet.close();
  leaving = false;
});
addEventListener("sheet:open", enter);
if (history.state?.sheet) history.replaceState(null, ""); // it was open when the page was left

// The chosen cards of a room lie in a row above all others; laid out in full it is sent by itself.
const lay = (form) => {
  const places = form.querySelectorAll(".laid span");
  const faces = [...form.querySelectorAll(".pack :checked + .face")];
  places.forEach((place, n) => {
    place.replaceChildren(...faces.slice(n, n + 1).map((face) => face.cloneNode(true)));
  });
  return places.length > 0 && faces.length >= places.length;
};

addEventListener("change", ({ target }) => {
  const form = target.closest?.("form");
  if (form && lay(form)) form.requestSubmit(form.querySelector("[name=command]"));
});
// The sheet is read again while some are chosen.
addEventListener("htmx:after:swap", () => document.querySelectorAll("#cards").forEach(lay));

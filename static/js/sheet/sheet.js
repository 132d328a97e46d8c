// The sheet opens over the table and closes once what was done in it is done; where the form names
// an address in data-again, it is read again instead. A refusal closes it: the table says why.
import { net } from "../outbox/net.js";
import { outbox } from "../outbox/outbox.js";
import { bring } from "../page/bring.js";

const sheet = document.getElementById("sheet");
let again = "";

// They come with the first touch: the table does not wait for them.
const dress = () => bring(sheet.dataset.files);

const open = async () => {
  await dress();
  if (sheet.open) return;
  sheet.showModal();
  dispatchEvent(new Event("sheet:open"));
};

// While it is read it follows nothing (open_sheet.js): what comes is as new as the table.
const read = (address) => {
  sheet.dataset.comes = "";
  htmx
    .ajax("GET", address, { source: sheet, target: sheet, swap: "innerMorph" })
    .finally(() => delete sheet.dataset.comes);
};

const finish = () => {
  if (again) read(again);
  else sheet.close();
  again = "";
};

if (sheet) {
  addEventListener("htmx:after:swap", ({ detail }) => {
    const { target, sourceElement, response } = detail.ctx;
    const inside = sheet.contains(sourceElement);
    if (target === sheet && !inside) open();
    else if (inside && !sheet.contains(target)) {
      again = response.status < 400 && sourceElement.dataset.again;
      finish();
    }
  });

  addEventListener("outbox:posted", ({ detail }) => {
    again = !net.lost && detail.dataset.again;
    if (!again) finish();
  });
  addEventListener("outbox:empty", () => again && finish());
  for (const type of ["outbox:refused", "outbox:asked"]) addEventListener(type, () => sheet.close());
  addEventListener("pointerdown", dress, { once: true });

  sheet.addEventListener("click", (event) => {
    if (event.target !== sheet && !event.target.closest("[data-close]")) return;
    event.preventDefault();
    sheet.close();
  });

  // The cards of a room are painted without the network too.
  const cards = document.querySelector(".room");
  if (cards || outbox?.waiting().some(({ effect }) => effect)) dress();
}

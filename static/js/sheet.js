// @ts-check
// The sheet opens over the table and closes once what was done in it is done; where the form names
// an address in data-again, it is read anew instead. A refusal closes it: the table says why.
(() => {
  const sheet = document.getElementById("sheet");
  if (!sheet) return;
  let clothes = null; // its stylesheets, once they are asked for
  let again = "";

  // Its looks come with the first touch: the table does not wait for them.
  const fetchStyle = (href) =>
    new Promise((arrived) => {
      const link = document.createElement("link");
      link.onload = arrived;
      link.onerror = () => {
        clothes = null; // another time
        arrived();
      };
      document.head.append(Object.assign(link, { rel: "stylesheet", href }));
    });
  const dress = () => (clothes ??= Promise.all(sheet.dataset.style.split(" ").map(fetchStyle)));

  const finish = () => {
    if (again) htmx.ajax("GET", again, { source: sheet, target: sheet, swap: "innerMorph" });
    else sheet.close();
    again = "";
  };

  addEventListener("htmx:after:swap", async ({ detail }) => {
    const { target, sourceElement, response } = detail.ctx;
    const inside = sheet.contains(sourceElement);
    if (target === sheet && !inside) {
      await dress();
      if (!sheet.open) sheet.showModal();
    } else if (target !== sheet && inside) {
      again = response.status < 400 && sourceElement.dataset.again;
      finish();
    }
  });

  addEventListener("outbox:posted", ({ detail }) => {
    again = !app.net.lost && detail.dataset.again;
    if (!again) finish();
  });
  addEventListener("outbox:empty", () => again && finish());
  addEventListener("outbox:refused", () => sheet.close());
  addEventListener("pointerdown", dress, { once: true });

  sheet.addEventListener("click", (event) => {
    if (event.target !== sheet && !event.target.closest("[data-close]")) return;
    event.preventDefault();
    sheet.close();
  });
})();

// @ts-check
// Keys that press what stands on the table (templates/site/keys.html lists them). None does anything
// while somebody types, with a modifier, while something lies open over the table, or where this phone
// has them switched off (WCAG 2.1.4).
(() => {
  const TYPES = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
  const PLAYER = ".player, .mate";

  // Where keys have other letters, what counts is where the key is.
  const keyOf = ({ key, code, shiftKey }) => {
    if (/^Key/.test(code) && !/[a-z]/i.test(key)) return shiftKey ? "" : code[3].toLowerCase();
    return shiftKey && /[a-z]/i.test(key) ? "" : key.toLowerCase();
  };

  const alone = () => document.querySelector("#table:is(.n1, .mine) .player");
  const player = () => document.activeElement?.closest(PLAYER) ?? alone();

  const find = (key) => {
    if (/^[1-4]$/.test(key)) return document.querySelector(`#player-${+key - 1} :is(a, button)`);
    const press = document.querySelector(`#keys [data-key="${CSS.escape(key)}"]`)?.dataset.press;
    if (!press || (press.includes("@") && !player())) return null;
    return document.querySelector(press.replaceAll("@", `#${player()?.id}`));
  };

  // Its looks are those of a sheet.
  const show = async () => {
    const { files } = document.getElementById("sheet")?.dataset ?? {};
    if (files) await app.bring(files);
    document.getElementById("keys").showModal();
  };

  // The table stays where it is.
  const turn = async (event) => {
    const { target: form, submitter } = event;
    if (!form.closest("#keys") || form.method !== "post") return;
    event.preventDefault();
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form, submitter) });
    if (answer.ok) location.reload();
  };

  addEventListener("submit", turn);
  addEventListener("click", ({ target }) => target.closest("[data-keys]") && show());
  addEventListener("keydown", (event) => {
    const { target, ctrlKey, altKey, metaKey, repeat, isComposing } = event;
    if (ctrlKey || altKey || metaKey || repeat || isComposing || target.closest(TYPES)) return;
    const list = document.getElementById("keys");
    if (!list || "off" in list.dataset) return;
    const open = document.querySelector("dialog:modal");
    const key = keyOf(event);
    if (open) return open.id === "keys" && key === "?" && open.close();
    const found = find(key);
    if (!found) return;
    event.preventDefault();
    if (/\d/.test(key)) found.focus();
    else found.click();
  });
})();

// @ts-check
// What was typed into the sheet and not saved is offered again.
(() => {
  const { memory } = app;
  const sheet = document.getElementById("sheet");

  const root = () => sheet.querySelector("[data-here]");
  const nameOf = (field) => `draft:${root().dataset.here}#${field.id}`;

  const offer = (field) => {
    const text = memory.get(nameOf(field));
    if (!text || text === field.value || field.form.querySelector("button[data-draft]")) return;
    const button = document.createElement("button");
    const words = root().dataset.typed.replace("%", text);
    Object.assign(button, { type: "button", className: "button quiet", textContent: words });
    button.dataset.draft = text;
    field.form.append(button);
  };

  addEventListener("input", ({ target }) => {
    if (sheet.contains(target) && target.name === "value" && target.id)
      memory.set(nameOf(target), target.value);
  });
  addEventListener("outbox:posted", ({ detail }) => {
    const field = sheet.contains(detail) && detail.elements.value;
    if (field) memory.set(nameOf(field), "");
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
})();

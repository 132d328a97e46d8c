// @ts-check
// A room laid out in full is sent by itself.
(() => {
  addEventListener("change", ({ target }) => {
    const pad = target.closest?.("[data-full]");
    if (!pad || pad.querySelectorAll(":checked").length < +pad.dataset.full) return;
    const form = pad.closest("form");
    form.requestSubmit(form.querySelector("[name=command]"));
  });
})();

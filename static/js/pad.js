// @ts-check
// The chosen cards of a room lie in a row above all others; laid out in full it is sent by itself.
(() => {
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
})();

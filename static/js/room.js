// @ts-check
// The sheets of the cards in the room: what each would do to whom. They are fetched once for each
// room, one after the other, so that the worker has them where there is no network.
(() => {
  const { net } = app;
  if (!net) return; // a page without a table
  const fetched = new Set();

  const links = () => [...document.querySelectorAll(".room .deal a[hx-get]")].map(({ href }) => href);

  const fetchAll = async () => {
    if (!navigator.serviceWorker?.controller || net.lost) return;
    for (const href of links().filter((address) => !fetched.has(address))) {
      fetched.add(href);
      await fetch(href, { headers: { "HX-Request": "true" } }).catch(() => fetched.delete(href));
    }
  };

  for (const type of ["htmx:after:swap", "net"]) addEventListener(type, fetchAll);
  navigator.serviceWorker?.addEventListener("controllerchange", fetchAll);
  fetchAll();
})();

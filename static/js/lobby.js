// @ts-check
// Who waits for the others to sit down is taken to the table once something has happened.
(() => {
  const waiting = document.querySelector("[data-waits]");
  if (!waiting) return;
  const [, , code] = location.pathname.split("/");
  const stream = new EventSource(`/live/play/${code}?after=${waiting.dataset.waits}`);
  stream.onmessage = () => location.assign(`/play/${code}/`);
  stream.addEventListener("gone", stream.onmessage);
})();

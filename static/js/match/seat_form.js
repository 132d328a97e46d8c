// Before a dealt game, while seats are given.

// A typed name means that somebody plays there: an empty seat is played on this phone then. The
// form does the same without this; here it is seen at once.
addEventListener("input", ({ target }) => {
  const who = target.closest(".person")?.querySelector("select");
  if (who && target.matches("input") && target.value.trim()) who.value ||= "here";
});

// A player who waits for the others to sit down is taken to the table once something has happened.
const { waits } = document.querySelector("[data-waits]")?.dataset ?? {};
if (waits) {
  const [, , code] = location.pathname.split("/");
  const stream = new EventSource(`/live/play/${code}?after=${waits}`);
  stream.onmessage = () => location.assign(`/play/${code}/`);
  stream.addEventListener("gone", stream.onmessage);
}

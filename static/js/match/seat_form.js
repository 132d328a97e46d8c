// Before a dealt game, while seats are given.

// A typed name means that somebody plays there: an empty seat is played on this phone then. The
// form does the same without this; here it is seen at once.
addEventListener("input", ({ target }) => {
  const who = target.closest(".person")?.querySelector("select");
  if (who && target.matches("input") && target.value.trim()) who.value ||= "here";
});

// A player who waits sees the others sit down, and is taken to the table once all have. What is typed for
// a seat that is still free stays.
const AGAIN = 4000; // ms
const TIMEOUT = 15000; // ms
const [, , code] = location.pathname.split("/");
const { waits } = document.querySelector("[data-waits]")?.dataset ?? {};

const go = () => location.assign(`/play/${code}/`);

const show = async () => {
  const answer = await fetch(`/play/${code}/`, { signal: AbortSignal.timeout?.(TIMEOUT) });
  if (answer.status >= 500) throw answer;
  const seats = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll("[data-waits] > li");
  if (!seats.length) return go();
  document.querySelectorAll("[data-waits] > li").forEach((seat, n) => {
    if (!seats[n].querySelector("form")) seat.replaceWith(seats[n]);
  });
};

const look = () => show().catch(() => setTimeout(look, AGAIN));

const listen = () => {
  const stream = new EventSource(`/live/play/${code}?after=${waits}`);
  stream.onmessage = look;
  stream.addEventListener("gone", go);
  stream.onerror = () => stream.readyState === EventSource.CLOSED && setTimeout(listen, AGAIN);
};

if (waits) listen();

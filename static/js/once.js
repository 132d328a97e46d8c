// @ts-check
// A new room or floor is one event of the whole table: its step says what it leaves, `room:+1:1.4`,
// so that two phones make one step. Tapped twice within a second, with nothing in between, it is the
// same one said again; undone, it has not been said.
(() => {
  const AGAIN = 1000; // ms
  const STEP = "#table [data-counter] > button:is([value^=room], [value^=floor])";
  const none = { verb: "", time: -Infinity, pointerId: -1 };
  let last = none;
  let deaf = false; // to the touch that still lasts

  app.once = `${STEP}[value*="+"]`;

  // As it is painted. Where one plays alone there are no floors.
  const name = () => {
    const number = (path) => document.querySelector(`#table [data-path=${path}]`)?.textContent;
    for (const button of document.querySelectorAll(STEP)) {
      const [verb, step, left] = button.value.split(":");
      const floor = number("floor") ?? parseInt(left);
      button.value = `${verb}:${step}:${verb === "room" ? `${floor}.${number("room")}` : floor}`;
    }
  };

  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    app.refuse(event.target.closest(app.once));
  };

  const isAgain = (button, { timeStamp: time, pointerId }) => {
    const verb = button?.value.split(":")[0] ?? ""; // a table may bring another button
    const again = Boolean(verb) && verb === last.verb && time - last.time < AGAIN;
    if (!again) last = { verb, time, pointerId };
    return again;
  };

  addEventListener("pointerdown", (event) => {
    const button = event.target.closest(app.once);
    deaf = isAgain(button, event);
    if (deaf) stop(event);
  }, true);

  addEventListener("click", (event) => {
    const button = event.target.closest(app.once);
    if (event.detail ? button && deaf : isAgain(button, event)) stop(event);
  }, true);

  addEventListener("pointercancel", ({ pointerId }) => {
    if (pointerId === last.pointerId) last = none;
  });

  const changes = ["outbox:changed", "outbox:empty", "storage", "htmx:after:swap"];
  for (const type of changes) addEventListener(type, name);
  if (app.outbox) name();
})();

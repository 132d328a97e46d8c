// A control that others take away leaves its focus to the part of the table or sheet that it lay in. No
// other control gets it: the next key would press that.
const PART = "section, nav, header, main, #table, #sheet";
let way = []; // from what has the focus up to the table or sheet

addEventListener("htmx:before:swap", () => {
  way = [];
  for (let at = document.activeElement?.closest(":is(#table, #sheet) *"); at; at = at.parentElement.closest(PART)) way.push(at);
});

addEventListener("htmx:after:swap", () => {
  const place = way.find((at) => at.isConnected);
  if (!place || document.activeElement !== document.body) return;
  if (place.tabIndex < 0) place.tabIndex = -1; // each table takes it off a part again
  place.focus({ preventScroll: true });
});

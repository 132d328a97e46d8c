// @ts-check
// Going back closes an open sheet and stays at the table.
(() => {
  const sheet = document.getElementById("sheet");
  let leaving = false; // the browser goes back because the sheet was closed

  const enter = () => {
    if (!history.state?.sheet) history.pushState({ sheet: true }, "");
  };

  sheet.addEventListener("close", () => {
    leaving = Boolean(history.state?.sheet);
    if (leaving) history.back();
  });
  addEventListener("popstate", () => {
    if (sheet.open && leaving) enter(); // opened again meanwhile
    else sheet.close();
    leaving = false;
  });
  addEventListener("sheet:open", enter);
  if (history.state?.sheet) history.replaceState(null, ""); // it was open when the page was left
})();

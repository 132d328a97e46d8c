// @ts-check
// Whoever types a name wants somebody to play there: an empty seat is played on this phone then. The
// form does the same without this; here it is seen at once.
addEventListener("input", ({ target }) => {
  const who = target.closest(".person")?.querySelector("select");
  if (who && target.matches("input") && target.value.trim()) who.value ||= "here";
});

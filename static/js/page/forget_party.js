// Nothing is behind this link. A phone that keeps taps of the party asks for that one: whether it
// was deleted. If so, whatever this phone still keeps of it goes as well.
const [, , code] = location.pathname.split("/");

try {
  const party = localStorage.getItem(`party:${code}`);
  const asked = `?party=${party}`;
  const isDeleted = document.querySelector("script[data-deleted]");
  if (party && location.search !== asked) location.replace(`/p/${code}/${asked}`);
  else if (party && isDeleted)
    for (const name of Object.keys(localStorage))
      if ([party, code].includes(name.split(":")[1]) || name.startsWith(`draft:/p/${code}/`))
        localStorage.removeItem(name);
} catch {
  // Storage is switched off: nothing was kept.
}

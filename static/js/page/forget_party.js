// Nothing is behind this link. A phone that keeps taps of the party asks for that one: whether it
// was deleted. If so, whatever this phone still keeps of it goes as well.
const [, , code] = location.pathname.split("/");

const forget = (party) => {
  for (const name of Object.keys(localStorage))
    if ([party, code].includes(name.split(":")[1])) localStorage.removeItem(name);
};

const look = (party) => {
  const asked = `?party=${party}`;
  if (location.search !== asked) location.replace(`/p/${code}/${asked}`);
  else if (document.querySelector("script[data-deleted]")) forget(party);
};

try {
  const party = localStorage.getItem(`party:${code}`);
  if (party) look(party);
} catch {
  // Storage is switched off: nothing was kept.
}

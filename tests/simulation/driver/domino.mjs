// Domino with selectors that are read once (selectors.mjs). Its own are read whenever it is asked.
import { createRequire } from "node:module";
import { selector } from "./selectors.mjs";

const require = createRequire(import.meta.url);
const OWN = "@mixmark-io/domino/lib/select.js";
const own = require(OWN);

// All elements below a place, in the order of the page.
export const below = (place, all = []) => {
  const first = place.firstChild;
  let node = first;
  if (node)
    do {
      if (node.nodeType === 1) below(node, (all.push(node), all));
      node = node._nextSibling; // a ring
    } while (node !== first);
  return all;
};

// Domino's own for what selectors.mjs does not know.
const select = (text, place) => {
  const { test } = selector(text);
  return test ? below(place).filter(test) : own(text, place);
};
select.matches = (element, text) => {
  const { test } = selector(text);
  return test ? test(element) : own.matches(element, text);
};
require.cache[require.resolve(OWN)].exports = select; // what the rest of it finds

export const domino = require("@mixmark-io/domino");

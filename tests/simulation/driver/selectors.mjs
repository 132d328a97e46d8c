// Selectors read once, as functions of an element. Domino reads each anew whenever it is asked.
import { compile } from "css-select";
import { parse } from "css-what";

const adapter = {
  isTag: ({ nodeType }) => nodeType === 1,
  getName: ({ localName }) => localName,
  // As dom.mjs: without Domino's look for capitals.
  getAttributeValue: (element, name) => element._attrsByQName[name]?.data,
  hasAttrib: (element, name) => element._attrsByQName[name] !== undefined,
  getParent: ({ parentNode }) => parentNode,
  getChildren: ({ childNodes }) => [...childNodes],
  getSiblings: ({ parentNode }) => [...parentNode.childNodes],
};
const checked = (element) => Boolean(element.checked || element.selected);
const options = { adapter, cacheResults: false, pseudos: { checked } };

const GROUPS = ["is", "not", "where"];
// The names of all attributes that a selector depends on; null where it depends on more.
const namesIn = (lists) => {
  const names = lists.flat().map(({ type, name, data }) => {
    if (type === "attribute") return [name];
    if (type !== "pseudo") return [];
    return GROUPS.includes(name) ? namesIn(data) : null;
  });
  return names.includes(null) ? null : names.flat();
};

// Its test of an element, none where that cannot be read, and the attributes that this depends on.
const read = (text) => {
  try {
    return { test: compile(text, options), names: namesIn(parse(text)) };
  } catch {
    return { test: null, names: null };
  }
};

const known = new Map();
export const selector = (text) => {
  let found = known.get(text);
  if (!found) known.set(text, (found = read(text)));
  return found;
};

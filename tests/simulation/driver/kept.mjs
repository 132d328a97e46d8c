// Answers to selectors are kept until something that they name has changed: pages ask the same again
// with each tap, and it would be nearly all that an evening takes.
import { below, domino } from "./domino.mjs";
import { selector } from "./selectors.mjs";

const { Document, Element, HTMLElement } = domino.impl;
const [ATTRIBUTE, LOST] = [2, 3]; // of Domino's mutations

const changes = new WeakMap(); // by document: when the tree has changed, and each attribute
let time = 0;

export const follow = (document) => {
  const found = { tree: 0, names: new Map() };
  changes.set(document, found);
  document.mutationHandler = ({ type, target, node = target, attr }) => {
    time += 1;
    if (type === ATTRIBUTE || type === LOST) found.names.set(attr.name, time);
    else if (node.nodeType === 1) found.tree = time;
  };
  // Those of all documents cannot be replaced.
  for (const name of ["querySelector", "querySelectorAll"])
    Object.defineProperty(document, name, { value: answering[name](Document.prototype[name]) });
};

const isTrue = ({ time: then }, changed, names) => {
  if (then < changed.tree) return false;
  for (const name of names) if (changed.names.get(name) > then) return false;
  return true;
};

// What a place has kept of that kind as the answer to a question that depends on those attributes.
const remembered = (place, kind, question, names, find) => {
  const document = place.nodeType === 9 ? place : place.ownerDocument;
  const changed = changes.get(document);
  if (!changed || !names || (place !== document && !place.rooted)) return find(place);
  const answers = (place[kind] ??= new Map());
  const kept = answers.get(question);
  if (kept && isTrue(kept, changed, names)) return kept.found;
  const found = find(place);
  answers.set(question, { time, found });
  return found;
};

const [ONE, ALL, BELOW] = [Symbol("one"), Symbol("all"), Symbol("below")];
const elements = (place) => remembered(place, BELOW, "", [], below);

const answering = {
  querySelector: (ask) =>
    function answer(text) {
      const { test, names } = selector(text);
      if (!test) return ask.call(this, text) ?? null;
      return remembered(this, ONE, text, names, () => elements(this).find(test) ?? null);
    },
  querySelectorAll: (ask) =>
    function answer(text) {
      const { test, names } = selector(text);
      if (!test) return [...ask.call(this, text)];
      return remembered(this, ALL, text, names, () => elements(this).filter(test));
    },
  closest: (ask) =>
    function answer(text) {
      const { test } = selector(text);
      if (!test) return ask.call(this, text);
      for (let place = this; place?.nodeType === 1; place = place.parentNode) if (test(place)) return place;
      return null;
    },
};

for (const [name, made] of Object.entries(answering))
  Object.defineProperty(HTMLElement.prototype, name, { value: made(Element.prototype[name]) });

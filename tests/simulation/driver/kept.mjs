// Answers to selectors are kept until something that they name has changed: pages ask the same again
// with each tap, and it is nearly all that an evening takes.
import { createRequire } from "node:module";

const domino = createRequire(import.meta.url)("@mixmark-io/domino");
const { Document, Element, HTMLElement } = domino.impl;
const [ATTRIBUTE, LOST] = [2, 3]; // of Domino's mutations
const NAMES = /\[\s*([\w-]+)|([.#])/g;
const OTHER = /:(?!is|not|has)[a-z]/; // what depends on more than attributes

const changes = new WeakMap(); // by document: when the tree has changed, and each attribute
const answers = new WeakMap(); // by place, then by question
let time = 0;

export const follow = (document) => {
  const found = { tree: 0, names: new Map() };
  changes.set(document, found);
  document.mutationHandler = ({ type, target, node = target, attr }) => {
    time += 1;
    if (type === ATTRIBUTE || type === LOST) found.names.set(attr.name, time);
    else if (node.nodeType === 1) found.tree = time;
  };
  for (const name of ["querySelector", "querySelectorAll"])
    Object.defineProperty(document, name, { value: remembered(name, Document.prototype[name]) });
};

const namesIn = new Map();
const namesOf = (selector) => {
  if (!namesIn.has(selector)) {
    const names = [...selector.matchAll(NAMES)].map(([, name, sign]) => name ?? { ".": "class", "#": "id" }[sign]);
    namesIn.set(selector, OTHER.test(selector) ? null : names);
  }
  return namesIn.get(selector);
};

const remembered = (method, ask) =>
  function answer(selector) {
    const document = this.nodeType === 9 ? this : this.ownerDocument;
    const changed = changes.get(document);
    const names = namesOf(selector);
    if (!changed || !names || (this !== document && !this.rooted)) return ask.call(this, selector);
    if (!answers.has(this)) answers.set(this, new Map());
    const question = `${method} ${selector}`;
    const kept = answers.get(this).get(question);
    const isTrue = kept && kept.time >= changed.tree && names.every((name) => !(changed.names.get(name) > kept.time));
    if (isTrue) return kept.found;
    const found = ask.call(this, selector);
    answers.get(this).set(question, { time, found: found?.item ? [...found] : found });
    return found;
  };

for (const name of ["querySelector", "querySelectorAll", "matches", "closest"])
  Object.defineProperty(HTMLElement.prototype, name, { value: remembered(name, Element.prototype[name]) });

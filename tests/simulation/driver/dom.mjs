// Domino's DOM with what the scripts of the site and htmx need besides.
import { domino } from "./domino.mjs";
import { CustomEvent, Event, events } from "./events.mjs";
import { follow } from "./kept.mjs";

const { Document, DocumentFragment, Element, HTMLElement, Node } = domino.impl;
const { HTMLAnchorElement, HTMLButtonElement, HTMLInputElement } = domino.impl;

const extend = (type, properties) =>
  Object.defineProperties(type.prototype, Object.getOwnPropertyDescriptors(properties));

extend(Node, events);

// Lists of elements can be gone through.
const some = domino.createDocument("<p><p>", true);
for (const list of [some.getElementsByTagName("p"), some.body.children, some.body.attributes])
  Object.getPrototypeOf(list)[Symbol.iterator] ??= function* each() {
    for (let place = 0; place < this.length; place += 1) yield this.item(place);
  };

const nodesOf = (place, nodes) =>
  nodes.map((node) => (node instanceof Node ? node : (place.ownerDocument ?? place).createTextNode(String(node))));

const parent = {
  append(...nodes) { for (const node of nodesOf(this, nodes)) this.appendChild(node); },
  prepend(...nodes) {
    const first = this.firstChild;
    for (const node of nodesOf(this, nodes)) this.insertBefore(node, first);
  },
  replaceChildren(...nodes) {
    while (this.firstChild) this.removeChild(this.firstChild);
    this.append(...nodes);
  },
  getRootNode() {
    let root = this;
    while (root.parentNode) root = root.parentNode;
    return root;
  },
};
for (const type of [Document, DocumentFragment, Element]) extend(type, parent);

// Scripts ask for the same few names all evening.
export const once = (work) => {
  const known = new Map();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) known.set(text, (found = work(text)));
    return found;
  };
};

const attributeOf = once((name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
const nameOf = (attribute) => attribute.slice(5).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
const namesIn = (element) => element.getAttributeNames().filter((name) => name.startsWith("data-"));
const data = {
  get: ({ element }, name) => element.getAttribute(attributeOf(name)) ?? undefined,
  set: ({ element }, name, value) => (element.setAttribute(attributeOf(name), `${value}`), true),
  has: ({ element }, name) => element.hasAttribute(attributeOf(name)),
  deleteProperty: ({ element }, name) => (element.removeAttribute(attributeOf(name)), true),
  ownKeys: ({ element }) => namesIn(element).map(nameOf),
  getOwnPropertyDescriptor: ({ element }, name) =>
    element.hasAttribute(attributeOf(name)) ? { configurable: true, enumerable: true, writable: true, value: element.getAttribute(attributeOf(name)) } : undefined,
};
const DATASET = Symbol("dataset");

// ariaLabel and its like are their attributes.
const reflected = (attribute) => ({
  configurable: true,
  get() { return this.getAttribute(attribute); },
  set(value) { value === null ? this.removeAttribute(attribute) : this.setAttribute(attribute, value); },
});
for (const name of ["Label", "Disabled", "Pressed"])
  Object.defineProperty(Element.prototype, `aria${name}`, reflected(`aria-${name.toLowerCase()}`));

// Domino looks for capitals in each name that is asked for; nearly all are known to have none.
const small = new Set();
const isSmall = (name) => small.has(name) || (name === name.toLowerCase() && Boolean(small.add(name)));
const { getAttributeNode, hasAttribute } = Element.prototype;
const quick = {
  hasAttribute(name) { return isSmall(name) ? this._attrsByQName[name] !== undefined : hasAttribute.call(this, name); },
  getAttributeNode(name) {
    const found = isSmall(name) ? (this._attrsByQName[name] ?? null) : getAttributeNode.call(this, name);
    return Array.isArray(found) ? found[0] : found;
  },
};
for (const [name, value] of Object.entries(quick)) Object.defineProperty(HTMLElement.prototype, name, { value });

extend(Element, {
  get dataset() {
    return (this[DATASET] ??= new Proxy({ element: this }, data));
  },
  get inert() { return this.hasAttribute("inert"); },
  set inert(value) { this.toggleAttribute("inert", value); },
  // Nothing is laid out: what depends on places is left to real browsers.
  getBoundingClientRect: () => ({ x: 0, y: 0, left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 }),
  animate: () => {},
  checkValidity: () => true,
  reportValidity: () => true,
});

extend(HTMLElement, {
  get elements() {
    const all = [...this.querySelectorAll("input, button, select, textarea")];
    for (const field of all) if (field.name && !(field.name in all)) all[field.name] = field;
    return all;
  },
  requestSubmit(submitter = null) {
    this.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true, submitter }));
  },
});

for (const type of [HTMLAnchorElement, HTMLButtonElement, HTMLInputElement])
  extend(type, { click() { click(this, { detail: 0 }); } });

// With what a browser does besides, where nobody has prevented it.
export const click = (target, more) => {
  const box = target.localName === "input" && ["radio", "checkbox"].includes(target.type) ? target : null;
  const before = box?.checked;
  if (box) check(box);
  const event = new Event("click", { bubbles: true, cancelable: true, button: 0, ...more });
  const goesOn = target.dispatchEvent(event);
  if (box && !goesOn) box.checked = before;
  if (!goesOn) return;
  const button = target.closest("button");
  if (button?.form && button.type === "submit") button.form.requestSubmit(button);
  if (box) for (const type of ["input", "change"]) box.dispatchEvent(new Event(type, { bubbles: true }));
};

const check = (box) => {
  if (box.type === "checkbox") box.checked = !box.checked;
  else for (const other of box.form?.elements ?? []) if (other.name === box.name) other.checked = other === box;
};

export class FormData extends globalThis.FormData {
  constructor(form, submitter) {
    super();
    const fields = (form?.elements ?? []).filter(({ localName }) => localName !== "button");
    for (const { name, type, value, checked } of fields)
      if (name && (!["radio", "checkbox"].includes(type) || checked)) this.append(name, value);
    if (submitter?.name) this.append(submitter.name, submitter.value);
  }
}

// What htmx asks for are elements with hx-on, of which this site has none.
export class XPathEvaluator {
  createExpression() {
    return { evaluate: () => ({ iterateNext: () => null }) };
  }
}

export class DOMParser {
  parseFromString(text) {
    return parse(text);
  }
}

const dialog = {
  get open() { return this.hasAttribute("open"); },
  showModal() { this.setAttribute("open", ""); },
  close() {
    if (!this.open) return;
    this.removeAttribute("open");
    this.dispatchEvent(new Event("close"));
  },
};

export const parse = (html) => {
  const document = domino.createDocument(html, true);
  const own = Object.getOwnPropertyDescriptors(dialog); // Domino's own cannot be replaced
  for (const each of document.querySelectorAll("dialog[id]")) Object.defineProperties(each, own);
  follow(document);
  return document;
};

export { CustomEvent, Event };
export const TYPES = { ...domino.impl, CustomEvent, DOMParser, Event, FormData, PointerEvent: Event, XPathEvaluator };

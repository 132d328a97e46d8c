// The site's packs of scripts, as functions of what they find in a page. Nothing of Node is in their
// sight but the language itself.
import vm from "node:vm";
import { TYPES } from "./dom.mjs";

const NAMES = [
  ...["window", "document", "packs", "htmx", "location", "history", "navigator", "localStorage"],
  ...["addEventListener", "removeEventListener", "dispatchEvent", "matchMedia", "getComputedStyle"],
  ...["setTimeout", "clearTimeout", "setInterval", "clearInterval", "requestAnimationFrame"],
  ...["fetch", "EventSource", "AbortSignal", "AbortController", "Date", "Math", "CSS", "console"],
  ...["scrollX", "scrollY", "isSecureContext", "MutationObserver", "process", "global", "globalThis"],
  ...Object.keys(TYPES),
];
// A swap that fails does so in silence.
const [SILENT, TOLD] = ["catch(e){}finally{this.#x=", "catch(e){window.page.fail(e)}finally{this.#x="];
// As scoundrel_web/static_packs.py writes them.
const [IMPORT, EXPORT] = [/^import (.+) from "\.\/(.+)";$/m, /^export (.+);$/m];
const functions = new Map();
let texts = {};

// Their texts by their names.
export const packed = (packs) => (texts = packs);

const compile = (name) => {
  const text = texts[name]
    .replace(SILENT, TOLD)
    .replace(IMPORT, 'const $1 = packs["$2"];')
    .replace(EXPORT, `packs["${name}"] = $1;`);
  const run = vm.compileFunction(text, NAMES, { filename: name });
  return (found) => run(...NAMES.map((each) => found[each]));
};

export const script = (name) => {
  if (!functions.has(name)) functions.set(name, compile(name));
  return functions.get(name);
};

// The site's scripts, as functions of what they find in a page. Nothing of Node is in their sight
// but the language itself.
import fs from "node:fs";
import vm from "node:vm";
import { TYPES } from "./dom.mjs";

const STATIC = new URL("../../../static/", import.meta.url);
// They read aloud, share and look: they neither keep nor send anything of the table.
const LEFT_OUT = /^js\/(voice|reading|keys|share|around|clock)\.js$/;

const NAMES = [
  ...["window", "document", "app", "htmx", "location", "history", "navigator", "localStorage"],
  ...["addEventListener", "removeEventListener", "dispatchEvent", "matchMedia", "getComputedStyle"],
  ...["setTimeout", "clearTimeout", "setInterval", "clearInterval", "requestAnimationFrame"],
  ...["fetch", "EventSource", "AbortSignal", "AbortController", "Date", "Math", "CSS", "console"],
  ...["scrollX", "scrollY", "isSecureContext", "MutationObserver", "process", "global", "globalThis"],
  ...Object.keys(TYPES),
];
// A swap that fails does so in silence.
const [SILENT, TOLD] = ["catch(e){}finally{this.#x=", "catch(e){window.page.fail(e)}finally{this.#x="];
const functions = new Map();
let packs = {};
let spoiled = { file: "", old: "", new: "" };

// Files by the name of what joins them.
export const packed = (files) => (packs = files);

// A planted fault: in this file one text stands for another.
export const spoil = (fault) => (spoiled = fault);

const compile = (file) => {
  let text = fs.readFileSync(new URL(file, STATIC), "utf8");
  if (spoiled.file === file) {
    if (!text.includes(spoiled.old)) throw new Error(`${file} has no ${spoiled.old}`);
    text = text.replace(spoiled.old, () => spoiled.new);
  }
  if (file.startsWith("vendor/htmx")) text = `${text.replace(SILENT, TOLD)}\n;window.htmx = htmx;`;
  const shadowed = NAMES.filter((name) => name !== "htmx" || !file.startsWith("vendor/"));
  const run = vm.compileFunction(text, shadowed, { filename: file });
  return (found) => run(...shadowed.map((name) => found[name]));
};

const functionOf = (file) => {
  if (LEFT_OUT.test(file)) return () => {};
  if (!functions.has(file)) functions.set(file, compile(file));
  return functions.get(file);
};

// A file of the site, or all those that a page gets as one.
export const script = (name) => {
  const parts = (packs[name] ?? [name]).map(functionOf);
  return (found) => parts.forEach((run) => run(found));
};

// @ts-check
// The one global: what the files of a page share (app.d.ts). Those after this one add to it, in the
// order of STATIC_PACKS in settings.py, and use what those before them have added.
window.app = /** @type {App} */ ({});

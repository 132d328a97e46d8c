{% load packs %}// The worker of this version, in the language of this phone: what static/js/worker/ is given.
const VERSION = "{{ version }}";
const LANGUAGE = "{{ language }}";
const [SHELL, PAGES] = [`shell-${VERSION}-${LANGUAGE}`, `pages-${LANGUAGE}`];
const FILES = {{ files|safe }};
const BLANK = {{ blank|safe }};
{% import_script "worker.js" %}

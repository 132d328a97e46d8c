"""Counts how often a template is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.template import Template
from django.test.signals import template_rendered


@contextmanager
def drawings(name: str) -> Iterator[list[str]]:
    """Its name, once for each time."""
    drawn: list[str] = []

    def note(template: Template, **_: object) -> None:
        drawn.extend([name] * (template.name == name))

    template_rendered.connect(note)
    try:
        yield drawn
    finally:
        template_rendered.disconnect(note)

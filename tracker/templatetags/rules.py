"""Cards and icons for the text of the rules pages.

{% cards "Kd Qd Jd" %}      cards side by side
{% weapon "8d Kc Js" %}     a weapon with the monsters that lie on it
{% icon "torch" %}          a small picture from icons.svg, beside words that say the same
{% differs "shields" %}     the mark after what some tables play by another house rule
"""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tracker.boards.words.cards import CardFace, card_face

register = template.Library()


@register.inclusion_tag("rules/_cards.html")
def cards(codes: str | Iterable[str]) -> dict[str, object]:
    return {"cards": _faces(codes)}


@register.inclusion_tag("rules/_cards.html")
def weapon(codes: str | Iterable[str]) -> dict[str, object]:
    return {"cards": _faces(codes), "fanned": True}


@register.simple_tag
def icon(name: str) -> SafeString:
    return format_html(
        '<svg class="i" aria-hidden="true"><use href="{}#{}"/></svg>', static("icons.svg"), name
    )


@register.simple_tag
def differs(option: str) -> SafeString:
    """Leads to the question of that house rule, on the same page."""
    label = _("Where tables differ")
    return format_html('<a href="#option-{}" aria-label="{}">(≠)</a>', option, label)


def _faces(codes: str | Iterable[str]) -> list[CardFace]:
    return [card_face(code) for code in (codes.split() if isinstance(codes, str) else codes)]

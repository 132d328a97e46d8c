"""Words printed bold where a sentence marks them."""

from __future__ import annotations

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from tracker.boards.words.clock import day_text, minutes_text, moment_text, short_moment_text
from tracker.boards.words.names import isolated, listed, signed

register = template.Library()


register.filter(isolated)
register.filter(listed)
register.filter(signed)
register.filter("day", day_text)
register.filter("minutes", minutes_text)
register.filter("moment", moment_text)
register.filter("short_moment", short_moment_text)


@register.filter
def strong(sentence: str) -> SafeString:
    """`Beats *4* or less` with the part between the stars in bold; all of it escaped."""
    parts = enumerate(sentence.split("*"))
    html = (format_html("<b>{}</b>", p) if at % 2 else conditional_escape(p) for at, p in parts)
    return mark_safe("".join(html))

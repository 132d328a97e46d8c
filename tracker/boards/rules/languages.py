"""Which template has the words of a rules page in the language of whoever reads it.

A page lies with all its parts in `locale/<language>/rules/` or, where nobody has written it in that
language yet, only in `templates/rules/`, in English.
"""

from __future__ import annotations

from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import get_language, to_locale

ENGLISH = "en"
FRAMES = ("any_game.html", "one_page.html", "search.html")
"""Pages whose few words are in the catalogue, as those of the parts that begin with a `_` beside
them are: there is one of each."""


def words_of(page: str) -> tuple[str, ...]:
    """The templates of `coop.html` or of a part like `coop/_one_page.html`, the best first."""
    return f"{to_locale(get_language() or ENGLISH)}/rules/{page}", f"rules/{page}"


def is_foreign(page: str) -> bool:
    """It is there in English only, and that is not the language of whoever reads it."""
    if page in FRAMES or (get_language() or ENGLISH).partition("-")[0] == ENGLISH:
        return False
    own, english = map(_is_there, words_of(page))
    return english and not own


def _is_there(template: str) -> bool:
    try:
        get_template(template)
    except TemplateDoesNotExist:
        return False
    return True

"""Names of people and cards listed in one text, as the language of the reader lists them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import pgettext_lazy

from tracker.boards.words.forms import CardName

# Translators: how names are listed: "A and B", "A, B and C", "A, B, C and D".
TWO = pgettext_lazy("list of names", "{first} and {last}")
BETWEEN = pgettext_lazy("list of names, more follow", "{names}, {next}")
END = pgettext_lazy("list of names, the end", "{names} and {last}")


def listed(names: Sequence[str]) -> Names:
    """ "Mara, Odo and Pell"; "" for nobody. What is given as CardName keeps its forms."""
    return Names(names)


class Names(str):
    """Several names in one text, each in the form that is asked for."""

    names: tuple[str, ...]

    def __new__(cls, names: Sequence[str]) -> Names:
        made = super().__new__(cls, _joined(list(map(str, names))))
        made.names = tuple(names)
        return made

    def __format__(self, form: str) -> str:
        if not form:
            return str(self)
        rest = form.lower()  # a capital letter is for the first
        return _joined([_in(name, rest if n else form) for n, name in enumerate(self.names)])


def _in(name: str, form: str) -> str:
    """People's names have no forms: they stay as they were typed."""
    return format(name, form) if isinstance(name, CardName) else name


def _joined(names: list[str]) -> str:
    if len(names) < 3:
        return str(TWO).format(first=names[0], last=names[1]) if names[1:] else "".join(names)
    text = names[0]
    for name in names[1:-1]:
        text = str(BETWEEN).format(names=text, next=name)
    return str(END).format(names=text, last=names[-1])

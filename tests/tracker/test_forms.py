"""Cards and weapons in the forms of a language, and lists of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from tracker.boards.words import forms
from tracker.boards.words.forms import weapon_name
from tracker.boards.words.names import card_name, listed
from tracker.rules.cards import PACK

POLISH = {
    ("name of a card", "King of {suit}"): "król {suit}",
    ("acc: card", "the King of {suit}"): "króla {suit}",
    ("acc: card", "the 8 of {suit}"): "ósemkę {suit}",
    ("suit in the name of a card", "Clubs"): "trefl",
    ("ins: weapon", "the 8"): "ósemką",
    ("list of names, the end", "{names} and {last}"): "{names} i {last}",
}


@pytest.fixture
def polish() -> Iterator[None]:
    """A language with these entries alone."""
    kept = trans_real.translation("pl")._catalog  # type: ignore[attr-defined]
    catalogue = {f"{context}\x04{text}": said for (context, text), said in POLISH.items()}
    with translation.override("pl"), pytest.MonkeyPatch.context() as patch:
        patch.setattr(trans_real.translation("pl"), "_catalog", Catalogue(kept, catalogue))
        _forget()
        yield
    _forget()


class Catalogue:
    def __init__(self, kept: object, catalogue: dict[str, str]) -> None:
        self.kept, self.catalogue = kept, catalogue

    def get(self, key: str, default: object = None) -> object:
        return self.catalogue.get(key, default)


def _forget() -> None:
    from tracker.boards.words import names

    names._card_name.cache_clear()


def test_english_says_the_name_and_the_name_with_its_article() -> None:
    card = card_name("Kc")
    assert f"Fight the {card}" == "Fight the King of Clubs"
    assert {f"{card:{form}}" for form in forms.FORMS} == {"the King of Clubs"}
    assert "{:The} fights back".format(card_name("JOKb")) == "The Black Joker fights back"


@pytest.mark.usefixtures("polish")
def test_a_language_declines_what_it_declines() -> None:
    assert card_name("Kc") == "król trefl"
    assert "Pokonaj {card:acc}".format(card=card_name("Kc")) == "Pokonaj króla trefl"
    assert "{card:Acc}".format(card=card_name("8c")) == "Ósemkę trefl"
    assert "z {weapon:ins}".format(weapon=weapon_name("8")) == "z ósemką"


@pytest.mark.usefixtures("polish")
def test_what_is_missing_is_english() -> None:
    assert "{card:gen}".format(card=card_name("Kc")) == "the King of trefl"
    assert "{weapon:gen}".format(weapon=weapon_name("8")) == "the 8"


def test_a_form_that_no_language_has_is_refused() -> None:
    with pytest.raises(ValueError, match="akk"):
        "{card:akk}".format(card=card_name("Kc"))


def test_no_weapon_has_no_name() -> None:
    assert "{0}{0:acc}".format(weapon_name("")) == ""


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ((), ""),
        (("Mara",), "Mara"),
        (("Mara", "Odo"), "Mara and Odo"),
        (("Mara", "Odo", "Pell"), "Mara, Odo and Pell"),
        (("Mara", "Odo", "Pell", "Rook"), "Mara, Odo, Pell and Rook"),
    ],
)
def test_names_are_listed(names: tuple[str, ...], text: str) -> None:
    assert listed(names) == text


@pytest.mark.usefixtures("polish")
def test_a_list_has_the_form_of_its_names() -> None:
    cards = listed([card_name(card) for card in ("8c", "Kc", "8c")])
    assert f"{cards:Acc}" == "Ósemkę trefl, króla trefl i ósemkę trefl"


def test_a_list_of_people_keeps_what_they_typed() -> None:
    assert "{names:acc}".format(names=listed(["{Mara}", "Odo"])) == "{Mara} and Odo"


def test_every_form_of_every_card_is_an_entry() -> None:
    known = set(forms.entries())
    for card in PACK:
        assert ("name of a card", forms._english(card)) in known
        assert {(f"{form}: card", f"the {forms._english(card)}") for form in forms.FORMS} <= known

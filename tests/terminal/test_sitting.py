"""A game at a terminal: tables that fit, decisions by number, nothing seen by the wrong eyes."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.utils import translation

from tests.rules.laws import face_down
from tracker.rules.games import GAMES
from tracker.services.match.match import DealtMatch, Seat, dealt
from tracker.terminal.paper import Paper, width
from tracker.terminal.sitting import Leave, Sitting

LEVELS = {"coop": "medium", "shiphead": "medium", "castle": "strong"}
NAMES = ("Mara", "Odo", "Pell", "Rook")
every_game = pytest.mark.parametrize("key", GAMES)


class Table:
    """A sitting, with what was printed in it and a list of answers."""

    def __init__(
        self,
        key: str,
        people: int = 1,
        computers: int = 0,
        seed: str = "lantern",
        answers: Iterator[str] | None = None,
        **paper: Any,
    ) -> None:
        self.out = io.StringIO()
        self.paper = Paper(self.out, **{"columns": 60, "signs": True} | paper)
        sides = [Seat(n, NAMES[n], phone="here") for n in range(people)]
        sides += [Seat(people + n, "", LEVELS[key]) for n in range(computers)]
        match = dealt(game=GAMES[key], options={}, seats=sides, seed=seed)
        self.answers = answers or iter(())
        self.sitting = Sitting(match, self.paper, self.ask)
        self.asked: Callable[[], None] = lambda: None

    def ask(self, question: str) -> str:
        self.paper.write(f"{question}\n")
        self.asked()
        try:
            return next(self.answers)
        except StopIteration:
            raise EOFError from None

    def play(self, *answers: str) -> str:
        """Plays until the answers run out and returns what was printed."""
        self.answers = iter(answers)
        with pytest.raises(EOFError):
            self.sitting.play()
        return self.out.getvalue()

    @property
    def match(self) -> DealtMatch:
        return self.sitting.match


def at_random(chance: Random, most: int) -> Iterator[str]:
    for _ in range(most):
        yield str(chance.randrange(1, 8))


def company(key: str) -> int:
    """A computer where there are levels for one."""
    return int(key in LEVELS)


@every_game
@pytest.mark.parametrize("signs", [True, False])
def test_every_game_fits_sixty_columns(key: str, signs: bool) -> None:
    answers = at_random(Random(1), 150)
    table = Table(key, signs=signs, colours=signs, answers=answers, computers=company(key))
    with suppress(EOFError):
        table.sitting.play()
    printed = table.out.getvalue()
    assert printed.count("\n") > 40
    assert [line for line in printed.split("\n") if width(line) > 60] == []
    assert signs or printed.isascii()


@every_game
def test_every_game_is_played_in_another_language(key: str) -> None:
    """Its sentences may ask for forms of cards that the signs of a terminal do not have."""
    table = Table(key, answers=at_random(Random(2), 60), computers=company(key))
    with translation.override("de"), suppress(EOFError):
        table.sitting.play()
    assert table.match.revision > 3


@every_game
def test_a_game_is_played_to_its_end_by_numbers(key: str) -> None:
    chance = Random(key)
    table = Table(key, answers=at_random(chance, 4000), computers=company(key))
    over = table.sitting.play()
    assert over.outcome
    assert over.decision_count == len([text for _, text in table.sitting.log if text != "undo"])


def test_a_decision_says_beforehand_what_it_costs() -> None:
    printed = Table("solo").play("1")
    assert "Fight the 4 of Clubs with bare hands  −4 HP, 16 left" in printed
    assert "Fight the 4 of Clubs with the weapon  ±0 HP, 20 left" in printed
    assert "Drink the 4 of Hearts  no effect" in printed


@pytest.mark.parametrize("answer", ["", "0", "99", "-1", "²", "x" * 500, "fight:Kc:bare", "1 2"])
def test_what_is_no_decision_is_asked_again(answer: str) -> None:
    table = Table("solo")
    printed = table.play(answer)
    assert "That isn’t a choice. Type a number from 1 to 5." in printed
    assert table.match.revision == 0


def test_a_decision_may_be_written_out() -> None:
    table = Table("solo")
    table.play("skip")
    assert table.sitting.log == [(0, "skip")]


@every_game
def test_a_question_mark_says_what_others_would_do(key: str) -> None:
    printed = Table(key, computers=company(key)).play("?")
    assert "Computer (medium): " in printed
    assert ("Advice: " in printed) == (key not in ("shiphead", "castle"))


def test_who_plays_alone_takes_back_all_that_stands() -> None:
    table = Table("solo")
    first = table.match._state
    printed = table.play("u", "1", "2", "u", "u", "u")
    assert table.match._state == first
    assert table.match.undo_count == 2
    assert printed.count("There is nothing to undo yet.") == 2


def test_even_the_decision_that_ended_it_is_undone() -> None:
    blows = ["fight:Kc:bare", "fight:Ks:bare", "u", "u", "q"]
    table = Table("solo", seed="d7", answers=iter(blows))
    with pytest.raises(Leave):
        table.sitting.play()
    assert "You have fallen" in table.out.getvalue()
    assert table.match.decision_count == 0
    assert table.match.outcome == ""


def test_nobody_takes_back_where_others_have_seen_it() -> None:
    table = Table("coop", people=2)
    assert "Only solo players can undo." in table.play("1", "u")
    assert table.match.revision == 1


def test_in_a_red_room_everybody_is_offered_what_they_may_do() -> None:
    table = Table("coop", people=2, seed="red-23")
    printed = table.play("Odo", "12")
    assert "Mara: Use the Queen of Hearts" in printed
    assert "Odo: Equip the 8 of Diamonds" in printed
    assert table.sitting.log[0][0] == 1


def test_cards_that_go_along_are_offered_once() -> None:
    printed = Table("castle", computers=1).play("1", "1")
    newest = printed.rpartition("\nMara\n")[2]
    assert newest.count("Play 10♠ 10♣ 10♦") == 1


def test_no_hand_is_seen_by_who_holds_another() -> None:
    """At each question the screen since it was cleared last names no card of another hand."""
    table = Table("shiphead", people=3, signs=False, answers=at_random(Random(3), 300))
    looked = 0

    def look() -> None:
        nonlocal looked
        screen = table.out.getvalue().rpartition("\n" * 60)[2]
        if "q leave" not in screen.rstrip().rpartition("\n")[2]:
            return
        seat = table.match.to_act[0]
        assert not drawn_cards(screen) & {*face_down(table.match._state, seat)}
        assert drawn_cards(screen) >= {*table.match._state.players[seat].hand}
        looked += 1

    table.asked = look
    with pytest.raises(EOFError):
        table.sitting.play()
    assert looked > 40


def drawn_cards(screen: str) -> set[str]:
    """The cards in boxes: a rank above its suit."""
    lines, found = screen.split("\n"), set[str]()
    for upper, lower in zip(lines, lines[1:], strict=False):
        if upper.startswith("|") and lower.startswith("|"):
            ranks, suits = upper.strip("|").split("| |"), lower.strip("|").split("| |")
            found |= {f"{r.strip()}{s.strip()}" for r, s in zip(ranks, suits, strict=True)}
    return found


def test_whoever_wants_no_more_leaves() -> None:
    with pytest.raises(Leave):
        Table("solo", answers=iter(["q"])).sitting.play()


def test_names_that_no_terminal_can_show_do_no_harm() -> None:
    table = Table("coop", people=2, signs=False)
    table.sitting.match = dealt(
        game=GAMES["coop"],
        options={},
        seats=[Seat(0, "Zoë 🂡", phone="here"), Seat(1, "x" * 60, phone="here")],
        seed="lantern",
    )
    assert "Zo" in table.play("1")

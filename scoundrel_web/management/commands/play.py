from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from tracker.boards.match.games import option_text
from tracker.boards.match.screens import screen_of
from tracker.rules.games import GAMES
from tracker.rules.input import MAX_NAME
from tracker.rules.players import PLAYERS
from tracker.rules.protocol import BadSetup, Option
from tracker.services.codes import new_code
from tracker.services.match.deals import SEED, AnyGame, new_seed
from tracker.services.match.match import DealtMatch, Seat, dealt
from tracker.terminal.paper import Paper, own_language, paper_for
from tracker.terminal.records import FILE_NAME, finished, keep, record_lines
from tracker.terminal.sitting import Ask, Leave, Sitting

USUAL_LEVEL = "medium"


class Command(BaseCommand):
    help = "Play a dealt game in the terminal."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_table(parser)
        parser.add_argument("--names", nargs="*", default=[], help="names of the people")
        parser.add_argument("--records", action="store_true", help="only print the records")

    def handle(self, **chosen: Any) -> None:
        with translation.override(own_language()):
            self.play(**chosen)

    def play(self, *, game: str, records: bool, **chosen: Any) -> None:
        for stream in (sys.stdin, sys.stdout):
            if hasattr(stream, "reconfigure"):  # a byte that is no text is no reason to end
                stream.reconfigure(errors="replace")
        kind = GAMES[game]
        try:
            sides = seated(kind, chosen["people"], chosen["computers"], chosen["names"])
            rules = house_rules(kind, chosen["option"])
            if records:
                self.print_records(paper_for(sys.stdout), kind)
            else:
                self.sit_down(kind, sides, rules, chosen["seed"] or new_seed())
        except BadSetup as wrong:
            raise CommandError(str(wrong)) from None
        except BrokenPipeError:  # nobody reads on; the flush at the end must not complain either
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def sit_down(
        self, game: AnyGame, sides: Sequence[Seat], rules: Mapping[str, Any], seed: str
    ) -> None:
        """Plays one game and keeps it, unless they leave before its end."""
        paper = paper_for(sys.stdout)
        match = replace(dealt(game=game, options=rules, seats=sides, seed=seed), code=new_code())
        sitting = Sitting(match, paper, asker(paper))
        paper.print(name_of(match))
        try:
            over = sitting.play()
        except (Leave, EOFError, KeyboardInterrupt):
            paper.write("\n")
            return paper.print(_("You left. To deal it again: --seed {seed}").format(seed=seed))
        try:
            keep(settings.VAR_DIR, over, sitting.log)
        except OSError as fault:
            words = _("Cannot save the records: {fault}")
            paper.print(words.format(fault=fault.strerror))
        return self.print_records(paper, game)

    def print_records(self, paper: Paper, game: AnyGame) -> None:
        folder: Path = settings.VAR_DIR
        lines = [*record_lines(each for each in finished(folder) if each.game is game)]
        if lines:
            paper.heading(_("Records"))
        none = _("No finished games of it yet in {file}.").format(file=folder / FILE_NAME)
        for line in lines or [none]:
            start = line[: len(line) - len(line.lstrip())]
            paper.entry(start, line.strip())


def add_table(parser: ArgumentParser) -> None:
    """Asks for a game and who plays it how; tools/programs.py does so too."""
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--people", type=count(4), default=1, help="how many play here, in turn")
    parser.add_argument("--computers", nargs="*", metavar="LEVEL", help="a level for each computer")
    parser.add_argument("--option", action="append", default=[], help="a house rule: skip=bottom")
    parser.add_argument("--seed", type=seed_name, help="the name of a deal, to play it again")


def name_of(match: DealtMatch) -> str:
    """The game, and its deal unless the name would give hands away."""
    title = screen_of(match.game).title
    return _("{game}, deal {seed}").format(game=title, seed=match.deal) if match.deal else title


def count(most: int) -> Callable[[str], int]:
    """Reads a number from 1 to this."""

    def number(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 9 and 0 < int(text) <= most):
            raise ArgumentTypeError(f"a number from 1 to {most}")
        return int(text)

    return number


def seed_name(text: str) -> str:
    if not SEED.fullmatch(text):
        raise ArgumentTypeError("a deal is named by up to 32 letters a-z, digits and hyphens")
    return text


def seated(
    game: AnyGame, people: int, levels: Sequence[str] | None, names: Sequence[str]
) -> list[Seat]:
    """People first, then computers: as many as the game needs, if nobody says. Raises BadSetup."""
    if levels is None:
        levels = [USUAL_LEVEL] * (game.seats[0] - people)
    players = PLAYERS.get(game.key, {})
    if strange := [level for level in levels if level not in players]:
        raise BadSetup(f"there is no computer {strange[0]!r}; there are: {', '.join(players)}")
    if any(not 0 < len(name) <= MAX_NAME or not name.isprintable() for name in names):
        raise BadSetup(f"a name has 1 to {MAX_NAME} characters that can be printed")
    if len(names) > people:
        raise BadSetup(f"there are {len(names)} names; say how many play: --people {len(names)}")
    named = [*names, *[""] * people][:people]
    sides = [Seat(number, name, phone="here") for number, name in enumerate(named)]
    return sides + [Seat(people + n, "", level) for n, level in enumerate(levels)]


def house_rules(game: AnyGame, texts: Sequence[str]) -> dict[str, Any]:
    """`skip=reshuffle` as options of the game. Raises BadSetup."""
    rules = dict(text.partition("=")[::2] for text in texts)
    options = game.options
    return {n: read(options[n], text) if n in options else text for n, text in rules.items()}


def read(option: Option, text: str) -> Any:
    """The value that is written so; the text itself, which will be refused, where there is none."""
    values = {option_text(value): value for value in option.allowed}
    if option.many:
        return tuple(values.get(part, part) for part in text.split(",") if part)
    return values.get(text, text)


def asker(paper: Paper) -> Ask:
    """Asks on paper and reads a line of what is typed."""

    def ask(question: str) -> str:
        paper.write(question)
        paper.stream.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():  # what is typed there ends the line itself
            paper.write("\n")
        return line

    return ask

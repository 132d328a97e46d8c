"""A new match that goes on from a position of another."""

from __future__ import annotations

from dataclasses import replace

from tracker import models
from tracker.rules.refusals import Malformed
from tracker.rules.words import gettext_noop
from tracker.services.match.deals import first_state
from tracker.services.match.match import Match, Move, add_match, check_over, read, store
from tracker.services.match.moves import decide, let_computers_move
from tracker.services.match.replay import standing
from tracker.services.match.seats import Outdated
from tracker.services.writing import writing


def match_branch(*, code: str, at: int, phone: str) -> str:
    """A match with the same deal, played as far as `at` moves of this one; returns its code.

    All its people sit at this phone. Its log holds those moves as well, so it is what its deal and
    its decisions say, like any match; but it is marked and counts in no record. Sent twice it is
    one. Raises Missing, Outdated, Malformed, and Unfinished, because all hands would be seen.
    """
    source = read(code)
    if source.outdated:
        raise Outdated(gettext_noop("The rules of this game have changed since it was dealt."))
    check_over(source)
    moves = standing(source)
    if not 0 <= at < len(moves):
        raise Malformed(gettext_noop("This game has no move {number}."), number=at)
    chairs = [chair if chair.level else replace(chair, phone=phone) for chair in source.chairs]
    start = first_state(source.game, source.options, len(chairs), source.seed)
    with writing():
        match = add_match(source.game, source.options, chairs, source.seed, start, at)
        match, log = _as_far(match, moves[:at])
        after, answers = let_computers_move(match)
        if twin := _untouched(after, phone):
            models.Match.objects.filter(id=match.id).delete()
            return twin
        return store(after, [*log, *answers]).code


def _untouched(after: Match, phone: str) -> str:
    """The code of one that stands there already and in which nobody has moved since: the form was
    sent twice. "" for none."""
    same = models.Match.objects.filter(
        seed=after.seed,
        game=after.game.key,
        prefix_count=after.prefix_count,
        revision=after.revision,
        state=after.game.to_json(after.state),
        seats__phone=phone,
    )
    return same.exclude(id=after.id).values_list("code", flat=True).first() or ""


def _as_far(match: Match, moves: list[Move]) -> tuple[Match, list[Move]]:
    log: list[Move] = []
    for move in moves:
        match = decide(match, move.seat, move.text)
        log.append(match.moves[0])
    return match, log

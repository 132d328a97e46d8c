"""Tables of the database: the state people see, in columns a person can read, and its log.

`clean` says what a row may hold by the rules. Whatever writes here has made sure of it by then;
a backup has not, and is asked (services/backup.py).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from tracker.rules.games import GAMES
from tracker.rules.players import PLAYERS
from tracker.rules.table.room.changes import fit, from_data, sound, sound_flat
from tracker.rules.table.state.fields import NUMBERS, Kind
from tracker.rules.table.state.party import FIELDS, MAX_PLAYERS, PLAYER_FIELDS

QUIT = "quit"  # the outcome of a match that was given up
OUTCOMES = ("", "won", "lost", "over", QUIT)
LEVELS = {"", *(level for levels in PLAYERS.values() for level in levels)}
FIGURES = range(-10_000, 10**6)  # of a score


def refuse_wrong(**right: object) -> None:
    """Raises ValidationError that names the columns which are not right."""
    if wrong := [name for name, is_right in right.items() if not is_right]:
        raise ValidationError(dict.fromkeys(wrong, "is wrong"))


def fitting(row: models.Model, kinds: Mapping[str, Kind]) -> dict[str, bool]:
    """Whether each of these columns holds a value of its kind."""
    return {name: kind.fits(getattr(row, name)) for name, kind in kinds.items()}


class Code(models.Model):
    """A code that was given out (services/register.py). It stays when what it opened is gone."""

    text = models.CharField(max_length=13, primary_key=True)

    def __str__(self) -> str:
        return self.text


class Party(models.Model):
    """A group and its run at one table; see rules/table/state/party.py for what the values mean.

    `code` is the key to write, `watch_code` the key to look on. `phones` are the numbers of the
    players whose phones have come to the table. `best_floors` and `best_rooms` are the record of
    its best finished run. `renewed` is the newest entry that may have put another player, counter
    or run in a place, or that took such an entry back.
    """

    code = models.CharField(max_length=13, unique=True)
    watch_code = models.CharField(max_length=13, unique=True)
    title = models.TextField(blank=True)
    seating = models.CharField(max_length=4)
    floor = models.PositiveIntegerField()
    room = models.PositiveIntegerField()
    used = models.TextField(blank=True)
    due = models.TextField(blank=True, default="", db_default="")
    first = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=16, default="coop", db_default="coop")
    house_rules = models.TextField(blank=True, default="", db_default="")
    referee = models.CharField(max_length=8, default="count", db_default="count")
    cards = models.TextField(blank=True, default="", db_default="")
    deeds = models.TextField(blank=True, default="", db_default="")
    dealt = models.PositiveSmallIntegerField(default=0, db_default=0)
    unnamed = models.PositiveSmallIntegerField(default=0, db_default=0)
    # Nobody knows what was played before cards were counted, until the next floor.
    unsure = models.BooleanField(default=False, db_default=True)
    ran = models.BooleanField(default=False, db_default=False)
    turn = models.PositiveSmallIntegerField(default=0, db_default=0)
    passed = models.CharField(max_length=4, blank=True, default="", db_default="")
    offers = models.CharField(max_length=4, blank=True, default="", db_default="")
    marker = models.BooleanField(default=False, db_default=False)
    tally_0 = models.TextField(blank=True, default="", db_default="")
    tally_1 = models.TextField(blank=True, default="", db_default="")
    tally_2 = models.TextField(blank=True, default="", db_default="")
    tally_3 = models.TextField(blank=True, default="", db_default="")
    tally_each = models.CharField(max_length=4, blank=True, default="", db_default="")
    count_0 = models.SmallIntegerField(default=0, db_default=0)
    count_1 = models.SmallIntegerField(default=0, db_default=0)
    count_2 = models.SmallIntegerField(default=0, db_default=0)
    count_3 = models.SmallIntegerField(default=0, db_default=0)
    phones = models.CharField(max_length=4, blank=True, default="", db_default="")
    revision = models.PositiveIntegerField(default=0)
    # Not known where it has played before 1.1: then the log is asked.
    renewed = models.PositiveIntegerField(default=0, db_default=2**31 - 1)
    undo_top = models.PositiveIntegerField(default=0)
    redo_top = models.PositiveIntegerField(default=0)
    best_floors = models.PositiveIntegerField(default=0, db_default=0)
    best_rooms = models.PositiveIntegerField(default=0, db_default=0)
    # Whether its finished runs are worked out; they are not where it has played before 1.1.
    runs_found = models.BooleanField(default=True, db_default=False)
    created = models.DateTimeField()
    updated = models.DateTimeField()

    def __str__(self) -> str:
        return self.title or f"Party {self.pk}"

    def clean(self) -> None:
        leads = str(self.first) in self.seating
        refuse_wrong(**{**fitting(self, FIELDS), "first": leads})


class Player(models.Model):
    """One of a party's four places; `number` is kept for good, the order is `Party.seating`."""

    party = models.ForeignKey(
        Party, on_delete=models.CASCADE, related_name="players", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    name = models.TextField(blank=True)
    hp = models.IntegerField()
    weapon = models.TextField(blank=True)
    shields = models.TextField(blank=True)
    knife = models.CharField(max_length=16, blank=True, default="", db_default="")
    pocket = models.CharField(max_length=4, blank=True, default="", db_default="")
    count_0 = models.SmallIntegerField(default=0, db_default=0)
    count_1 = models.SmallIntegerField(default=0, db_default=0)
    count_2 = models.SmallIntegerField(default=0, db_default=0)
    count_3 = models.SmallIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["party", "number"], name="one_player_a_number"),
        ]

    def __str__(self) -> str:
        return self.name or f"Player {self.number + 1}"

    def clean(self) -> None:
        refuse_wrong(number=self.number in range(MAX_PLAYERS), **fitting(self, PLAYER_FIELDS))


class Entry(models.Model):
    """One line of a party's log. Nothing is deleted from it, unless the whole party is.

    `device` is the number of the player whose phone it was, empty for a phone of the whole table.
    `changes` is what really changed (rules/table/room/changes.py). `below` was the entry on top
    of the undo (or redo) pile when this one was laid on it: the piles are linked lists through the
    log, so undo and redo cost the same however long it is.

    An entry that `undoes` another also names the `root`, the first of a chain of undos, and
    whether it `restores` it; `undone` says of the root alone whether it stands, and the others
    follow from that (services/party/rows.py). Now and then an entry keeps the whole `state` after
    it, by path, so that looking back is never far.
    """

    party = models.ForeignKey(
        Party, on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=64)
    device = models.CharField(max_length=1, blank=True)
    text = models.TextField()
    changes = models.JSONField(blank=True)
    created = models.DateTimeField()
    undoes = models.PositiveIntegerField(null=True, blank=True)
    root = models.PositiveIntegerField(null=True, blank=True)
    restores = models.BooleanField(default=False, db_default=False)
    undone = models.BooleanField(default=False)
    below = models.PositiveIntegerField(default=0)
    state = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["party", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["party", "key"], name="one_entry_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.text}"

    def clean(self) -> None:
        """Requires that it points only at earlier entries, and that what it keeps fits."""
        refuse_wrong(
            device=self.device in ("", *NUMBERS),
            below=self.below < self.number,
            undoes=(self.undoes or 0) < self.number,
            root=(self.root or 0) < self.number,
            changes=fit(self.changes),
            state=self.state is None or sound_flat(self.state),
        )


class Save(models.Model):
    """A named point in a party's story, whole, so that nothing later can damage it.

    The newest of a name counts; older ones are kept and can be brought back. `number` is the
    entry that made it. Automatic saves have a space in their name, so no typed name meets them.
    """

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="saves", db_index=False)
    name = models.CharField(max_length=64)
    number = models.PositiveIntegerField()
    state = models.JSONField()
    created = models.DateTimeField()
    automatic = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["party", "number"], name="one_save_an_entry"),
        ]
        indexes = [models.Index(fields=["party", "name", "-number"], name="saves_by_name")]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        refuse_wrong(state=sound(from_data(self.state)))


class Run(models.Model):
    """A finished run of a party, worked out of its log when it ended (services/party/runs.py).

    It began with entry `first` and ended with `last`, which is null as long as all who fell may
    still get up. `people` are those who played, by name. `seconds` were played, pauses left out.
    `story` is what the log tells of it (services/party/story.py). `share_code` is the key to its
    public page, empty while there is none. A run with one keeps its row when it goes on after all.
    """

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="runs", db_index=False)
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField(null=True, blank=True)
    floors = models.PositiveIntegerField()
    rooms = models.PositiveIntegerField()
    people = models.TextField(blank=True)
    players = models.PositiveSmallIntegerField()
    seconds = models.PositiveIntegerField()
    began = models.DateTimeField()
    ended = models.DateTimeField()
    ending = models.CharField(max_length=8)
    story = models.JSONField()
    share_code = models.CharField(max_length=13, blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["party", "first"], name="one_run_an_entry"),
            models.UniqueConstraint(
                fields=["share_code"], condition=~Q(share_code=""), name="one_run_a_share_code"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.party_id}: {self.first}"


class Match(models.Model):
    """A dealt game. Its log is the truth; `state` is what the log leads to, kept for reading.

    `version` is that of the game's rules when it was dealt. `seed` names the deal: the pack and
    every later shuffle follow from it. `decision_count` counts the decisions that stand,
    `undo_count` those that were taken back. `outcome` is "" while somebody has a decision to make;
    see rules/protocol.py. `earlier_state` stood at `earlier_revision`, before the newest decision
    of a person: from there what came of it is shown move by move. So many of its decisions as
    `prefix_count` says were made in another match, from which this one goes on; 0 for one that
    was dealt. `share_code` is the key to its public page, empty while there is none.
    """

    code = models.CharField(max_length=13, unique=True)
    game = models.CharField(max_length=16)
    version = models.PositiveSmallIntegerField(db_default=1)
    options = models.JSONField(blank=True)
    seed = models.CharField(max_length=32)
    state = models.TextField()
    revision = models.PositiveIntegerField(default=0)
    earlier_state = models.TextField(blank=True, db_default="")
    earlier_revision = models.PositiveIntegerField(db_default=0)
    decision_count = models.PositiveIntegerField(default=0)
    undo_count = models.PositiveIntegerField(default=0)
    outcome = models.CharField(max_length=8, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.JSONField(default=dict, blank=True)
    prefix_count = models.PositiveIntegerField(default=0, db_default=0)
    # Played, pauses left out; of a match from before this was counted 0 till it goes on.
    seconds = models.PositiveIntegerField(default=0, db_default=0)
    share_code = models.CharField(max_length=13, blank=True, default="", db_default="")
    # The cost of its decisions, as far as it is worked out (services/match/review.py).
    review = models.JSONField(null=True, blank=True)
    # How far the adviser has played the deal (services/match/review.py).
    par = models.JSONField(null=True, blank=True)
    created = models.DateTimeField()
    updated = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["share_code"], condition=~Q(share_code=""), name="one_match_a_share_code"
            ),
        ]
        indexes = [models.Index(fields=["seed", "game"], name="matches_by_deal")]

    def __str__(self) -> str:
        return f"{self.game} {self.seed}"

    def clean(self) -> None:
        """Whether it can be shown; services/match/log.py checks where its log leads."""
        game = GAMES[self.game]
        refuse_wrong(outcome=self.outcome in OUTCOMES)
        if self.version == game.version:
            game.chosen(self.options)
            game.from_json(self.state)
        else:
            refuse_wrong(state=json.loads(self.state))
        # Pages tell the score of a match by earlier rules as well.
        start = game.setup({}, game.seats[0], game.pack(game.chosen({})), list)
        names = game.score(start) if self.outcome not in ("", QUIT) else ()
        refuse_wrong(score=all(self._is_figure(self.score[name]) for name in names))

    @staticmethod
    def _is_figure(number: Any) -> bool:
        return type(number) is int and number in FIGURES


class Result(models.Model):
    """How a match ended that was played elsewhere, and that a browser has brought along.

    `phone` is that browser's secret, as in Seat, `key` names the match without being its code,
    `data` is as services/match/summaries.py writes it.
    """

    phone = models.CharField(max_length=13)
    key = models.CharField(max_length=16)
    ended = models.DateTimeField()
    data = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["phone", "key"], name="one_result_a_key"),
        ]

    def __str__(self) -> str:
        return self.key


class Seat(models.Model):
    """One side of a match: a person's, or of a computer that plays at this `level`.

    `phone` is the browser a person plays on (tracker/web/browser.py), "" while the seat is free.
    One with both is that person's, and a computer plays it until they are back.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    name = models.TextField(blank=True)
    level = models.CharField(max_length=8, blank=True)
    phone = models.CharField(max_length=13, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_a_number"),
        ]
        indexes = [models.Index(fields=["phone", "match"], name="seats_by_phone")]

    def __str__(self) -> str:
        return self.name or f"Seat {self.number + 1}"

    def clean(self) -> None:
        refuse_wrong(level=self.level in LEVELS)


class Move(models.Model):
    """One line of a match's log: a decision, `undo`, or who plays a seat (services/match/deals.py).
    Only deleted with the whole match.

    `report` is the decision as it is told afterwards (Game.tale), `changes` the numbers it changed.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    text = models.TextField(blank=True)
    report = models.TextField(blank=True)
    changes = models.JSONField(blank=True)
    created = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_move_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.text}"

    def clean(self) -> None:
        """Two values each, before and after. services/backup.py checks what they lead to."""
        refuse_wrong(changes=all(len(ends) == 2 for ends in self.changes.values()))

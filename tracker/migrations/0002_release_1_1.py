"""Additions since release 1.0.0: columns, runs, results, the register of codes, roots of undos."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tracker.migrations._columns import key, owner
from tracker.services.release_1_0 import name_roots


def text() -> Any:
    return models.TextField(blank=True, db_default="", default="")


def short_text(most: int, default: str = "") -> Any:
    return models.CharField(blank=not default, db_default=default, default=default, max_length=most)


def flag() -> Any:
    return models.BooleanField(db_default=False, default=False)


def number() -> Any:
    return models.PositiveIntegerField(db_default=0, default=0)


def small_number() -> Any:
    return models.PositiveSmallIntegerField(db_default=0, default=0)


def counts() -> dict[str, Any]:
    return {
        f"count_{place}": models.SmallIntegerField(db_default=0, default=0) for place in range(4)
    }


COLUMNS = {
    "party": {
        "due": text(),
        "cards": text(),
        "deeds": text(),
        "dealt": small_number(),
        "game": short_text(16, "coop"),
        "house_rules": text(),
        "offers": short_text(4),
        "passed": short_text(4),
        "ran": flag(),
        "referee": short_text(8, "count"),
        "turn": small_number(),
        "unnamed": small_number(),
        # Nobody knows what was played before cards were counted.
        "unsure": models.BooleanField(db_default=True, default=False),
        "phones": short_text(4),
        "best_floors": number(),
        "best_rooms": number(),
        # A party that has played before runs were kept: they have still to be found.
        "runs_found": models.BooleanField(db_default=False, default=True),
        "renewed": models.PositiveIntegerField(db_default=2**31 - 1, default=0),
        **counts(),
        "marker": flag(),
        **{f"tally_{place}": text() for place in range(4)},
        "tally_each": short_text(4),
    },
    "player": {"knife": short_text(16), "pocket": short_text(4), **counts()},
    "entry": {
        "restores": flag(),
        "root": models.PositiveIntegerField(blank=True, null=True),
        "state": models.JSONField(blank=True, null=True),
    },
    "match": {
        # Every match dealt so far went by the first rules of its game.
        "version": models.PositiveSmallIntegerField(db_default=1),
        # Nothing is known of a match in progress till its next decision: then it is swapped in
        # without a show.
        "earlier_state": models.TextField(blank=True, db_default=""),
        "earlier_revision": models.PositiveIntegerField(db_default=0),
        "par": models.JSONField(blank=True, null=True),
        "prefix_count": number(),
        "review": models.JSONField(blank=True, null=True),
        "share_code": short_text(13),
        "seconds": number(),
    },
}
HOLD_CODES = (
    ("tracker_party", "code"),
    ("tracker_party", "watch_code"),
    ("tracker_match", "code"),
)


def name_all_roots(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    name_roots(apps.get_model("tracker", "Entry"))


class Migration(migrations.Migration):
    replaces = [
        ("tracker", "0004_match_version"),
        ("tracker", "0005_undo_chains"),
        ("tracker", "0006_returning_cards"),
        ("tracker", "0007_cards"),
        ("tracker", "0008_phones"),
        ("tracker", "0009_earlier_states"),
        ("tracker", "0010_knife_and_pocket"),
        ("tracker", "0011_runs"),
        ("tracker", "0012_tallies_and_marker"),
        ("tracker", "0013_dealt_games"),
        ("tracker", "0014_results"),
        ("tracker", "0015_codes"),
    ]

    dependencies = [("tracker", "0001_release_1_0")]

    operations = [
        migrations.RenameField("match", "standing", "decision_count"),
        migrations.RenameField("match", "undone", "undo_count"),
        migrations.RenameField("move", "told", "report"),
        *(
            migrations.AddField(model, name, column)
            for model, columns in COLUMNS.items()
            for name, column in columns.items()
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["seed", "game"], name="matches_by_deal"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                condition=models.Q(("share_code", ""), _negated=True),
                fields=("share_code",),
                name="one_match_a_share_code",
            ),
        ),
        migrations.CreateModel(
            name="Run",
            fields=[
                ("id", key()),
                ("first", models.PositiveIntegerField()),
                ("last", models.PositiveIntegerField(blank=True, null=True)),
                ("floors", models.PositiveIntegerField()),
                ("rooms", models.PositiveIntegerField()),
                ("people", models.TextField(blank=True)),
                ("players", models.PositiveSmallIntegerField()),
                ("seconds", models.PositiveIntegerField()),
                ("began", models.DateTimeField()),
                ("ended", models.DateTimeField()),
                ("ending", models.CharField(max_length=8)),
                ("story", models.JSONField()),
                ("share_code", short_text(13)),
                ("party", owner("party", "runs")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("party", "first"), name="one_run_an_entry"),
                    models.UniqueConstraint(
                        condition=models.Q(("share_code", ""), _negated=True),
                        fields=("share_code",),
                        name="one_run_a_share_code",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                ("id", key()),
                ("phone", models.CharField(max_length=13)),
                ("key", models.CharField(max_length=16)),
                ("ended", models.DateTimeField()),
                ("data", models.JSONField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("phone", "key"), name="one_result_a_key")
                ],
            },
        ),
        migrations.CreateModel(
            name="Code",
            fields=[("text", models.CharField(max_length=13, primary_key=True, serialize=False))],
        ),
        *(
            migrations.RunSQL(
                f"INSERT INTO tracker_code (text) SELECT {column} FROM {table}"
                " WHERE true ON CONFLICT DO NOTHING",
                migrations.RunSQL.noop,
            )
            for table, column in HOLD_CODES
        ),
        migrations.RunPython(name_all_roots, migrations.RunPython.noop),
    ]

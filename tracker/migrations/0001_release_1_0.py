"""Tables of release 1.0.0. Its own databases have them by the migrations that this replaces."""

from django.db import migrations, models

from tracker.migrations._columns import key, owner


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("tracker", "0001_initial"),
        ("tracker", "0002_live"),
        ("tracker", "0003_matches"),
    ]

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Party",
            fields=[
                ("id", key()),
                ("code", models.CharField(max_length=13, unique=True)),
                ("watch_code", models.CharField(max_length=13, unique=True)),
                ("title", models.TextField(blank=True)),
                ("seating", models.CharField(max_length=4)),
                ("floor", models.PositiveIntegerField()),
                ("room", models.PositiveIntegerField()),
                ("used", models.TextField(blank=True)),
                ("first", models.PositiveSmallIntegerField()),
                ("revision", models.PositiveIntegerField(default=0)),
                ("undo_top", models.PositiveIntegerField(default=0)),
                ("redo_top", models.PositiveIntegerField(default=0)),
                ("created", models.DateTimeField()),
                ("updated", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", key()),
                ("number", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("device", models.CharField(blank=True, max_length=1)),
                ("text", models.TextField()),
                ("changes", models.JSONField(blank=True)),
                ("created", models.DateTimeField()),
                ("undoes", models.PositiveIntegerField(blank=True, null=True)),
                ("undone", models.BooleanField(default=False)),
                ("below", models.PositiveIntegerField(default=0)),
                ("party", owner("party", "entries")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("party", "number"), name="one_entry_a_number"),
                    models.UniqueConstraint(fields=("party", "key"), name="one_entry_a_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", key()),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.TextField(blank=True)),
                ("hp", models.IntegerField()),
                ("weapon", models.TextField(blank=True)),
                ("shields", models.TextField(blank=True)),
                ("party", owner("party", "players")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("party", "number"), name="one_player_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Save",
            fields=[
                ("id", key()),
                ("name", models.CharField(max_length=64)),
                ("number", models.PositiveIntegerField()),
                ("state", models.JSONField()),
                ("created", models.DateTimeField()),
                ("automatic", models.BooleanField(default=False)),
                ("party", owner("party", "saves")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["party", "name", "-number"], name="saves_by_name")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("party", "number"), name="one_save_an_entry")
                ],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", key()),
                ("code", models.CharField(max_length=13, unique=True)),
                ("game", models.CharField(max_length=16)),
                ("options", models.JSONField(blank=True)),
                ("seed", models.CharField(max_length=32)),
                ("state", models.TextField()),
                ("revision", models.PositiveIntegerField(default=0)),
                ("standing", models.PositiveIntegerField(default=0)),
                ("undone", models.PositiveIntegerField(default=0)),
                ("outcome", models.CharField(blank=True, max_length=8)),
                ("winner", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("score", models.JSONField(blank=True, default=dict)),
                ("created", models.DateTimeField()),
                ("updated", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                ("id", key()),
                ("number", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("text", models.TextField(blank=True)),
                ("told", models.TextField(blank=True)),
                ("changes", models.JSONField(blank=True)),
                ("created", models.DateTimeField()),
                ("match", owner("match", "moves")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="one_move_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", key()),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.TextField(blank=True)),
                ("level", models.CharField(blank=True, max_length=8)),
                ("phone", models.CharField(blank=True, max_length=13)),
                ("match", owner("match", "seats")),
            ],
            options={
                "indexes": [models.Index(fields=["phone", "match"], name="seats_by_phone")],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="one_seat_a_number")
                ],
            },
        ),
    ]

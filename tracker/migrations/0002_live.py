import secrets
from typing import Any

from django.db import migrations, models

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def give_watch_codes(apps: Any, schema_editor: object) -> None:
    parties = apps.get_model("tracker", "Party")
    for party in parties.objects.only("id").iterator():
        party.watch_code = "".join(secrets.choice(CODE_LETTERS) for _ in range(13))
        party.save(update_fields=["watch_code"])


class Migration(migrations.Migration):
    dependencies = [("tracker", "0001_initial")]

    operations = [
        migrations.AddField(
            "entry",
            "device",
            models.CharField(blank=True, default="", max_length=1),
            preserve_default=False,
        ),
        migrations.AddField(
            "party",
            "watch_code",
            models.CharField(default="", max_length=13),
            preserve_default=False,
        ),
        migrations.RunPython(give_watch_codes, migrations.RunPython.noop),
        migrations.AlterField("party", "watch_code", models.CharField(max_length=13, unique=True)),
    ]

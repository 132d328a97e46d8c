"""Each undo names the root of its chain, so that long chains cost no more than short ones."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tracker.services.party.chains import name_roots


def name_all_roots(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    name_roots(apps.get_model("tracker", "Entry"))


class Migration(migrations.Migration):
    dependencies = [("tracker", "0004_match_version")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="restores",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="entry",
            name="root",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="state",
            field=models.JSONField(null=True),
        ),
        migrations.RunPython(name_all_roots, migrations.RunPython.noop),
    ]

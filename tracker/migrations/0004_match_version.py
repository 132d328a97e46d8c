from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tracker", "0003_matches"),
    ]

    operations = [
        # Every match dealt so far went by the first rules of its game.
        migrations.AddField(
            model_name="match",
            name="version",
            field=models.PositiveSmallIntegerField(db_default=1),
        ),
        migrations.RenameField("match", "standing", "decision_count"),
        migrations.RenameField("match", "undone", "undo_count"),
        migrations.RenameField("move", "told", "report"),
    ]

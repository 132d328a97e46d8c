"""The register of codes begins with those that there are."""

from django.db import migrations, models

HELD = (
    ("tracker_party", "code"),
    ("tracker_party", "watch_code"),
    ("tracker_run", "share_code"),
    ("tracker_match", "code"),
    ("tracker_match", "share_code"),
)


class Migration(migrations.Migration):
    dependencies = [("tracker", "0014_results")]

    operations = [
        migrations.CreateModel(
            name="Code",
            fields=[("text", models.CharField(max_length=13, primary_key=True, serialize=False))],
        ),
        *(
            migrations.RunSQL(
                f"INSERT INTO tracker_code (text) SELECT {column} FROM {table}"
                f" WHERE {column} <> '' ON CONFLICT DO NOTHING",
                migrations.RunSQL.noop,
            )
            for table, column in HELD
        ),
    ]

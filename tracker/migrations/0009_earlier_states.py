from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tracker", "0008_phones"),
    ]

    operations = [
        # Of a match that goes on nothing is known till its next decision: then it is swapped in
        # without a show.
        migrations.AddField(
            model_name="match",
            name="earlier_state",
            field=models.TextField(blank=True, db_default=""),
        ),
        migrations.AddField(
            model_name="match",
            name="earlier_revision",
            field=models.PositiveIntegerField(db_default=0),
        ),
    ]

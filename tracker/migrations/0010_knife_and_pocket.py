from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tracker", "0009_earlier_states"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="knife",
            field=models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
        migrations.AddField(
            model_name="player",
            name="pocket",
            field=models.CharField(blank=True, db_default="", default="", max_length=4),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tracker", "0007_cards"),
    ]

    operations = [
        migrations.AddField(
            model_name="party",
            name="phones",
            field=models.CharField(blank=True, db_default="", default="", max_length=4),
        ),
    ]

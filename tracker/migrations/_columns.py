"""Columns that more than one table has, as the migrations write them."""

from typing import Any

from django.db import models


def key() -> Any:
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


def owner(model: str, related: str) -> Any:
    return models.ForeignKey(
        db_index=False,
        on_delete=models.CASCADE,
        related_name=related,
        to=f"tracker.{model}",
    )

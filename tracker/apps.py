from __future__ import annotations

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from tracker.services.writing import remember_file


class TrackerConfig(AppConfig):
    name = "tracker"

    def ready(self) -> None:
        connection_created.connect(remember_file)

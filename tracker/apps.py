from __future__ import annotations

from django.apps import AppConfig


class TrackerConfig(AppConfig):
    name = "tracker"

"""Scoundrel Tracker."""

__version__ = "1.0.0"  # as the newest heading of CHANGELOG.md says

"""python -m tests.tell_unmarked: what screens show that no catalogue can change, a line each."""

from __future__ import annotations

import os

import django


def tell() -> None:
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    from tests.unmarked import spoken

    setup_test_environment()
    kept = setup_databases(verbosity=0, interactive=False)
    try:
        with spoken():
            for text, screens in found().items():
                more = f" and {len(screens) - 3} more" if len(screens) > 3 else ""
                print(f"{', '.join(screens[:3])}{more}: {text}")
    finally:
        teardown_databases(kept, verbosity=0)


def found() -> dict[str, list[str]]:
    """Each text with the names of the screens that show it."""
    from django.db import transaction

    from tests.unmarked import EVERY_SCREEN, unmarked_on

    texts: dict[str, list[str]] = {}
    for screen in EVERY_SCREEN:
        with transaction.atomic():
            for text in unmarked_on(screen):
                texts.setdefault(text, []).append(screen.name)
            transaction.set_rollback(True)
    return texts


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    tell()

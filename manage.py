#!/usr/bin/env python
"""Django's commands; `serve` is the one that runs the site."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoundrel_web.settings")
    if "--https" in sys.argv:  # settings are read before a command gets to see its options
        os.environ["HTTPS"] = "own"
    try:
        settings.DEBUG  # noqa: B018 (reads the settings)
    except ImproperlyConfigured as wrong:
        sys.exit(str(wrong))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)

"""`manage.py` that also prints the moment of each commit of a party: time, party, revision."""

import os
import sys
import time

import django
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "scoundrel_web.settings"
    django.setup()
    from tracker.services.news import subscribe

    subscribe(lambda party, revision: print("committed", time.time(), party, revision, flush=True))
    execute_from_command_line(sys.argv)

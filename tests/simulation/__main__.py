"""Plays simulated evenings: python -m tests.simulation --seed 7 --taps 20000

What goes wrong is printed with its seed and the shortest evening found in which it still does.
"""

import os

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.simulation.settings"

import django

django.setup()

from tests.simulation.evenings import main  # noqa: E402 (Django is set up by now)

main()

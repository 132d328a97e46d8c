"""Days as "3 marzo 2026", without a nought before them."""

DATE_FORMAT = "j F Y"

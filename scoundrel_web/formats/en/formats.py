"""Days as "14 March 2026", which no reader of English takes for another day."""

DATE_FORMAT = "j F Y"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "j M"

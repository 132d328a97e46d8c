"""Days as "3 березня 2026", with the month as it is said after a number."""

DATE_FORMAT = "j E Y"
MONTH_DAY_FORMAT = "j E"

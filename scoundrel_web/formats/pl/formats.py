"""Short days as "14.03.2026", with full stops."""

SHORT_DATE_FORMAT = "d.m.Y"

"""The table itself, and what a tap on it would do."""

"""The co-operative game (rules.md 3)."""

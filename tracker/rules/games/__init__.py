"""The games that can be dealt: one game, one file; what a family shares begins with `_`."""

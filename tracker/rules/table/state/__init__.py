"""Kept values: a party, its players, and the kinds of their fields."""

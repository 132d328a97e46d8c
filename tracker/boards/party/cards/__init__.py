"""Screens of cards: one touched, all to pick from, those that are left."""

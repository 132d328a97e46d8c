"""Dealt games in a terminal."""

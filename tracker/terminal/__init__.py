"""Dealt games in a terminal, for people, and as lines of JSON, for programs."""

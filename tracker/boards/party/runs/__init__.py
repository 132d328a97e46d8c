"""Runs to look back on: one, its chart and replay, and the hall of all."""

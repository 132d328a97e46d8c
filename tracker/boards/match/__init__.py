"""Dealt games: what a seat may see, as plain values for the templates."""

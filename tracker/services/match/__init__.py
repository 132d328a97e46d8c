"""Dealt games: a match, its seats and its log. Functions are named `<entity>_<verb>`."""

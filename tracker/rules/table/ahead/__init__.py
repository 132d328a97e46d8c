"""Odds, risk and advice: what may come; nothing here changes a party."""

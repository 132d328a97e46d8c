"""A table of real cards: a party, its commands and the sums behind them, the notation."""

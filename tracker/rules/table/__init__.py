"""What real cards need: a party, its commands and the sums behind them, the notation."""

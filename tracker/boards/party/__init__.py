"""Real cards: what the screens of a party show."""

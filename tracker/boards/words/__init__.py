"""How cards, players, floors and refusals are said."""

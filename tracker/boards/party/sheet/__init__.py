"""The sheets that open over the table: a player's and the dungeon's."""

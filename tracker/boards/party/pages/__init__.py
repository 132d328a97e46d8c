"""Pages beside the table: settings, saves, invitation, the list of parties."""

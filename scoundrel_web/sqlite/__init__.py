"""SQLite that opens no other file than this process began with; Django finds it in `base`."""

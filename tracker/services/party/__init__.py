"""Real cards: a party, its log and its saves. Functions are named `<entity>_<verb>`."""

"""The rules of the games: pure Python, the standard library and nothing else."""

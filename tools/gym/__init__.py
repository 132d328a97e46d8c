"""The dealt games as environments for learning, see docs/programs.md."""

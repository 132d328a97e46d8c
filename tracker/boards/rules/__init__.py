"""The pages that teach the rules."""

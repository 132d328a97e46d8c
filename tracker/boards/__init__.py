"""State turned into the plain values that templates loop over and print."""

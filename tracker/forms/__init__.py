"""Forms that players fill in."""

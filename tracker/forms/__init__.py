"""What players fill in."""

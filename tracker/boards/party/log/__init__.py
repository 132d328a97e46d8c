"""The log of a party in words: what every command says, on buttons and in the history."""

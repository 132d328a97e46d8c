"""Commands: one function for each verb, from a party to the party after it."""

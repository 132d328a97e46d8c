"""Rules of thumb in hit points: what advice goes by where nothing has been learned."""

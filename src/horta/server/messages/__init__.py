"""Messages: players who are not looking hear that it is their turn, in the way that they chose."""

"""Chat: what players say to one another at their table, kept with its game."""

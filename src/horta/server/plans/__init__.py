"""Plans: what a player wants to have played in their absence; nobody else learns of it."""

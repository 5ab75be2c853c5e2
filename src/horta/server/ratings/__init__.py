"""Ratings: how good persons and bots are at a game with so many players, from what they played."""

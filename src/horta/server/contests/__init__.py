"""Contests: tournaments that persons hold and the house runs, the same deal at every table."""

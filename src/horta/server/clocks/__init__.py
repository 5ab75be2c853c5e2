"""Clocks: how much time a turn may take at a table, and what happens when it is up."""

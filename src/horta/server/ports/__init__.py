"""Two small ports beneath the rooms of the house: `events` (who must look again) and `jobs`.

Each has a form for one process (SQLite) and one for many over PostgreSQL. Nothing above knows
which of them is used.
"""

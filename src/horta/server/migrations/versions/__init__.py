"""The history of the tables in the database, run by Alembic at every start."""

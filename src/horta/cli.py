"""The command line of Horta."""

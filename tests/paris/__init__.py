"""The proof of the rules of Paris, chapter by chapter of docs/rules/paris.md."""

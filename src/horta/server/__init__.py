"""The table in the browser: pages, an open JSON API, and a store that forgets nothing."""

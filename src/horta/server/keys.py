"""The keys of a house: one signs, and others may be accepted while one takes another's place."""

from __future__ import annotations

from horta.server.settings import Settings
from horta.server.store import Store

DRAWN = "database"
"""In the place of a key: the one that the store has drawn."""


async def keys_of(settings: Settings, store: Store) -> tuple[str, ...]:
    """Return the key that signs, then those that are accepted as well."""
    given = settings.accepted_secrets
    accepted = [await store.secret() if one == DRAWN else one for one in given]
    return (settings.secret or await store.secret(), *accepted)

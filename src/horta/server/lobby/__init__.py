"""The lobby: tables that are open to everybody, and how somebody takes a free seat there."""

"""The games of the house, each in a package of its own.

`horta.games` is this package, and `horta.games()` lists the ids of all installed games: the
package answers to a call, since Python binds a submodule's name in its parent.
"""

from __future__ import annotations

import sys
from types import ModuleType

from horta.core import registry


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        return registry.games()


sys.modules[__name__].__class__ = _Games

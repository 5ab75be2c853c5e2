"""Environments for people who build agents, one for every game that has an observation.

| for | write |
|---|---|
| many games at once | `horta.envs.vector.VectorEnv("paris", 1024)` |
| Gymnasium | `gymnasium.make("horta/Paris-v0", opponents=["random"])` after `import horta.envs` |
| PettingZoo | `horta.envs.pettingzoo.paris_v0.env()` |
| OpenSpiel | `pyspiel.load_game("python_horta_paris")` after `import horta.envs.openspiel` |
| NumPy alone | `horta.envs.batch.Batch("paris", 1024)` |

They need `pip install horta[envs]`. Importing this package gives Gymnasium, where it is installed,
the names of the environments; `gymnasium.make("horta.envs:horta/Paris-v0")` imports it by itself.
"""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    from horta.envs.names import register

    register()

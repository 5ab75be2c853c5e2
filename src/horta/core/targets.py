"""Processors that rules can be compiled for in advance, and whether this machine can run them.

The names are LLVM's, and those of the x86-64 psABI: each level has what the one before has.
"""

from __future__ import annotations

import functools
import platform

from horta.core.errors import BadOption
from horta.core.limits import cut

LEVELS = {
    "x86-64": ("cmov", "cx8", "fxsr", "mmx", "sse", "sse2"),
    "x86-64-v2": ("cx16", "popcnt", "sahf", "sse3", "ssse3", "sse4.1", "sse4.2"),
    "x86-64-v3": ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"),
    "x86-64-v4": ("avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"),
}
"""What a processor of each level can do besides."""
GENERIC = "generic"
"""The one target on machines that are no x86: what every processor of their kind can do."""


def targets() -> list[str]:
    """Return the targets that this kind of machine knows, the plainest first."""
    return list(LEVELS) if platform.machine().lower() in ("x86_64", "amd64") else [GENERIC]


def features(target: str) -> tuple[str, ...]:
    """Return what a processor must be able to do to run what was compiled for a target."""
    if target == GENERIC:
        return ()
    names = list(LEVELS)
    return tuple(each for name in names[: names.index(target) + 1] for each in LEVELS[name])


def flags(target: str) -> str:
    """Return the same in LLVM's notation."""
    return ",".join(f"+{name}" for name in features(target))


@functools.cache
def runs(target: str) -> bool:
    """Tell whether this machine can run what was compiled for a target."""
    import llvmlite.binding as llvm

    if target == GENERIC:
        return True
    can = llvm.get_host_cpu_features()
    return all(can.get(name, False) for name in features(target))


def read_target(text: str) -> str:
    """Return a target by its name; raise `BadOption` for one that this machine cannot compile."""
    if text not in targets():
        known = ", ".join(targets())
        raise BadOption(f"there is no target '{cut(text)}' for this machine; there are: {known}")
    if not runs(text):
        known = ", ".join(filter(runs, targets()))
        raise BadOption(f"this processor cannot run code for {text}; it can for: {known}")
    return text

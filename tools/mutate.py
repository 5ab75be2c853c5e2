"""Break the rules on purpose, one small change at a time, and see whether a test notices.

    python tools/mutate.py paris --sample 200 --jobs 2
    python tools/mutate.py bruxelles1893 --only cards,windows

Every mutant is a copy of the package with one comparison, sign, constant, condition or statement
changed; the rule tests run on it uncompiled. A mutant that survives is a rule that no test holds,
or a change that means the same: the list at the end is to be read by a person.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = {
    "__init__.py",
    "words.py",
    "drawing.py",
    "components.py",
    "options.py",
    "pictures.py",
    "pieces.py",
    "signs.py",
    "position.py",
    "invariants.py",
    "evaluation.py",
    "prior.py",
    "observation.py",
    "weights.py",
}  # not rules, or held by tests elsewhere
PATIENCE = 8  # a mutant that takes so many times as long as the true rules never ends: noticed

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
BINARY: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass
class Mutant:
    """One changed file."""

    path: Path
    line: int
    change: str
    source: str


def _is_rule(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(d, ast.Name) and d.id == "rule" for d in node.decorator_list
    )


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield a description and a replacement for every way to break a node."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARE:
        other = copy.deepcopy(node)
        other.ops[0] = COMPARE[type(node.ops[0])]()
        yield f"{ast.unparse(node)} -> {ast.unparse(other)}", other
    if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
        changed = copy.deepcopy(node)
        changed.op = BINARY[type(node.op)]()
        yield f"{ast.unparse(node)} -> {ast.unparse(changed)}", changed
    if isinstance(node, ast.AugAssign) and type(node.op) in BINARY:
        grown = copy.deepcopy(node)
        grown.op = BINARY[type(node.op)]()
        yield f"{ast.unparse(node)} -> {ast.unparse(grown)}", grown
    if isinstance(node, ast.BoolOp):
        logic = copy.deepcopy(node)
        logic.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"{ast.unparse(node)} -> {ast.unparse(logic)}", logic
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"{ast.unparse(node)} -> {ast.unparse(node.operand)}", node.operand
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"{node.value} -> {not node.value}", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield f"{node.value} -> {node.value + 1}", ast.Constant(node.value + 1)
    if isinstance(node, ast.Assign | ast.AugAssign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield f"drop: {ast.unparse(node)}", ast.Pass()
    if isinstance(node, ast.Break | ast.Continue):
        yield f"drop: {ast.unparse(node)}", ast.Pass()


class _Swap(ast.NodeTransformer):
    def __init__(self, target: ast.AST, new: ast.AST) -> None:
        self.target, self.new = target, new

    def visit(self, node: ast.AST) -> ast.AST:
        """Replace the one node."""
        if node is self.target:
            return ast.copy_location(self.new, node)
        return self.generic_visit(node)


def mutants(package: Path, only: list[str]) -> Iterator[Mutant]:
    """Yield every mutant of the rule functions of a package, or of some of its modules."""
    for path in sorted(package.glob("*.py")):
        if path.name in SKIPPED or (only and path.stem not in only):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (node for node in tree.body if _is_rule(node)):
            nodes = [n for part in function.body for n in ast.walk(part)]  # type: ignore[attr-defined]
            for node in nodes:
                for change, new in changes(node):
                    parent = copy.copy(tree)
                    source = ast.unparse(ast.fix_missing_locations(_swapped(parent, node, new)))
                    yield Mutant(path, getattr(node, "lineno", 0), change, source)


def _swapped(tree: ast.Module, node: ast.AST, new: ast.AST) -> ast.Module:
    # The node is found again in a deep copy by its place in the walk.
    place = next(k for k, found in enumerate(ast.walk(tree)) if found is node)
    twin = copy.deepcopy(tree)
    target = next(found for k, found in enumerate(ast.walk(twin)) if k == place)
    swapped = _Swap(target, new).visit(twin)
    assert isinstance(swapped, ast.Module)
    return swapped


def survives(mutant: Mutant, workspace: Path, tests: list[str], most: float) -> bool:
    """Run the tests on a mutant; True when all of them pass within the time."""
    changed = workspace / mutant.path.relative_to(ROOT)
    original = changed.read_text(encoding="utf-8")
    changed.write_text(mutant.source, encoding="utf-8")
    try:
        return passes(workspace, tests, most)
    except subprocess.TimeoutExpired:
        return False
    finally:
        changed.write_text(original, encoding="utf-8")


def passes(workspace: Path, tests: list[str], most: float | None = None) -> bool:
    """Run the tests in a workspace, uncompiled."""
    env = {**os.environ, "HORTA_JIT": "0", "PYTHONPATH": str(workspace / "src")}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *tests], cwd=workspace, env=env, capture_output=True, timeout=most, check=False
    )
    return done.returncode == 0


def main() -> int:
    """Run the mutants and print the survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=0, help="how many mutants; 0: all of them")
    parser.add_argument("--only", default="", help="names of modules, parted by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    package = ROOT / "src" / "horta" / "games" / arguments.game
    only = [name for name in arguments.only.split(",") if name]
    strangers = [name for name in only if not (package / f"{name}.py").is_file()]
    if strangers:
        parser.error(f"{arguments.game} has no module {', '.join(strangers)}")
    found = list(mutants(package, only))
    if arguments.sample and arguments.sample < len(found):
        found = random.Random(arguments.seed).sample(found, arguments.sample)
    print(f"{len(found)} mutants of {arguments.game}", flush=True)
    survivors: list[Mutant] = []
    folder_of_tests = f"tests/{arguments.game}"
    tests = [folder_of_tests, f"--ignore={folder_of_tests}/test_drawing.py"]
    with tempfile.TemporaryDirectory() as folder:
        workspaces: SimpleQueue[Path] = SimpleQueue()
        for k in range(arguments.jobs):
            workspace = Path(folder) / str(k)
            for part in ("src", "tests", "tools", "docs"):
                shutil.copytree(ROOT / part, workspace / part)
            shutil.copy(ROOT / "pyproject.toml", workspace)
            workspaces.put(workspace)

        started = time.monotonic()
        if not passes(Path(folder) / "0", tests):
            print("the tests fail without any mutant; mend them first")
            return 1
        most = PATIENCE * (time.monotonic() - started)

        def judge(mutant: Mutant) -> None:
            workspace = workspaces.get()
            try:
                # The tests of the chapter itself come first: they notice soonest.
                chapter = f"{folder_of_tests}/test_{mutant.path.stem}.py"
                first = [chapter] if (ROOT / chapter).exists() else []
                if survives(mutant, workspace, [*first, *tests], most):
                    survivors.append(mutant)
                    place = f"{mutant.path.name}:{mutant.line}"
                    print(f"survived {place}: {mutant.change}", flush=True)
            finally:
                workspaces.put(workspace)

        with ThreadPoolExecutor(arguments.jobs) as pool:
            for number, _ in enumerate(pool.map(judge, found), 1):
                if number % 25 == 0:
                    print(f"{number} of {len(found)} judged", flush=True)
    killed = len(found) - len(survivors)
    print(f"{killed} of {len(found)} mutants were noticed ({100 * killed / len(found):.1f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())

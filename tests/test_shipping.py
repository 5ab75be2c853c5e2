"""A wheel of compiled rules is a proper wheel, and is found and used where it fits."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import platform
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from tests.thirdparty import install_pebbles, with_rules

import horta
from horta.core import cache, shipping, targets
from horta.core.errors import BadOption

PLAY = """
import logging, sys
logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(message)s")
import horta
from horta.core import registry, warm
from horta.core.engine import engine
game = registry.game("pebbles")
print("engine", engine(game).compiled)
if {play}:
    match = horta.start("pebbles", 2, seed=3)
    while not match.over:
        match.play(match.legal[0])
    warm.load_drivers(game)
    from horta.core.drivers import play_random
    start = game.new_table(2, game.read_options({{}}), game.read_components({{}}))
    played = play_random(game, start, 0, 5)
    print("lengths", played.lengths.tolist(), match.scores)
"""


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    folder = tmp_path / "game"
    folder.mkdir()
    install_pebbles(folder, monkeypatch)


def play(home: Path, whole: bool = True, **more: str) -> tuple[list[str], str]:
    """Play in a clean home folder; return what was compiled, and the rest that was told."""
    home.mkdir(exist_ok=True)
    left = {
        key: value for key, value in os.environ.items() if not key.startswith(("HORTA_", "XDG_"))
    }
    done = subprocess.run(
        [sys.executable, "-c", PLAY.format(play=whole)],
        env={**left, "HOME": str(home), "HORTA_JIT": "ready", **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if line.startswith("compiled")], done.stdout


def with_wheel(place: Path) -> dict[str, str]:
    return {"PYTHONPATH": os.pathsep.join((str(place), os.environ["PYTHONPATH"]))}


@pytest.mark.compiled
def test_a_wheel_starts_a_game_in_a_clean_home_without_compiling(pebbles, tmp_path):
    target = targets.targets()[0]
    command = [sys.executable, "-m", "horta.cli", "compile", "pebbles", "--target", target]
    subprocess.run([*command, "--out", str(tmp_path / "wheelhouse")], check=True)
    (wheel,) = (tmp_path / "wheelhouse").iterdir()
    check_wheel(wheel, target)
    place = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(place)

    compiled, told = play(tmp_path / "without", whole=False)
    assert "engine False" in told, "nothing lies there, and nothing is compiled"

    home = tmp_path / "home"
    compiled, told = play(home, **with_wheel(place))
    assert "engine True" in told
    assert compiled == []
    assert f"loaded pebbles.step from {place / cache.SHIPPED / target}" in told
    assert "loaded search from" in told
    assert not [path for path in home.rglob("*") if path.suffix in (".nbc", ".nbi")]
    lengths = told.splitlines()[-1]
    assert play(home, HORTA_JIT="0", **with_wheel(place))[1].splitlines()[-1] == lengths

    check_what_does_not_fit(place, tmp_path)


def check_wheel(wheel: Path, target: str) -> None:
    """Read a wheel as an installer does."""
    name, version, *tags = wheel.stem.split("-")
    assert (name, version) == (f"horta_compiled_{target.replace('-', '_')}", horta.__version__)
    assert tags[0] == f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert platform.machine().lower() in tags[2]
    with zipfile.ZipFile(wheel) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    info = f"{name}-{version}.dist-info"
    listed = list(csv.reader(io.StringIO(files[f"{info}/RECORD"].decode())))
    assert [path for path, _, _ in listed] == list(files)
    for path, digest, size in listed[:-1]:
        found = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).rstrip(b"=")
        assert (digest, size) == (f"sha256={found.decode()}", str(len(files[path])))
    told = Parser().parsestr(files[f"{info}/WHEEL"].decode())
    assert (told["Tag"], told["Root-Is-Purelib"]) == ("-".join(tags), "false")
    meta = Parser().parsestr(files[f"{info}/METADATA"].decode())
    assert meta["Name"] == name.replace("_", "-")
    assert f"horta=={horta.__version__}" in meta.get_all("Requires-Dist")
    inside = [path for path in files if not path.startswith(info)]
    assert all(path.startswith(f"{cache.SHIPPED}/{target}/") for path in inside)


def check_what_does_not_fit(place: Path, tmp_path: Path) -> None:
    """Other rules are compiled, damaged files too, and a wheel can be left out."""
    other = with_rules(2)["PYTHONPATH"]
    fits_not = {"PYTHONPATH": os.pathsep.join((other, str(place)))}
    assert "engine False" in play(tmp_path / "other", whole=False, **fits_not)[1]
    told = play(tmp_path / "left", whole=False, HORTA_SHIPPED="0", **with_wheel(place))[1]
    assert "engine False" in told
    for path in place.rglob("*pebbles.score*.nbc"):
        path.write_bytes(b"damaged")
    compiled, told = play(tmp_path / "damaged", **with_wheel(place))
    assert compiled == ["compiled pebbles.score"]


def test_a_target_that_does_not_exist_is_refused_with_words():
    with pytest.raises(BadOption, match=r"there is no target 'z80' for this machine; there are: "):
        targets.read_target("z80")
    for name in targets.targets()[:1]:
        assert targets.read_target(name) == name


def test_a_target_that_this_processor_cannot_run_is_refused_with_words(monkeypatch):
    known = targets.targets()
    monkeypatch.setattr(targets, "runs", lambda name: name == known[0])
    if len(known) > 1:
        with pytest.raises(BadOption, match=f"cannot run code for {known[-1]}; it can for: "):
            targets.read_target(known[-1])


def test_each_level_has_what_the_one_before_has():
    for before, after in zip(targets.LEVELS, list(targets.LEVELS)[1:], strict=False):
        assert set(targets.features(before)) < set(targets.features(after))
    assert "+avx2" in targets.flags("x86-64-v3").split(",")
    assert targets.flags(targets.GENERIC) == ""


def test_rules_that_do_not_compile_make_no_wheel(tmp_path):
    with pytest.raises(shipping.NotCompiled):
        shipping.compile_wheel(["nobody"], targets.targets()[0], tmp_path / "out", 1)
    assert not list(tmp_path.rglob("*.whl"))


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_compiled(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(shipping.NotCompiled, match="no wheel can be written there"):
        shipping.compile_wheel(["paris"], targets.targets()[0], tmp_path / "file" / "out", 1)

"""`make test` sets up what it needs: the script installs it where it may, and tries what it can."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "tools" / "system.sh"
OF_DEBIAN = {"runuser"}
"""What every Debian has."""
TOOLS = ("bash", "env", "grep", "ls", "timeout", "mkdir")


@pytest.fixture
def machine(tmp_path):
    """A machine without a browser and without Cairo; what is called on it is written down."""
    places = tmp_path / "bin"
    places.mkdir()
    for tool in TOOLS:
        (places / tool).symlink_to(shutil.which(tool))
    called = tmp_path / "called"

    def run(user, *, debian=True, brings=""):
        programs = {
            "id": f"echo {user}",
            "ldconfig": "true",
            "python": f'echo "python $@" >> {called}; {brings or "false"}',
        }
        if debian:
            programs["apt-get"] = f'echo "apt-get $@" >> {called}'
        for name, body in programs.items():
            (places / name).write_text(f"#!{places}/bash\n{body}\n")
            (places / name).chmod(0o755)
        environment = {key: value for key, value in os.environ.items() if key != "CI"}
        environment |= {"PATH": str(places), "PYTHON": str(places / "python")}
        environment |= {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "browsers")}
        done = subprocess.run(
            [str(places / "bash"), str(SCRIPT)],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return called.read_text().splitlines() if called.exists() else [], done.stdout

    run.browser = f"mkdir -p {tmp_path}/browsers/chromium-1"
    return run


def test_as_root_on_debian_it_installs_whether_or_not_ci_is_set(machine):
    called, _ = machine(0)
    assert called[0].startswith("apt-get update")
    assert called[1].startswith("apt-get install")
    assert "--no-install-recommends" in called[1]
    assert {"chromium", "libcairo2", "systemd"} <= set(called[1].split())


def test_every_program_that_a_test_looks_for_is_set_up():
    tests = Path(__file__).parent.rglob("*.py")
    looked_for = {
        name
        for path in tests
        for name in re.findall(r'shutil\.which\(\s*"([\w-]+)"', path.read_text(encoding="utf-8"))
    }
    assert {"chromium", "initdb", "nginx", "systemd-analyze"} <= looked_for
    set_up = SCRIPT.read_text(encoding="utf-8")
    assert [name for name in looked_for - OF_DEBIAN if name not in set_up] == []


def test_elsewhere_it_tries_playwrights_own_chromium(machine):
    called, said = machine(1000, brings=machine.browser)
    assert called == ["python -m playwright install chromium"]
    assert "chromium" not in said.partition("skipped")[2]


def test_what_is_missing_even_then_is_said(machine):
    called, said = machine(0, debian=False)
    assert called == ["python -m playwright install chromium"]
    assert "Some tests will be skipped. On Debian: apt-get install chromium" in said

"""The files of `deploy/`, read as Docker, Compose and systemd would, to start plain processes."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml", reason="compose.yml is read by PyYAML")

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
HORTA = Path(sys.executable).parent / "horta"
INSTALLED = "/opt/horta/bin/horta"


@dataclass
class Started:
    """A command with its environment, as a file of `deploy/` says."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)


# Docker and Compose


def interpolated(value, given):
    """Fill in ${NAME:?why} and ${NAME:-default} as Compose does."""

    def one(found):
        name, how, rest = found.groups()
        if how == ":?" and not given.get(name):
            raise KeyError(f"{name}: {rest}")
        return given.get(name) or (rest if how == ":-" else "")

    return re.sub(r"\$\{(\w+)(:\?|:-)?([^}]*)\}", one, str(value))


def dockerfile():
    """Return the lines of the Dockerfile, each joined: (instruction, rest)."""
    text = (DEPLOY / "Dockerfile").read_text()
    text = re.sub(r"^#.*\n", "", text, flags=re.M).replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip()]
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines]


def image():
    """Return the command and the health check of the image."""
    last = dict(dockerfile())
    health = last["HEALTHCHECK"].partition("CMD")[2]
    return json.loads(last["CMD"]), json.loads(health)


def compose(given):
    """Return the services of compose.yml with what they start."""
    services = yaml.safe_load((DEPLOY / "compose.yml").read_text())["services"]
    found = {}
    for name, service in services.items():
        command = service.get("command") or (image()[0] if service["image"] == "horta" else [])
        environment = {
            one: interpolated(value, given) for one, value in service.get("environment", {}).items()
        }
        if "env_file" in service:
            assert service["env_file"] == ["horta.env"]
            environment = env_file() | environment
        found[name] = Started(name, command, environment)
    return found


# systemd


def unit(name, instance=""):
    """Return the sections of a unit; what stands there several times is a list."""
    found, section = {}, {}
    for line in (DEPLOY / "systemd" / name).read_text().splitlines():
        if line.startswith("["):
            section = found.setdefault(line.strip("[]"), {})
        elif "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            said = value.replace("%i", instance).replace("%%", "%")
            section.setdefault(key, []).append(said)
    return found


def service(name, given, instance=""):
    """Return what a unit starts, with the environment of its lines and of its file."""
    lines = unit(name, instance)["Service"]
    environment = dict(line.split("=", 1) for line in lines.get("Environment", []))
    assert lines["EnvironmentFile"] == ["/etc/horta/horta.env"]
    return Started(name, shlex.split(lines["ExecStart"][0]), {**environment, **given})


def env_file(**values):
    """Return what the example of the environment file says, filled in."""
    lines = (DEPLOY / "horta.env.example").read_text().splitlines()
    found = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    assert set(values) <= set(found)
    return {**found, **values}


# plain processes


class Running:
    """Processes that were started, and are stopped in good order."""

    def __init__(self, folder):
        self.folder, self.processes = folder, {}

    def start(self, started, *changes, **environment):
        """Start a command as a process; `changes` replace texts in its words and environment."""

        def changed(text):
            for old, new in changes:
                text = text.replace(old, new)
            return text

        words = [changed(word) for word in started.command]
        if words[0] in ("horta", INSTALLED):
            words[0] = str(HORTA)
        own = {name: changed(value) for name, value in started.environment.items()}
        kept = ("PATH", "HOME", "LANG", "HORTA_JIT", "HORTA_CACHE", "TMPDIR", "VIRTUAL_ENV")
        base = {name: os.environ[name] for name in kept if name in os.environ}
        own.pop("HORTA_CACHE", None)  # that of the tests is compiled already
        log = open(self.folder / f"{started.name}.log", "ab")  # noqa: SIM115
        made = subprocess.Popen(words, env={**base, **own, **environment}, stdout=log, stderr=log)
        self.processes[started.name] = made
        return made

    def log(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def wait_for(self, what, why, seconds=120):
        """Wait until something is true; a process that ended meanwhile is told with its log."""
        until = time.monotonic() + seconds
        while not what():
            for name, process in self.processes.items():
                if process.poll() is not None:
                    pytest.fail(f"{name} ended: {self.log(name)[-2000:]}")
            if time.monotonic() > until:
                logs = "\n".join(f"{one}: {self.log(one)[-1500:]}" for one in self.processes)
                pytest.fail(f"{why}\n{logs}")
            time.sleep(0.05)

    def stop(self, name, number=signal.SIGTERM):
        """Ask a process to end; return how it did."""
        process = self.processes.pop(name)
        process.send_signal(number)
        return process.wait(300)

    def kill(self):
        for process in self.processes.values():
            if process.poll() is None:
                process.kill()
                process.wait()

"""Settings: read from the environment, and told to operators."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from horta.core.errors import BadOption
from horta.server.app import create_app
from horta.server.settings import Settings, variable

ROOT = Path(__file__).parents[2]
OPERATORS = ROOT / "docs" / "operators.md"


def test_every_setting_can_be_given_in_the_environment():
    given = {
        "HORTA_DATABASE": "sqlite:///x",
        "HORTA_SECRET": "s",
        "HORTA_PROXIES": "10.0.0.1, 192.168.0.0/16",
        "HORTA_RATE": "2.5",
        "HORTA_BURST": "7",
    }
    read = Settings.read(given)
    assert read.database == "sqlite:///x"
    assert read.secret == "s"
    assert read.proxies == ("10.0.0.1", "192.168.0.0/16")
    assert (read.rate, read.burst) == (2.5, 7)
    numbers = [one.name for one in fields(Settings) if one.type in ("int", "float")]
    read = Settings.read({variable(name): "3" for name in numbers})
    assert all(getattr(read, name) == 3 for name in numbers)


def test_without_an_environment_the_settings_are_as_they_are_written():
    assert Settings.read({}) == Settings()


@pytest.mark.parametrize("value", ["many", "-1", "nan", "inf", "1.5.2"])
def test_a_value_that_does_not_fit_is_named(value):
    with pytest.raises(BadOption, match="HORTA_RATE"):
        Settings.read({"HORTA_RATE": value})


def test_a_proxy_that_is_no_address_is_named():
    with pytest.raises(BadOption, match="HORTA_PROXIES"):
        create_app(Settings(proxies=("my proxy",)))


def test_operators_are_told_every_setting_and_its_default():
    """The settings of the server, and the few more that the engine reads."""
    page = OPERATORS.read_text()
    rows = [line for line in page.splitlines() if line.startswith("| `HORTA_")]
    told = {row.split("`")[1]: row for row in rows}
    assert len(told) == len(rows)
    plain = Settings()
    for one in fields(Settings):
        row = told.pop(variable(one.name))
        default = getattr(plain, one.name)
        if isinstance(default, (int, float)):
            shown = row.split("|")[2].strip().replace(",", "")
            assert float(shown) == default, row
    source = "\n".join(path.read_text() for path in (ROOT / "src").rglob("*.py"))
    assert set(told) <= set(re.findall(r'"(HORTA_[A-Z_]+)"', source))  # none that there is not
    read = set(re.findall(r'environ[^\n]*"(HORTA_[A-Z_]+)"', source))
    assert read - {variable(one.name) for one in fields(Settings)} <= set(told)

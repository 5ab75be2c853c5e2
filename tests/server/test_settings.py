"""Settings: read from the environment, and told in the README."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from horta.core.errors import BadOption
from horta.server.app import create_app
from horta.server.settings import Settings, variable

README = Path(__file__).parents[2] / "README.md"


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


def test_the_readme_tells_every_setting_and_its_default():
    rows = [line for line in README.read_text().splitlines() if line.startswith("| `HORTA_")]
    told = {row.split("`")[1]: row for row in rows}
    plain = Settings()
    for one in fields(Settings):
        row = told.pop(variable(one.name))
        default = getattr(plain, one.name)
        if isinstance(default, (int, float)):
            shown = row.split("|")[2].strip().replace(",", "")
            assert float(shown) == default, row
    assert not told  # and none that there is not

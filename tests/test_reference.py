"""The reference pages, schemas and catalogues say what the code does."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import jsonschema
import pytest
from tools import reference, words

import horta
from horta.core import registry
from horta.core.schema import position_schema, transcript_schema, view_schema

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("game", horta.games())
def test_reference_files_are_up_to_date(game):
    for name, text in reference.pages(registry.game(game)).items():
        path = ROOT / "docs" / "reference" / name
        assert path.read_text(encoding="utf-8") == text, f"run tools/reference.py: {name}"


def test_the_schema_of_studies_is_up_to_date():
    for name, text in reference.shared().items():
        path = ROOT / "docs" / "reference" / name
        assert path.read_text(encoding="utf-8") == text, f"run tools/reference.py: {name}"


@pytest.mark.parametrize("game", horta.games())
def test_what_is_written_fits_the_schemas(game):
    found = registry.game(game)
    schemas = [position_schema(found), view_schema(found), transcript_schema(found)]
    for schema in schemas:
        jsonschema.Draft202012Validator.check_schema(schema)
    validators = [jsonschema.Draft202012Validator(schema) for schema in schemas]
    rng = random.Random(1)
    match = horta.start(game, seed=1)
    while True:
        if len(match.actions) % 6 == 0 or match.over:
            written = [match.position, match.view(0), match.transcript()]
            for validator, value in zip(validators, written, strict=True):
                validator.validate(json.loads(json.dumps(value)))
        if match.over:
            break
        match.play(rng.choice(match.legal))
    resumed = horta.resume(game, match.position)
    validators[2].validate(json.loads(json.dumps(resumed.transcript())))
    with pytest.raises(jsonschema.ValidationError):
        validators[2].validate({**match.transcript(), "seed": -1})


@pytest.mark.parametrize("package", words.packages(), ids=lambda path: path.name)
@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_every_message_is_translated(package, lang):
    have = words.translations(package / "locale" / f"{lang}.po", lang)
    wanted = words.messages(package)
    assert [message for message in wanted if message not in have] == []
    assert [message for message in have if message not in wanted] == [], "no longer said"
    for message, said in have.items():
        assert set(re.findall(r"{\w+}", said)) == set(re.findall(r"{\w+}", message)), message


def test_every_package_of_a_game_has_catalogues():
    for game in horta.games():
        assert any(path.name == game for path in words.packages())

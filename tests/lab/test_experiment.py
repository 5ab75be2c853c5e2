"""An experiment is read whole or refused with a sentence that names the field."""

from __future__ import annotations

import json

import pytest

from horta.lab import BadExperiment, Experiment, read_experiment

TOML = """
game = "bruxelles1893"
players = 3
bots = "random"
games = 4
options = { asymmetric = true }

[variants.today]
[variants."crown from 2"]
components.boards.gauchie_palace = [2, 3, 4, 5, 6, 7]
"""


def test_a_file_gives_the_plans_of_its_variants(tmp_path):
    path = tmp_path / "crown.toml"
    path.write_text(TOML)
    found = read_experiment(path)
    assert list(found.variants) == ["today", "crown from 2"]
    plain, crown = (found.plan(name) for name in found.variants)
    assert plain.options == crown.options == {"asymmetric": True}
    assert plain.components == {}
    assert crown.components == {"boards": {"gauchie_palace": [2, 3, 4, 5, 6, 7]}}
    assert plain.dealt == crown.dealt == ("board",)
    assert plain.bots == ("random",) * 3
    again = tmp_path / "crown.json"
    again.write_text(json.dumps(found.to_json()))
    assert read_experiment(again) == found


def test_component_tables_may_lie_in_a_file_beside_it(tmp_path):
    (tmp_path / "idea.json").write_text('{"boards": {"gauchie_palace": [2, 3, 4, 5, 6, 7]}}')
    path = tmp_path / "crown.toml"
    start = TOML.partition("components")[0]
    path.write_text(start + 'components = "idea.json"\n')
    changes = read_experiment(path).variants["crown from 2"]
    assert changes["components"]["boards"]["gauchie_palace"][0] == 2
    path.write_text(start + 'components = "none.json"\n')
    with pytest.raises(BadExperiment, match=r"crown from 2.*none\.json"):
        read_experiment(path)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"game": "chess"}, "'game': .*chess"),
        ({"game": 7}, "'game'"),
        ({"players": 9}, "'players': .*2 to 4"),
        ({"players": "two"}, "'players'"),
        ({"bots": "nobody"}, "'bots': .*nobody"),
        ({"bots": ["random"]}, "'bots': 1 bots are named for 2"),
        ({"bots": 7}, "'bots'"),
        ({"games": 0}, "'games'"),
        ({"games": "many"}, "'games'"),
        ({"seed": -1}, "'seed'"),
        ({"dealt": "yes"}, "'dealt'"),
        ({"options": []}, "'options'"),
        ({"options": {"weather": 1}}, "'options': .*weather"),
        ({"components": {"weather": 1}}, "'components': .*weather"),
        ({"variants": {}}, "'variants'"),
        ({"variants": []}, "'variants'"),
        ({"variants": {"a": 7}}, r"'variants\.a'"),
        ({"variants": {"a": {"rules": {}}}}, "variants.*there is no field 'rules'"),
        ({"variants": {"a": {"options": {"weather": 1}}}}, "variants.*options.*weather"),
        ({"variants": {"x" * 41: {}}}, "a name of at most 40"),
        ({"variants": {str(k): {} for k in range(25)}}, "at most 24 variants"),
        ({"sweep": {"parameter": "weather", "values": [1]}}, r"'sweep\.parameter'"),
        ({"sweep": {"parameter": "options.vp_floor", "values": []}}, r"'sweep\.values'"),
        ({"sweep": {"parameter": "options.vp_floor"}}, "'sweep'"),
        ({"weather": 1}, "there is no field 'weather'; there are game"),
    ],
)
def test_what_does_not_fit_is_named(changed, told):
    given = {"game": "bruxelles1897", "players": 2, "bots": "random", "games": 1, **changed}
    with pytest.raises(BadExperiment, match=told):
        Experiment.from_json(given)


@pytest.mark.parametrize("text", ["game = ", "when = 2020-01-01", "x = nan", "\xff", "[" * 2000])
def test_a_file_that_is_no_experiment_is_refused(tmp_path, text):
    path = tmp_path / "bad.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadExperiment, match=r"bad\.toml"):
        read_experiment(path)


def test_a_sweep_has_a_variant_for_each_value():
    plain = Experiment("bruxelles1893", players=2, bots="random", games=1)
    found = plain.swept("components.boards.gauchie_palace", [[1] * 6, [2] * 6]).checked()
    assert list(found.variants) == ["1, 1, 1, 1, 1, 1", "2, 2, 2, 2, 2, 2"]
    assert found.plan("2, 2, 2, 2, 2, 2").components["boards"]["gauchie_palace"] == [2] * 6
    assert Experiment.from_json(found.to_json()) == found
    edition = plain.swept("options.edition", ["2013", "2023"]).checked()
    assert list(edition.variants) == ["2013", "2023"]


def test_different_bots_move_on_a_seat_with_every_deal():
    found = Experiment("bruxelles1897", players=3, bots=["random", "greedy", "random"]).checked()
    assert [found.task(deal)[1] for deal in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    alike = Experiment("bruxelles1897", players=3, bots="random").checked()
    assert alike.task(1)[1] == (0, 1, 2)

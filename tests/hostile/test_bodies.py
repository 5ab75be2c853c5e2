"""Whatever a body, a form or a file holds, the answer is a sentence and never a failure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.server.conftest import bearer, make_table, settings_for

import horta
from horta.server.app import create_app

JSON = {"content-type": "application/json"}
HTML = {"accept": "text/html"}
GOLDEN = Path(__file__).parent.parent / "golden" / "paris-first.json"


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def url(request, tmp_path_factory):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('bodies')}/tables.sqlite"
    return request.getfixturevalue("postgres")


@pytest.fixture(scope="module")
def house(url, tmp_path_factory):
    made = settings_for(tmp_path_factory.mktemp("house"), database=url)
    with TestClient(create_app(made), follow_redirects=False) as client:
        client.made = make_table(client, seed=1893)
        yield client


def routes(made):
    """Return every order that takes JSON, with the key that it needs."""
    seat, host = made["seats"][0]["token"], made["host"]
    base = f"/api/tables/{made['id']}"
    return [
        ("POST", "/api/tables", None),
        ("POST", "/api/transcripts", None),
        ("POST", f"{base}/actions", seat),
        ("POST", f"{base}/undo", seat),
        ("POST", f"{base}/end", seat),
        ("POST", f"{base}/hints", seat),
        ("POST", f"{base}/name", seat),
        ("PUT", f"{base}/seats/1", host),
        ("POST", f"{base}/seats/1/revoke", host),
        ("POST", f"/t/{made['id']}/api/actions", seat),
    ]


def send(client, method, path, key, raw):
    headers = JSON | (bearer(key) if key else {})
    return client.request(method, path, content=raw, headers=headers)


def refused(answer):
    """Check that an answer is a refusal in words, and return them."""
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.text[:500])
    said = answer.json()["error"]
    assert said
    assert len(said) < 1000
    return said


DEEP = 50_000
TEXTS = {
    "deep lists": "[" * DEEP + "]" * DEEP,
    "deep objects": '{"a":' * DEEP + "1" + "}" * DEEP,
    "deep and open": "[" * DEEP,
    "nothing": " ",
    "no JSON": "hello",
    "cut off": '{"game": "par',
    "no object": "[1, 2, 3]",
    "a number": "12",
    "null": "null",
    "NaN": "NaN",
    "half a character": r'{"\ud800": "\udfff"}',
    "twice": '{"step": 0, "step": 1, "game": "paris", "game": "paris"}',
    "many values": json.dumps([0] * 200_000),
    "many names": json.dumps({str(k): k for k in range(50_000)}),
    "a long number": "9" * 100_000,
    "no UTF-8": b'{"name": "\xff\xfe"}',
    "UTF-16": '{"name": "Ann"}'.encode("utf-16"),
}


@pytest.mark.parametrize("raw", TEXTS.values(), ids=TEXTS)
def test_a_body_that_is_no_form_is_refused_everywhere(house, raw):
    for method, path, key in routes(house.made):
        if path.endswith("/revoke"):
            continue  # takes no body at all
        refused(send(house, method, path, key, raw))


VALUES = {
    "NaN": "NaN",
    "Infinity": "-Infinity",
    "an endless exponent": "1e9999",
    "10**400": str(10**400),
    "2**64": str(2**64),
    "-2**63 - 1": str(-(2**63) - 1),
    "2**127": str(2**127),
    "half a character": r'"\ud800"',
    "NUL": r'"\u0000"',
    "the direction of writing": '"a\u202eb"',
    "without width": '"a\u200bb"',
    "a line": r'"a\nb"',
    "a long text": json.dumps("x" * 500_000),
    "a text": '"x"',
    "a deep list": "[" * 500 + "]" * 500,
    "a list": "[[], {}, null]",
    "an object": '{"a": {"b": null}}',
    "null": "null",
    "true": "true",
    "a fraction": "1.5",
    "-1": "-1",
}

FORMS = {
    "/api/tables": {
        "game": '"paris"',
        "players": "2",
        "seats": '[{"name": "Ann"}, {}]',
        "options": "{}",
        "components": "{}",
        "seed": "1",
        "confirm": "false",
        "together": "false",
    },
    "/api/transcripts": {"transcript": "{}", "bots": "null"},
    "/actions": {"step": "0", "action": "1", "seat": "null"},
    "/undo": {"step": "0", "to": "0", "seat": "null"},
    "/end": {"step": "0", "seat": "null"},
    "/hints": {"allow": "false"},
    "/name": {"name": '"Ann"'},
    "/seats/1": {"name": '"Ann"', "bot": '""'},
}


def written(fields):
    return "{" + ", ".join(f'"{name}": {value}' for name, value in fields.items()) + "}"


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_every_field_takes_every_value_or_refuses_it(house, value):
    for method, path, key in routes(house.made):
        form = next((one for end, one in FORMS.items() if path.endswith(end)), None)
        for name in form or ():
            raw = written({**form, name: value})
            answer = send(house, method, path, key, raw)
            assert answer.status_code < 500, (path, name, answer.text)
            if answer.status_code >= 400:
                refused(answer)
        for nested in ('{"name": VALUE}', '{"bot": VALUE}', '{"name": "Ann", "x": VALUE}'):
            if path == "/api/tables":
                seats = f"[{nested.replace('VALUE', value)}, {{}}]"
                answer = send(house, method, path, key, written({**form, "seats": seats}))
                assert answer.status_code < 500, (nested, answer.text)


def transcript_texts(value):
    """Return a good transcript as JSON with one value in every place of it."""
    whole = json.loads(GOLDEN.read_text())
    record = {**whole, "actions": whole["actions"][:2], "result": None}
    for name in (*record, "position", "unheard"):
        yield name, json.dumps({**record, name: "HERE"}).replace('"HERE"', value)
    for name in ("seats", "actions"):
        changed = {**record, name: ["HERE", *record[name][1:]]}
        yield f"{name}.0", json.dumps(changed).replace('"HERE"', value)
    for name in ("options", "components", "result"):
        changed = {**record, name: {**(record[name] or {}), "x": "HERE"}}
        yield f"{name}.x", json.dumps(changed).replace('"HERE"', value)
    table = horta.start("paris", seed=1).position["table"]
    for name in table:
        changed = {**record, "actions": [], "result": None, "position": {**table, name: "HERE"}}
        yield f"position.{name}", json.dumps(changed).replace('"HERE"', value)


STORED = ("NaN", "Infinity", "an endless exponent", "10**400", "half a character", "NUL")
"""What databases are known to treat differently."""
CASES = [("sqlite", name) for name in VALUES] + [("postgresql", name) for name in STORED]


@pytest.mark.parametrize(("url", "name"), CASES, indirect=["url"])
def test_every_place_of_a_transcript_takes_every_value_or_refuses_it(house, name):
    value = VALUES[name]
    for place, text in transcript_texts(value):
        answer = send(house, "POST", "/api/transcripts", None, f'{{"transcript": {text}}}')
        assert answer.status_code < 500, (place, answer.text)
        file = {"transcript": ("game.json", text.encode(), "application/json")}
        page = house.post("/upload", files=file, headers=HTML)
        assert page.status_code < 500, (place, page.text)
        assert (page.status_code < 400) == (answer.status_code < 400), place
        if answer.status_code < 400:
            assert house.get(page.headers["location"], headers=HTML).status_code == 200


@pytest.mark.parametrize("raw", TEXTS.values(), ids=TEXTS)
def test_a_file_that_is_no_transcript_gets_a_page(house, raw):
    raw = raw if isinstance(raw, bytes) else raw.encode()
    answer = house.post(
        "/upload", files={"transcript": ("x.json", raw, "text/plain")}, headers=HTML
    )
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert len(answer.text) < 20_000


def test_names_are_limited_wherever_they_come_in(house):
    record = json.loads(GOLDEN.read_text())
    made = house.made
    base, host, seat = f"/api/tables/{made['id']}", made["host"], made["seats"][0]["token"]
    before = house.get(base).json()["seats"]
    for name, words in (
        ("x" * 41, "at most 40 characters"),
        ("x" * 500_000, "characters"),
        ("Ann\u202e", "U+202E"),
        ("A\u200bnn", "U+200B"),
        ("An\x07n", "U+0007"),
    ):
        forms = [
            ("POST", "/api/tables", None, {"game": "paris", "seats": [{"name": name}, {}]}),
            ("POST", "/api/transcripts", None, {"transcript": {**record, "seats": [name, ""]}}),
            ("POST", f"{base}/name", seat, {"name": name}),
            ("PUT", f"{base}/seats/1", host, {"name": name}),
        ]
        for method, path, key, form in forms:
            assert words in refused(send(house, method, path, key, json.dumps(form))), path
        pages = [
            ("/new/paris", {"who0": "person", "name0": name, "who1": "person"}),
            (f"/join/{seat}", {"name": name}),
        ]
        for path, form in pages:
            answer = house.post(path, data=form, headers=HTML)
            assert answer.status_code == 422, path
            assert words in answer.text, path
    assert house.get(base).json()["seats"] == before


def test_what_is_accepted_can_be_read_again(house):
    """A name of any script, kept by the database as it was given."""
    for name in ("Zoé", "Владимир", "美咲", "🙂" * 40, "<b>&amp;'\"", "%s{}\\u0041"):
        made = make_table(house, seats=[{"name": name}, {}])
        house.app.state.house.rooms._rooms.clear()
        assert house.get(f"/api/tables/{made['id']}").json()["seats"][0]["name"] == name
        assert house.get(f"/t/{made['id']}", headers=HTML).status_code == 200


# Hypothesis makes the rest

WILD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**31, 2**63, 2**64, 2**127, -1, 10**300])
    | st.floats()
    | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5)
    ),
    max_leaves=15,
)
MANY = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@MANY
@given(form=st.fixed_dictionaries({}, optional=dict.fromkeys(FORMS["/api/tables"], WILD)))
def test_wild_tables(house, form):
    answer = send(house, "POST", "/api/tables", None, json.dumps({"game": "paris", **form}))
    assert answer.status_code < 500, answer.text


HEADER = ("horta", "game", "rules_version", "players", "options", "components", "seed", "position")


@MANY
@given(
    game=st.sampled_from(horta.games()),
    changes=st.fixed_dictionaries(
        {}, optional=dict.fromkeys((*HEADER, "seats", "actions", "result"), WILD)
    ),
)
def test_wild_transcripts(house, game, changes):
    record = {**horta.start(game, seed=1).transcript(), **changes}
    answer = send(house, "POST", "/api/transcripts", None, json.dumps({"transcript": record}))
    assert answer.status_code < 500, answer.text


@MANY
@given(
    fields=st.dictionaries(
        st.sampled_from(["who0", "who1", "name0", "name1", "option-allow_flip", "where", "x"]),
        st.text(max_size=60).filter(lambda text: text.isprintable() or text.isascii()),
    )
)
def test_wild_forms(house, fields):
    answer = house.post("/new/paris", data=fields, headers=HTML)
    assert answer.status_code < 500, answer.text


@MANY
@given(raw=st.binary(max_size=200), kind=st.sampled_from(["json", "multipart", "urlencoded", ""]))
def test_wild_bytes(house, raw, kind):
    types = {
        "json": "application/json",
        "multipart": "multipart/form-data; boundary=x",
        "urlencoded": "application/x-www-form-urlencoded",
        "": "text/plain",
    }
    seat = house.made["seats"][0]["token"]
    paths = ["/api/tables", "/api/transcripts", "/upload", "/new/paris", "/play/paris"]
    for path in (*paths, f"/join/{seat}", f"/api/tables/{house.made['id']}/actions"):
        answer = house.post(path, content=raw, headers={"content-type": types[kind]})
        assert answer.status_code < 500, (path, answer.text)


ADDRESSES = [
    "/api/games/{}",
    "/api/tables/{}",
    "/t/{}",
    "/join/{}",
    "/new/{}",
    "/rules/{}",
    "/pictures/{}.svg",
    "/t/{}/replay",
]


@MANY
@given(text=st.text(min_size=1, max_size=80))
def test_wild_addresses(house, text):
    from urllib.parse import quote

    name = quote(text.encode("utf-8", "surrogatepass"), safe="")
    for address in ADDRESSES:
        answer = house.get(address.format(name))
        assert answer.status_code < 500, (address, answer.text)
    for query in ("lang", "seat", "from", "number", "since", "action", "theme"):
        answer = house.get(f"/api/tables/{house.made['id']}/preview?{query}={name}")
        assert answer.status_code < 500, (query, answer.text)
        assert house.get(f"/t/{house.made['id']}?{query}={name}").status_code < 500

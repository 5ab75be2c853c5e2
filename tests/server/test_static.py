"""Static files are named by their content and kept; answers are packed, a stream piece by piece."""

from __future__ import annotations

import gzip
import re
import zlib

import anyio
import pytest

from horta.server.compression import Compression
from horta.server.sse import EventStream
from horta.server.static_files import FOLDER, FOR_GOOD, Files, files

SCRIPTS = sorted(path.name for path in FOLDER.glob("*.js"))


@pytest.mark.parametrize("name", ["table.js", "horta.css"])
def test_a_static_file_is_kept_for_good_under_the_name_of_its_content(client, name):
    found = client.get(files().address(name))
    assert found.status_code == 200
    assert found.headers["cache-control"] == FOR_GOOD
    assert found.headers["content-encoding"] == "gzip"
    assert found.headers["content-type"].startswith("text/")
    assert found.content == (FOLDER / name).read_bytes()
    plain = client.get(files().address(name), headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == found.content


def test_another_digest_gives_nothing_and_no_digest_is_not_kept(client):
    assert client.get("/static/0123456789abcdef/table.js").status_code == 404
    assert client.get(f"/static/{files().digest}/nothing.js").status_code == 404
    assert client.get(f"/static/{files().digest}/../app.py").status_code == 404
    assert client.get("/static/table.js").headers["cache-control"] == "no-cache"
    assert client.post(files().address("table.js")).status_code == 405


def test_a_changed_file_changes_every_name(tmp_path):
    (tmp_path / "one.js").write_text("import './two.js';")
    (tmp_path / "two.js").write_text("export const a = 1;")
    before = Files(tmp_path)
    (tmp_path / "two.js").write_text("export const a = 2;")
    after = Files(tmp_path)
    assert before.address("one.js") != after.address("one.js")
    assert Files(tmp_path).address("one.js") == after.address("one.js")


def test_scripts_import_each_other_by_relative_names_that_exist():
    for name in SCRIPTS:
        text = (FOLDER / name).read_text(encoding="utf-8")
        for other in re.findall(r'^import [^;]*?"([^"]+)";', text, re.M):
            assert other.startswith("./"), f"{name} imports {other}"
            assert (FOLDER / other).is_file(), f"{name} imports {other}"


def test_pages_name_all_their_files_by_content(client, sitting):
    for path in ("/", f"/t/{sitting.id}", "/rules/paris"):
        named = re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get(path).text)
        assert named, path
        assert all(one.startswith(f"/static/{files().digest}/") for one in named), path


def test_a_page_is_packed_for_those_who_can_unpack_it(client, sitting):
    path = f"/t/{sitting.id}"
    packed = client.get(path)
    assert packed.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in packed.headers["vary"]
    plain = client.get(path, headers={"accept-encoding": "gzip;q=0"})
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < len(plain.content) / 4


def heard_from(app, path, method="GET", takes=b"br, gzip"):
    """Return the messages in which an application answers somebody who stays."""
    heard = []

    async def listen():
        async def send(message):
            heard.append(message)

        headers = [(b"accept-encoding", takes)]
        scope = {"type": "http", "method": method, "path": path, "headers": headers}
        await app(scope, anyio.sleep_forever, send)

    anyio.run(listen)
    return heard


def answered(bodies, path, kind, method="GET"):
    """Return the messages in which an answer of some pieces arrives."""

    async def talk(scope, receive, send):
        head = [(b"content-type", kind.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        for one in bodies[:-1]:
            await send({"type": "http.response.body", "body": one, "more_body": True})
        await send({"type": "http.response.body", "body": bodies[-1], "more_body": False})

    return heard_from(Compression(talk), path, method)


def told(said, takes=b"br, gzip"):
    """Return the messages in which a stream of events arrives."""

    async def events():
        for one in said:
            yield one

    return heard_from(Compression(EventStream(events())), "/t/abc/review/news", takes=takes)


PACKED = (b"content-encoding", b"gzip")


def test_what_shows_keys_is_not_packed():
    page = [b"x" * 5000]
    assert PACKED in answered(page, "/t/abc", "text/html")[0]["headers"]
    for path in ("/t/abc/seats", "/t/abc/join"):
        assert PACKED not in answered(page, path, "text/html")[0]["headers"]
    assert PACKED not in answered(page, "/api/tables", "application/json", "POST")[0]["headers"]


def test_what_is_short_or_packed_already_goes_as_it_is():
    assert PACKED not in answered([b"{}"], "/t/abc", "application/json")[0]["headers"]
    assert PACKED not in answered([b"x" * 5000], "/t/abc", "image/png")[0]["headers"]


def test_each_message_of_a_stream_can_be_read_when_it_comes():
    said = [b"data: one\n\n", b"data: two\n\n", b"data: three\n\n"]
    heard = told(said)
    assert PACKED in heard[0]["headers"]
    unpack = zlib.decompressobj(31)
    assert [unpack.decompress(one["body"]) for one in heard[1:4]] == said
    assert gzip.decompress(b"".join(one["body"] for one in heard[1:])) == b"".join(said)


def test_a_stream_of_which_nothing_is_told_is_a_whole_answer():
    assert gzip.decompress(b"".join(one["body"] for one in told([])[1:])) == b""


def test_a_message_tells_nothing_of_those_before_it_by_its_length():
    said = b"data: " + bytes(range(32, 127)) * 3
    first, second = (one["body"] for one in told([b"data: {}", said, said])[2:4])
    assert first == second


def test_who_cannot_unpack_is_told_events_as_they_are():
    said = [b"data: one\n\n", b"data: two\n\n"]
    heard = told(said, takes=b"br")
    assert PACKED not in heard[0]["headers"]
    assert [one["body"] for one in heard[1:]] == [*said, b""]


def test_a_large_answer_in_pieces_is_packed_as_one():
    pieces = [b"ab" * 3000, b"cd" * 3000]
    heard = answered(pieces, "/t/abc", "text/html")
    assert gzip.decompress(b"".join(one["body"] for one in heard[1:])) == b"".join(pieces)

"""Everything that the files of `deploy/` start, started as plain processes: a house behind TLS."""

from __future__ import annotations

import json
import re
import shutil
import signal
import ssl
import subprocess
import tomllib
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from horta.core.errors import BadOption
from horta.server.addresses import Proxies
from horta.server.settings import Settings, variable
from horta.server.watched import place_of

from . import deploying
from .authenticator import Authenticator
from .conftest import Postgres, free_port, postgres_folder
from .deploying import DEPLOY, INSTALLED, ROOT, Running, compose, env_file, image, service, unit

SECRET = "5" * 64


# what the files say


def test_the_image_takes_what_there_is():
    lines = deploying.dockerfile()
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().split()
    for name, rest in lines:
        if name == "COPY" and "--from" not in rest:
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists(), source
                assert f"!{source}" in ignored, source
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    install = next(rest for name, rest in lines if "pip install" in rest and "[" in rest)
    wanted = re.search(r"\.\[([\w,]+)\]", install)[1].split(",")
    assert set(wanted) <= set(extras["optional-dependencies"])
    assert dict(lines)["USER"] == "horta"  # never root
    built = next(rest for name, rest in lines if "horta compile" in rest)
    words = re.search(r"(horta compile [^&]*)", built)[1].replace("${TARGET}", "x86-64-v3").split()
    assert words[:4] == ["horta", "compile", "--target", "x86-64-v3"]


def test_every_setting_in_the_files_is_one():
    known = {variable(name) for name in Settings.__dataclass_fields__} | {"HORTA_CACHE"}
    texts = [path for path in DEPLOY.rglob("*") if path.is_file()]
    assert len(texts) >= 8
    for path in texts:
        for found in re.findall(r"\b(HORTA_[A-Z_]+)\b", path.read_text()):
            assert found in known, (path.name, found)


def test_the_files_name_no_other_host_and_hold_no_secret():
    for path in DEPLOY.rglob("*"):
        if path.is_file():
            text = path.read_text()
            assert not re.findall(r"(?:ghcr|docker|quay|gcr)\.io|registry\.", text), path.name
            for name in ("SECRET", "PASSWORD"):
                assert not re.search(rf"^[A-Z_]*{name}=.+$", text, re.M), path.name


def test_the_proxy_passes_on_nothing_that_a_visitor_says_of_who_they_are():
    text = (DEPLOY / "nginx.conf").read_text()
    given = dict(re.findall(r"^\s*proxy_set_header (\S+) (\S+);", text, re.M))
    assert given["X-Forwarded-For"] == "$remote_addr"
    # A container engine may show all visitors as an address of the network that is trusted.
    trusted = compose({"POSTGRES_PASSWORD": "x", "HORTA_SECRET": "x", "HORTA_ADDRESS": "x"})
    found = Proxies([trusted["web-1"].environment["HORTA_PROXIES"]])
    engine = "172.31.93.1"
    assert found.visitor("172.31.93.5", f"192.0.2.9, {engine}") == "192.0.2.9"  # so it must not
    assert found.visitor("172.31.93.5", engine) == engine


def test_a_secret_that_is_missing_is_asked_for():
    with pytest.raises(KeyError, match="HORTA_SECRET"):
        compose({"POSTGRES_PASSWORD": "x", "HORTA_ADDRESS": "https://x"})


def test_systemd_understands_the_units(tmp_path):
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("systemd-analyze is not installed (tools/system.sh installs it)")
    for path in (DEPLOY / "systemd").iterdir():
        # The command is not installed here; that it is one of ours is shown below.
        text = path.read_text().replace(INSTALLED, "/bin/true").replace("User=horta", "User=root")
        (tmp_path / path.name).write_text(text)
    names = [str(path) for path in tmp_path.iterdir() if "@" not in path.name]
    (tmp_path / "horta-web@1893.service").symlink_to(tmp_path / "horta-web@.service")
    names.append(str(tmp_path / "horta-web@1893.service"))
    done = subprocess.run([found, "verify", *names], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "horta" in line]
    assert not ours
    assert unit("horta-backup.timer")["Timer"]["OnCalendar"]


def test_where_a_worker_answers_is_read_with_care():
    assert place_of(Settings()) is None
    assert place_of(Settings(worker_address="127.0.0.1:1899")) == ("127.0.0.1", 1899)
    assert place_of(Settings(worker_address="[::1]:0")) == ("::1", 0)
    for wrong in ("1899", "localhost", "localhost:port", ":1", "x:65536"):
        with pytest.raises(BadOption, match="HORTA_WORKER_ADDRESS"):
            place_of(Settings(worker_address=wrong))


# what they start


def certificate(folder):
    """Make a certificate for localhost; return the file of it and that of its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    kind = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8)
    (folder / "fullchain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(key.private_bytes(*kind, plain))
    return folder / "fullchain.pem"


def proxy(folder, webs, port):
    """Write the proxy's file as it is installed, for processes on this machine."""
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("web-1:1893", f"127.0.0.1:{webs[0]}"),
        ("web-2:1893", f"127.0.0.1:{webs[1]}"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/nginx/certs", str(folder)),
    ):
        assert old in text, old
        text = text.replace(old, new)
    (folder / "horta.conf").write_text(text)
    places = "\n".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"events {{}}\nhttp {{ {places}\n include {folder}/horta.conf; }}\n"
    (folder / "nginx.conf").write_text(f"error_log {folder}/error.log;\n{whole}")
    return ["-p", str(folder), "-c", str(folder / "nginx.conf")]


@pytest.fixture(scope="module")
def database():
    with postgres_folder() as folder:
        made = Postgres(folder).start()
        yield made.url
        made.stop()


def commands(how, ports, address, url):
    """Return what each way starts: two web processes and a worker, with their changes."""
    asked = url.partition("://")[2]
    if how == "compose":
        given = {"POSTGRES_PASSWORD": "x", "HORTA_SECRET": SECRET, "HORTA_ADDRESS": address}
        services = compose(given)
        changes = [("horta:x@database:5432/horta", asked), ("0.0.0.0", "127.0.0.1")]
        changes.append(("172.31.93.0/24", "127.0.0.1"))
        for number, name in enumerate(("web-1", "web-2")):
            yield services[name], [*changes, ("1893", str(ports[number]))]
        yield services["worker"], [*changes, ("1893", str(ports[2]))]
        return
    filled = env_file(HORTA_SECRET=SECRET, HORTA_ADDRESS=address, HORTA_DATABASE=url)
    for port in ports[:2]:
        found = service("horta-web@.service", filled, str(port))
        found.name = f"web-{port}"
        yield found, []
    yield service("horta-worker.service", filled), [("1899", str(ports[2]))]


class Place:
    """A house that runs as the files say, and a way in by its proxy."""

    def __init__(self, running, ports, client, folder, names):
        self.running, self.ports, self.client = running, ports, client
        self.folder, self.names = folder, names


@contextmanager
def opened(how, folder, url):
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx is None:
        pytest.skip("nginx is not installed (tools/system.sh installs it)")
    ports, port = [free_port(), free_port(), free_port()], free_port()
    address, running, names = f"https://localhost:{port}", Running(folder), []
    trust = ssl.create_default_context(cafile=certificate(folder))
    try:
        for started, changes in commands(how, ports, address, url):
            running.start(started, *changes, HORTA_BOT_PAUSE="0", HORTA_WORKERS_READY="0")
            names.append(started.name)
        front = compose({"POSTGRES_PASSWORD": "x", "HORTA_SECRET": "x", "HORTA_ADDRESS": "x"})
        front = front["proxy"]
        assert front.command[0] == "nginx"
        front.command = [nginx, *proxy(folder, ports, port), *front.command[1:]]
        front.command[-1] += f" pid {folder}/nginx.pid; user root;"
        with httpx.Client(base_url=address, verify=trust, timeout=120) as client:
            for one in ports:
                running.wait_for(lambda one=one: is_ready(one), f"nothing is ready on {one}")
            running.start(front)
            running.wait_for(lambda: answers(client), "the proxy does not answer")
            yield Place(running, ports, client, folder, names)
    finally:
        running.kill()


def is_ready(port):
    try:
        return httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def answers(client):
    try:
        return client.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def told(stream):
    """Return the messages of an event stream, as they come."""
    for line in stream:
        if line.startswith("data: "):
            yield json.loads(line[6:])


def play_by_the_proxy(place):
    """Play against a bot through the proxy; each action comes by the stream at once."""
    client = place.client
    form = {"game": "paris", "seed": 7, "seats": [{}, {"bot": "random"}]}
    made = client.post("/api/tables", json=form).json()
    table, key = made["id"], {"authorization": f"Bearer {made['seats'][0]['token']}"}
    base, steps = f"/api/tables/{table}", []
    with client.stream(
        "POST", f"/t/{table}/live", json={"tables": [{"key": "a", "id": table}]}
    ) as stream:
        assert stream.status_code == 200
        assert stream.headers["content-type"].startswith("text/event-stream")
        news = told(stream.iter_lines())
        next(news)
        for _ in range(6):
            now = client.get(base + "/actions", headers=key).json()
            while not now["actions"]:  # the bot thinks, in a worker
                next(news)
                now = client.get(base + "/actions", headers=key).json()
            order = {"step": now["step"], "action": now["actions"][0]["action"]}
            answer = client.post(base + "/actions", json=order, headers=key)
            assert answer.status_code == 200, answer.text
            next(news)  # nothing keeps it back
            steps.append(now["step"])
    shown = client.get(base, headers=key).json()
    assert shown["step"] > steps[-1]
    assert steps == sorted(set(steps))
    return table, key


def keep_a_person(place):
    """Keep a person by a passkey, at the proxy's address: it is https, so the cookie is closed."""
    client = place.client
    asked = client.post("/you/passkeys/new", data={"name": "Ada"})
    assert asked.status_code == 200, asked.text
    answer = Authenticator(str(client.base_url).rstrip("/")).create(asked.json())
    made = client.post("/you/passkeys/made", data={"answer": answer})
    assert made.status_code == 200, made.text
    assert "secure" in made.headers["set-cookie"].lower()


def health(place, port):
    """Run the image's own health check; return how it ended."""
    command = [word.replace("1893", str(port)) for word in image()[1]]
    return subprocess.run(command, capture_output=True, check=False).returncode


@pytest.mark.parametrize("how", ["compose", "systemd"])
def test_a_house_as_the_files_start_it(how, tmp_path, database):
    with opened(how, tmp_path, database) as place:
        client, running = place.client, place.running
        table, key = play_by_the_proxy(place)
        keep_a_person(place)
        plain = client.get("/")
        assert plain.headers["strict-transport-security"]
        assert plain.headers["x-request-id"]
        assert client.get("/metrics").status_code == 404  # the proxy keeps it to itself
        web, _, worker = (httpx.get(f"http://127.0.0.1:{one}/metrics").text for one in place.ports)
        assert "horta_request_seconds_bucket" in web
        assert 'horta_waiting{queue="jobs"}' in web
        # the bot has thought in the worker, and nowhere else
        assert 'horta_thinking_seconds_count{bot="random"' in worker
        assert 'horta_thinking_seconds_count{bot="random"' not in web
        assert [health(place, port) for port in place.ports] == [0, 0, 0]
        if how == "systemd":
            back_up(place, database)
        # a rolling restart: one process goes, the other serves everything
        first = place.names[0]
        assert running.stop(first) in (0, -signal.SIGTERM)
        assert health(place, place.ports[0]) != 0
        for _ in range(4):
            assert client.get(f"/api/tables/{table}", headers=key).status_code == 200
        # all end when they are asked to, and say nothing of an error
        for name in [*place.names[1:], "proxy"]:
            assert running.stop(name) in (0, -signal.SIGTERM), running.log(name)
        for name in place.names:
            log = running.log(name)
            assert "Traceback" not in log, log[-3000:]
            assert SECRET not in log


def back_up(place, url):
    """Run the unit of the backup twice, over a folder with old ones: the latest stay."""
    kept = place.folder / "backups"
    kept.mkdir()
    for day in range(1, 20):
        (kept / f"horta-202001{day:02}T000000Z.backup").touch()
    filled = env_file(HORTA_SECRET=SECRET, HORTA_ADDRESS="x", HORTA_DATABASE=url)
    started = service("horta-backup.service", filled)
    changes = [(INSTALLED, str(deploying.HORTA)), ("/var/backups/horta", str(kept))]
    process = place.running.start(started, *changes)
    assert process.wait(120) == 0, place.running.log(started.name)
    del place.running.processes[started.name]
    found = sorted(path.name for path in kept.iterdir())
    assert len(found) == 14
    assert (kept / found[-1]).stat().st_size > 10_000
    assert (kept / found[-1]).read_bytes()[:15] == b"SQLite format 3"
    assert not found[-1].startswith("horta-2020")

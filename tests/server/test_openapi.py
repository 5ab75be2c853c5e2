"""The OpenAPI document: whatever it allows is answered as it says, and never with a failure."""

from __future__ import annotations

import httpx
import pytest
from hypothesis import HealthCheck, given, settings

from horta.server.app import create_app
from horta.server.settings import Settings

from .conftest import Server, bearer, make_table

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("openapi")
    made = Server(f"sqlite:///{folder}/tables.sqlite").start()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def table(house):
    with httpx.Client(base_url=house.link, timeout=120) as client:
        return make_table(client, seed=1)


def operations():
    """Return all operations but the stream, which does not end by itself."""
    document = create_app(Settings(database="sqlite://")).openapi()
    found = schemathesis.openapi.from_dict(document).exclude(path_regex="/events$")
    return [result.ok() for result in found.get_all_operations()]


@pytest.mark.parametrize("operation", operations(), ids=lambda one: f"{one.method} {one.path}")
def test_every_answer_is_as_the_document_says(house, table, operation):
    @given(case=operation.as_strategy())
    @settings(
        max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    def check(case):
        headers = {}
        if "table_id" in (case.path_parameters or {}):
            case.path_parameters["table_id"] = table["id"]  # otherwise nothing but 404
            case.headers = {}
            headers = bearer(table["host"])
        if case.path.endswith(("/actions", "/picks", "/undo", "/end", "/name", "/preview")):
            headers = bearer(table["seats"][0]["token"])
        case.call_and_validate(base_url=house.link, headers=headers, checks=CHECKS)

    check()


def test_every_operation_is_described(house):
    document = httpx.get(f"{house.link}/api/openapi.json", timeout=120).json()
    assert len(document["paths"]) > 12
    for path, operations in document["paths"].items():
        assert path.startswith("/api/")
        for method, operation in operations.items():
            assert operation["description"], (method, path)
            assert "422" in operation["responses"]

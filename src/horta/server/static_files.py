"""Static files: named by what they hold, packed once, and kept by browsers for good.

All files of the house lie under one name that is a digest of everything in them
(`/static/<digest>/table.js`). Scripts import each other by relative addresses, so a page of one
version never runs with a script of another, and nothing that a browser holds is ever asked for
again. Under another digest there is nothing; without one (`/static/horta.css`) the file of now is
given, and is not kept.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from horta.server.compression import takes_gzip

FOLDER = Path(__file__).parent / "static"
ADDRESS = "/static"
FOR_GOOD = "public, max-age=31536000, immutable"
DIGITS = 16
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class File:
    """One file, as it is and packed."""

    kind: str
    plain: bytes
    packed: bytes


class Files:
    """The files of a folder, read once."""

    def __init__(self, folder: Path = FOLDER) -> None:
        whole = hashlib.sha256()
        self._files: dict[str, File] = {}
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            name, plain = path.relative_to(folder).as_posix(), path.read_bytes()
            whole.update(f"{name} {len(plain)}\n".encode() + plain)
            kind = KINDS.get(path.suffix) or mimetypes.guess_type(name)[0]
            packed = gzip.compress(plain, 9, mtime=0)
            self._files[name] = File(kind or "application/octet-stream", plain, packed)
        self.digest = whole.hexdigest()[:DIGITS]

    def address(self, name: str) -> str:
        """Return the address of a file of now."""
        if name not in self._files:
            raise KeyError(f"there is no static file {name}")
        return f"{ADDRESS}/{self.digest}/{name}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a file."""
        path = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        digest, _, rest = path.partition("/")
        kept = digest == self.digest
        found = self._files.get(rest if kept else path)
        if scope["method"] not in ("GET", "HEAD"):
            answer = Response(status_code=405, headers={"allow": "GET, HEAD"})
        elif found is None:
            answer = Response("Not Found", 404, media_type="text/plain")
        else:
            packs = takes_gzip(Headers(scope=scope))
            headers = {
                "cache-control": FOR_GOOD if kept else "no-cache",
                "vary": "accept-encoding",
                **({"content-encoding": "gzip"} if packs else {}),
            }
            body = found.packed if packs else found.plain
            answer = Response(body, headers=headers, media_type=found.kind)
        await answer(scope, receive, send)


@cache
def files() -> Files:
    """Return the files of the house."""
    return Files()

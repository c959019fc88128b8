"""The files of the built page, kept in memory; a plain page where it has not been built."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

_TEXT = {".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt", ".map", ".xml"}
_NO_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Recto Verso</title></head>
<h1>Recto Verso</h1>
<p>The server runs, but its page has not been built. In the repository, <code>make setup</code> builds it
(Node 20 or newer); the wheel carries it.</p>
<p>Meanwhile: <code>rectoverso play GAME --terminal</code> plays in the terminal, and programs can play here:
<a href="/api/docs">the interface</a>.</p>
</html>
"""

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True)
class File:
    """A file with what its response needs."""

    body: bytes
    gzipped: bytes | None
    media_type: str
    etag: str
    immutable: bool
    """Its name changes with its content, so browsers may keep it for ever."""


class Pages:
    """All files of the page, by path."""

    def __init__(self, folder: Path | None) -> None:
        self._files: dict[str, File] = {}
        if folder is not None:
            for file in sorted(folder.rglob("*")):
                if file.is_file():
                    self._files["/" + file.relative_to(folder).as_posix()] = _read(file, folder)
        self.start = self._files.get("/index.html") or html_file(_NO_PAGE.encode())

    def has(self, path: str) -> bool:
        """Is there a file at this path?"""
        return path in self._files

    def find(self, path: str) -> File | None:
        """The file at a path; a path without a file ending is the page itself, which does its own routing."""
        if (found := self._files.get(path)) is not None:
            return found
        last = path.rsplit("/", 1)[-1]
        # A private link contains dots.
        return None if "." in last and not path.startswith("/join/") else self.start


def html_file(body: bytes) -> File:
    """A page of HTML."""
    return _file(body, ".html", immutable=False)


def _read(file: Path, folder: Path) -> File:
    return _file(file.read_bytes(), file.suffix, immutable=file.relative_to(folder).parts[0] == "assets")


def _file(body: bytes, suffix: str, *, immutable: bool) -> File:
    gzipped = gzip.compress(body, 9, mtime=0) if suffix in _TEXT and len(body) > 400 else None
    media_type = mimetypes.guess_type("x" + suffix)[0] or "application/octet-stream"
    if suffix in _TEXT and not media_type.startswith("text/"):  # Litestar adds it to text/*
        media_type += "; charset=utf-8"
    return File(body, gzipped, media_type, f'"{hashlib.sha256(body).hexdigest()[:20]}"', immutable)

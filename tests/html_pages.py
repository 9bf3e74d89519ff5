"""Reads built pages: what they load, where they link to, which places they have."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple


class Link(NamedTuple):
    """A reference: the tag, what it is for, and the address as written."""

    tag: str
    kind: str
    target: str


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[Link] = []
        self.ids: set[str] = set()
        self.twice: set[str] = set()  # ids that stand on more than one element
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        got = {name: value or "" for name, value in attrs}
        if "id" in got:
            (self.twice if got["id"] in self.ids else self.ids).add(got["id"])
        if tag == "a" and "name" in got:
            self.ids.add(got["name"])
        for name in ("src", "href", "data-book", "data-engine", "data-worker", "action"):
            if name in got:
                self.links.append(Link(tag, got.get("rel", name) if name == "href" else name, got[name]))
        self.inline += [f"<{tag} {name}>" for name in got if name.startswith("on") or name == "style"]
        if tag == "script" and "src" not in got and got.get("type") != "application/json":
            self.inline.append("<script>")


@cache
def read(path: Path) -> Reader:
    reader = Reader()
    reader.feed(path.read_text("utf-8"))
    reader.close()
    return reader


def pages(site: Path) -> Iterator[Path]:
    """Our own pages; the notebook application is somebody else's work."""
    for path in sorted(site.rglob("*.html")):
        if path.relative_to(site).parts[0] not in {"lite", "engine"} and "_static" not in path.parts:
            yield path

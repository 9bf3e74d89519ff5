"""A build with a warning fails, unless the warning is on the short list below.

Correct translations can raise warnings: a sentence that mentions a term twice, say, may mention
it once in another language. Such a warning is put on the list by a person who has looked at it.
"""

from __future__ import annotations

import logging
import re
from typing import NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.logging import NAMESPACE, get_node_location


class Reviewed(NamedTuple):
    """A warning that is no fault: its type, what its text matches from the start, and why."""

    type: str
    text: str
    why: str


REVIEWED: tuple[Reviewed, ...] = (
    Reviewed("docutils", 'Language "kk" not supported', "docutils has no Kazakh; no word of its own is on a page"),
)


def is_reviewed(type_: str, text: str, reviewed: tuple[Reviewed, ...] = REVIEWED) -> bool:
    """Whether a warning is on the list.

    >>> known = (Reviewed("i18n.inconsistent_references", "inconsistent term", "one mention less"),)
    >>> is_reviewed("i18n.inconsistent_references", "inconsistent term references", known)
    True
    >>> is_reviewed("ref.term", "inconsistent term references", known)
    False
    """
    return any(r.type == type_ and re.match(r.text, text) for r in reviewed)


def name_of(record: logging.LogRecord) -> str:
    """The type of a warning as Sphinx prints it: `i18n.inconsistent_references`."""
    return ".".join(part for part in (getattr(record, "type", None), getattr(record, "subtype", None)) if part)


def unreviewed(record: logging.LogRecord) -> bool:
    """Whether a record should be seen; a filter for handlers."""
    return record.levelno < logging.WARNING or not is_reviewed(name_of(record), record.getMessage())


class Collector(logging.Handler):
    """Keeps every warning and error that is not on the list."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.addFilter(unreviewed)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        where = _place(getattr(record, "location", None))
        self.found.append(f"{where}{record.getMessage()} [{name_of(record)}]")


def _place(location: object) -> str:
    """Where a warning arose: Sphinx gives a node, a pair, or a name."""
    if isinstance(location, nodes.Node):
        location = get_node_location(location)
    if isinstance(location, tuple):
        location = ":".join(str(part) for part in location if part)
    return f"{location}: " if location else ""


class UnreviewedWarningsError(SphinxError):
    category = "Warnings that nobody has reviewed"


def setup(app: Sphinx) -> dict[str, bool]:
    collector = Collector()
    logger = logging.getLogger(NAMESPACE)
    for handler in logger.handlers:
        handler.addFilter(unreviewed)
    logger.addHandler(collector)

    def finish(app: Sphinx, failure: Exception | None) -> None:
        logger.removeHandler(collector)
        if failure is None and collector.found:
            raise UnreviewedWarningsError("\n".join(["", *collector.found]))

    app.connect("build-finished", finish, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

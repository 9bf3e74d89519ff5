"""Where the entries of a TOML text stand, so that a complaint can name line and column.

>>> Places('game = "bridge"\\n[options]\\nnullo = "on"\\n').of("nullo")
(3, 1)
"""

from __future__ import annotations

import re

from rulebook.ruling import InputError

HEAD = re.compile(r"\s*\[\s*([^\]]*?)\s*\]")
ENTRY = re.compile(r"(\s*)([A-Za-z0-9_.\" '-]+?)\s*=\s*")
QUOTES = re.compile(r'"""|\'\'\'')


class Places:
    """Line and column of every key, and the column of its value."""

    def __init__(self, text: str) -> None:
        self._found: dict[str, tuple[int, int, int]] = {}
        table, inside = "", False
        for line, row in enumerate(text.splitlines(), 1):
            opens = len(QUOTES.findall(row)) % 2 == 1
            if not inside and (head := HEAD.match(row)):
                table = _bare(head[1])
            elif not inside and (entry := ENTRY.match(row)):
                key = ".".join([*([table] if table else []), _bare(entry[2])]).removeprefix("options.")
                self._found.setdefault(key, (line, len(entry[1]) + 1, entry.end() + 1))
            inside ^= opens

    def of(self, key: str, *, value: bool = False) -> tuple[int, int]:
        """Line and column of a key, or of its value; the first line for what is not there."""
        line, column, at = self._found.get(key, (1, 1, 1))
        return line, at if value else column

    def put(self, fault: InputError) -> InputError:
        """The complaint with the place of the key it is about, unless it has one."""
        if not fault.line:
            about = fault.args_
            key = str(about.get("key") or ("preset" if "preset" in about else "game"))
            fault.line, fault.column = self.of(key, value="value" in about or "key" not in about)
        return fault


def _bare(key: str) -> str:
    """A key without its quotation marks and blanks."""
    return re.sub(r"[\s\"']", "", key)

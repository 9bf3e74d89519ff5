"""Runs a notebook's cells as a notebook does: one namespace, and a last expression is shown."""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any

from _site.notebooks import source


def run(book: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(cell id, what it printed and showed), for every code cell in order."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            yield cell["id"], _run(source(cell), names)


def _run(code: str, names: dict[str, Any]) -> str:
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last else None
    if value is not None:
        shown = getattr(value, "_repr_html_", None)
        if shown is not None:
            assert shown().strip(), "a rich display is empty"
        print(repr(value), file=printed)
    return printed.getvalue()

"""The Sphinx side of the site: directives, role, search, page frame.

It asks the engine and shows what it answers. It holds no rule and no rule text.
"""

from __future__ import annotations

from sphinx.application import Sphinx

PARTS = (
    "warnings", "rules", "cases", "choices", "options", "house", "presets", "ladder", "sheets", "coverage", "deals",
    "tryit", "honours", "laws", "movement", "odds", "search", "synonyms", "frame",
)  # fmt: skip


def setup(app: Sphinx) -> dict[str, bool]:
    for part in PARTS:
        app.setup_extension(f"{__name__}.{part}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""The rule paragraphs that the package carries: `rules.json`, made of the pages before the wheel."""

from __future__ import annotations

import json
from typing import Any

from rulebook.i18n import DATA
from rulebook.ruling import InputError


def paragraphs() -> list[dict[str, Any]]:
    """Every rule paragraph, as the site shows it. Raises InputError where they are not built."""
    path = DATA / "rules.json"
    if not path.is_file():
        raise InputError("The rules are not built yet. Run `make data` in the checkout.")
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["rules"]
    return found

"""sphinx-lint for our Markdown, which it does not know: its checks of plain text, and the traps of MyST.

`python -m _site.md_lint`: one line for each finding, exit status 1 when there is one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from sphinxlint.checkers import all_checkers
from sphinxlint.sphinxlint import check_text

from _site.paths import DOCS, ROOT

GENERAL = ("carriage-return", "horizontal-tab", "trailing-whitespace", "missing-final-newline")
TRAPS = {
    r"\]\[[^\]]*\]": "a reference-style link vanishes from translations: write [text](target)",
    r"!\[[^\]]*\]\(": "a picture's raw source leaks into the catalogs: use {figure}",
    r"^\.\. \w+::": "this is reStructuredText: use a fence with the directive in braces",
    r"(?<![`\w]):[a-z]+:`": "this is reStructuredText: a role is written {name}`text`",
    r"^`{3,}pycon": "a pycon fence is run by nobody: use ```python",
}
_FENCED = re.compile(r"^(`{3,}).*?^\1`*$", re.M | re.S)


def findings(text: str) -> Iterator[tuple[int, str]]:
    """(line, what is wrong) for a page."""
    checkers = {all_checkers[name] for name in GENERAL}
    for error in check_text("page.rst", text, checkers):
        yield error.line_no, error.msg
    prose = _FENCED.sub(lambda fence: re.sub("[^\n]", "", fence[0]), text)
    for pattern, advice in TRAPS.items():
        where = text if "`{3,}" in pattern else prose
        for found in re.finditer(pattern, where, re.M):
            yield where.count("\n", 0, found.start()) + 1, advice


def main() -> int:
    wrong = 0
    for path in [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]:
        for line, advice in sorted(findings(path.read_text("utf-8"))):
            print(f"{path.relative_to(ROOT)}:{line}: {advice}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

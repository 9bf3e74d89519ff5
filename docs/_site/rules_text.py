"""Rule paragraphs read from docs/rules, without Sphinx.

A paragraph stands in a `{rule}` fence: options first, then its text. Its number is the chapter's
place in the family's toctree and the paragraph's place in the chapter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polib

from _site.paths import DOCS, LANGS, LOCALE

RULES = DOCS / "rules"

_FENCE = re.compile(r"^(`{3,})\{rule\} +(\S+)\n(.*?)^\1 *$", re.M | re.S)
_OPTION = re.compile(r"^:([a-z]+):[ \t]*(.*)\n", re.M)
_TOCTREE = re.compile(r"^```\{toctree\}\n(.*?)^```", re.M | re.S)
_ROLE = re.compile(r"\{([a-z-]+)\}`([^`]*?)(?: *<([^>`]*)>)?`")
_MARKUP = re.compile(r"`([^`]*)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\([^)]*\)")


@dataclass(frozen=True)
class Paragraph:
    """One rule as it stands in its source file. `lines` are its paragraphs, each one gettext message."""

    id: str
    number: str
    page: str
    lines: tuple[str, ...]
    options: dict[str, str]

    @property
    def anchor(self) -> str:
        return self.id.replace(".", "-")


def toctree(page: Path) -> list[str]:
    """The entries of a page's toctrees, in order."""
    bodies = _TOCTREE.findall(page.read_text("utf-8"))
    lines = [line.strip() for body in bodies for line in body.splitlines()]
    return [line for line in lines if line and not line.startswith(":")]


def chapters() -> Iterator[tuple[int, Path]]:
    """Every chapter with its number in its family. A family without an index page has one chapter."""
    for entry in toctree(RULES / "index.md"):
        page = RULES / f"{entry}.md"
        if page.name != "index.md":
            yield 1, page
            continue
        for number, chapter in enumerate(toctree(page), 1):
            yield number, page.with_name(f"{chapter}.md")


def paragraphs() -> list[Paragraph]:
    """Every rule paragraph, in printed order. A rule id that does not fit its page is an error."""
    found = []
    for chapter, page in chapters():
        place = page.relative_to(DOCS).with_suffix("").as_posix()
        stem = place.removeprefix("rules/").replace("/", ".")
        for position, (_, rule, body) in enumerate(_FENCE.findall(page.read_text("utf-8")), 1):
            if rule.rpartition(".")[0] != stem:
                raise SystemExit(f"{page}: rule {rule} does not belong on the page of {stem}")
            options = dict(_OPTION.findall(body))
            text = _OPTION.sub("", body)
            lines = tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())
            found.append(Paragraph(rule, f"{chapter}.{position}", place, lines, options))
    return found


def plain(text: str, numbers: dict[str, str]) -> str:
    """Markdown reduced to what a reader sees: a term's words, a rule's number, no marks."""

    def shown(role: re.Match[str]) -> str:
        name, words, target = role.groups()
        if name == "rule":
            return numbers.get(target or words, words)
        return str(words)

    text = _ROLE.sub(shown, text)
    return _MARKUP.sub(lambda m: next(group for group in m.groups() if group is not None), text)


def catalog(lang: str, page: str) -> dict[str, str]:
    """A page's messages in one language; empty when the page has no catalog there."""
    path = LOCALE / lang / "LC_MESSAGES" / f"{page}.po"
    if not path.is_file():
        return {}
    return {entry.msgid: entry.msgstr for entry in polib.pofile(str(path)) if entry.translated()}


def rules() -> list[dict[str, object]]:
    """The rules as `rules.json` lists them."""
    found = paragraphs()
    numbers = {p.id: p.number for p in found}
    if len(numbers) != len(found):
        raise SystemExit("a rule id stands twice in docs/rules")
    catalogs = {(lang, page): catalog(lang, page) for lang in LANGS for page in {p.page for p in found}}

    def text(p: Paragraph, lang: str) -> str:
        words = catalogs[lang, p.page]
        return "\n".join(plain(words.get(line, line), numbers) for line in p.lines)

    return [
        {
            "id": p.id,
            "number": p.number,
            "text": {lang: text(p, lang) for lang in LANGS},
            "path": f"{p.page}.html#{p.anchor}",
            "source": p.options.get("source", ""),
            "sure": p.options.get("sure", ""),
            "prose": "prose" in p.options,
            "option": p.options.get("option", ""),
            "law": p.options.get("law", ""),
        }
        for p in found
    ]

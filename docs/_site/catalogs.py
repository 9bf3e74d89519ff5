"""Extract every message and bring the catalogs up to date: `make catalogs`. A second run changes nothing.

Three kinds: pages (Sphinx); sentences of the engine with the rule id as context, titles of cases and matches,
titles and sources of presets with their ids as context (`rulebook.po`); notebooks (our own). The theme's words,
`sphinx.po`, have no template and are left alone. Lines and dates are not written, so that only words make a
difference.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path

import polib

from _site import notebooks, pages
from _site.paths import BUILD, LANGS, LOCALE, PACKAGE, ROOT, fresh_folder, say, write
from rulebook import cases
from rulebook.games import GAMES, presets
from rulebook.records import load

TEMPLATES = BUILD / "gettext"
# Names of calls that hold messages, and how many arguments do: context, message and plural, or the message alone.
PLAIN = dict.fromkeys(("yes", "no", "irregular", "entry", "option", "word", "say"), 2)
PLURAL = dict.fromkeys(("yes_n", "no_n", "irregular_n", "entry_n", "count"), 3)
INPUT = dict.fromkeys(("InputError", "fault"), 1)
PLURALS = {
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
    "kk": "nplurals=2; plural=(n != 1);",
}
WIDTH = 110


def _entry(message: str | tuple[str, ...], context: str | None, place: str) -> polib.POEntry:
    one, many = message if isinstance(message, tuple) else (message, "")
    return polib.POEntry(msgid=one, msgid_plural=many, msgctxt=context, occurrences=[(place, "")])


def engine() -> Iterator[polib.POEntry]:
    """Sentences, questions and words in the code, in the order of the files."""
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        for context, *message in _called(path, PLAIN | PLURAL):
            yield _entry(tuple(message) if message[1:] else message[0], context, place)
        for (text,) in _called(path, INPUT):
            yield _entry(text, "input", place)


def _called(path: Path, calls: dict[str, int]) -> Iterator[list[str]]:
    """The texts of these calls, inside f-strings too. Calls with a text made elsewhere hold no message."""
    nodes = [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call)]
    for call in sorted(nodes, key=lambda n: (n.lineno, n.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        given = [a.value for a in call.args[: calls.get(name, 0)] if isinstance(a, ast.Constant)]
        texts = [value for value in given if isinstance(value, str)]
        if texts and len(texts) == calls[name]:
            yield texts


def documented() -> Iterator[polib.POEntry]:
    """Titles of the documented cases and matches."""
    for case in cases.find():
        if case.title:
            place = case.path.relative_to(ROOT).as_posix()
            yield _entry(case.title, case.id, place)
    for path in cases.matches():
        title = next(load(path)).tag("Title")
        id_ = path.relative_to(cases.folder()).with_suffix("").as_posix()
        yield _entry(title, id_, path.relative_to(ROOT).as_posix())


def bundles() -> Iterator[polib.POEntry]:
    """Titles and sources of the presets of every game."""
    for game, family in GAMES.items():
        place = f"{family.replace('.', '/')}/presets.toml"
        for preset in presets(game).values():
            yield _entry(preset.title, preset.id, place)
            yield _entry(preset.source, preset.id, place)


def template(entries: Iterator[polib.POEntry]) -> polib.POFile:
    """One entry per context and message, with every place it is used."""
    found: dict[tuple[str, str], polib.POEntry] = {}
    for entry in entries:
        known = found.setdefault((entry.msgctxt or "", entry.msgid), entry)
        known.msgid_plural = known.msgid_plural or entry.msgid_plural
        known.occurrences += [place for place in entry.occurrences if place not in known.occurrences]
    pot = polib.POFile(wrapwidth=WIDTH)
    pot.extend(found.values())
    return pot


def of_pages() -> Iterator[tuple[str, polib.POFile]]:
    """Every page's messages, as Sphinx sees them."""
    status, text = pages.run("en", "gettext", str(fresh_folder(TEMPLATES)), "-d", str(BUILD / "doctrees" / "gettext"))
    if status:
        raise SystemExit(f"messages of the pages could not be extracted:\n{text}")
    for path in sorted(set(TEMPLATES.rglob("*.pot")) - {TEMPLATES / "sphinx.pot"}):
        pot = polib.pofile(str(path), wrapwidth=WIDTH)
        for entry in pot:
            entry.occurrences, entry.comment = [], ""
        yield path.relative_to(TEMPLATES).with_suffix("").as_posix(), pot


def templates() -> dict[str, polib.POFile]:
    """All templates by the name of their catalog."""
    found = dict(of_pages())
    found["rulebook"] = template(iter([*engine(), *documented(), *bundles()]))
    for name in notebooks.names():
        found[f"notebooks/{name}"] = template(
            _entry(message, None, f"examples/notebooks/{name}.ipynb") for message in notebooks.messages(name)
        )
    return found


def merged(pot: polib.POFile, old: polib.POFile | None, lang: str) -> polib.POFile:
    """The catalog with the template's messages in its order; what is no longer used stays as obsolete."""
    new = polib.POFile(wrapwidth=WIDTH)
    new.metadata = {
        "Project-Id-Version": "rulebook",
        "Language": lang,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[lang],
    }
    known = {(e.msgctxt or "", e.msgid): e for e in old or []}
    if old is not None:
        new.header = old.header
    for fresh in pot:
        entry = known.pop((fresh.msgctxt or "", fresh.msgid), None) or polib.POEntry(
            msgid=fresh.msgid, msgctxt=fresh.msgctxt
        )
        entry.obsolete = False
        entry.occurrences, entry.flags = fresh.occurrences, [flag for flag in entry.flags if flag == "fuzzy"]
        entry.comment, entry.msgid_plural = fresh.comment, fresh.msgid_plural
        if fresh.msgid_plural and not entry.msgstr_plural:
            entry.msgstr_plural = dict.fromkeys(range(int(PLURALS[lang][9])), "")
        new.append(entry)
    for entry in known.values():
        if entry.translated():
            entry.obsolete = True
            new.append(entry)
    return new


def update(found: dict[str, polib.POFile]) -> list[Path]:
    """Write every catalog that changes; tells which."""
    changed = []
    for lang in LANGS[1:]:
        for name, pot in found.items():
            path = LOCALE / lang / "LC_MESSAGES" / f"{name}.po"
            old = polib.pofile(str(path), wrapwidth=WIDTH) if path.is_file() else None
            text = f"{merged(pot, old, lang)}".removeprefix("#\n").rstrip("\n") + "\n"
            if (pot or old) and write(path, text):
                changed.append(path)
    return changed


def main() -> None:
    words = argparse.ArgumentParser(description="Update the catalogs.")
    words.add_argument("--check", action="store_true", help="fail when a catalog was not up to date")
    asked = words.parse_args()
    changed = update(templates())
    for path in changed:
        say(f"   {path.relative_to(ROOT)}")
    say(f"== {len(changed)} catalogs changed")
    if asked.check and changed:
        raise SystemExit("catalogs were not up to date: translate what is new and commit them with the text")


if __name__ == "__main__":
    main()

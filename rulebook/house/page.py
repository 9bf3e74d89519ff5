"""The rules of a table on one page: what differs from the published rules in full, the rest in short.

>>> from rulebook.house.rules import understood
>>> from rulebook.house.sheet import Sheet
>>> from rulebook.i18n import lang
>>> sheet = Sheet("bid-whist", options={"min_bid": "4"})
>>> [rule["key"] for rule in page(sheet, understood(sheet)[0], lang("en"))["changed"]]
['min_bid']
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rulebook.games import presets
from rulebook.house.code import encode
from rulebook.house.known import Rules
from rulebook.house.sheet import Sheet
from rulebook.i18n import Lang
from rulebook.options import idle
from rulebook.paragraphs import paragraphs

Json = dict[str, Any]

STYLE = """\
@page { margin: 14mm }
body { font: 11pt/1.4 Georgia, "Noto Serif", serif; max-width: 46em; margin: 1em auto; padding: 0 1em; color: #111 }
h1 { font-size: 1.6em; margin: 0 } h2 { font-size: 1.15em; margin: 1.2em 0 .3em; border-bottom: 1px solid }
.beside { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2em } .beside > * { min-width: 0 }
body.two { max-width: 80em } .rule { margin: .6em 0; break-inside: avoid } .rule p { margin: 0 }
.here { font-weight: bold } .was { font-weight: normal } .number { font-size: .85em }
dl { display: grid; grid-template-columns: 1fr auto; gap: .1em 1em; margin: 0; font-size: .9em }
dd { margin: 0; font-weight: bold } .code { font: .9em monospace; overflow-wrap: anywhere }
.head { display: flex; gap: 1em; justify-content: space-between; align-items: start } .notes { white-space: pre-line }
.qr svg { width: 30mm; height: 30mm } .rule { border-left: 3px solid; padding-left: .6em }
@media print { mark { background: none; text-decoration: underline } }
"""


def page(sheet: Sheet, rules: Rules, say: Lang) -> Json:
    """The page as a document in one language."""
    base = Rules(sheet.game, sheet.preset)
    texts = {r["id"]: r for r in paragraphs()}
    dead = idle(rules.game.options, rules.game.idle)
    changed, rest = [], []
    for key, o in rules.options.items():
        here, there = rules.values[key], base.values[key]
        item: Json = {"key": key, "question": say.word(o.rule, o.question), "value": here}
        if here != there:
            rule = texts[o.rule]
            changed.append({**item, "published": there, "number": rule["number"], "text": rule["text"][say.code]})
        elif key not in dead:
            rest.append(item)
    return {
        "schema": 1,
        "lang": say.code,
        "name": sheet.name,
        "rules": f"{sheet.game}:{sheet.preset}" if sheet.preset else sheet.game,
        "preset": _title(sheet, say),
        "code": encode(sheet),
        "edition": sheet.edition,
        "notes": sheet.notes,
        "changed": changed,
        "same": rest,
        "unknown": [f"{key}={value}" for key, value in sheet.options.items() if key not in rules.changes],
    }


def _title(sheet: Sheet, say: Lang) -> str:
    preset = presets(sheet.game).get(sheet.preset)
    return say.word(preset.id, preset.title) if preset else ""


def labels(say: Lang) -> dict[str, str]:
    """The words of the page itself."""
    return {
        "title": say.word("house", "House rules"),
        "changed": say.word("house", "What is different at this table"),
        "none": say.word("house", "Nothing: this table plays as published."),
        "same": say.word("house", "Everything else as published"),
        "here": say.word("house", "Here"),
        "published": say.word("house", "published"),
        "code": say.word("house", "Code"),
        "notes": say.word("house", "Notes"),
        "unknown": say.word("house", "Not known in this edition"),
        "picture": say.word("house", "The code of this sheet as a picture"),
    }


# -- as text -------------------------------------------------------------------------------------


def lines(doc: Json, say: Lang) -> Iterator[str]:
    """The page as lines; what differs is marked with an asterisk."""
    w = labels(say)
    yield doc["name"] or w["title"]
    yield doc["rules"] + (f" ({doc['preset']})" if doc["preset"] else "")
    yield from ("", w["changed"])
    for rule in doc["changed"]:
        yield f"* {rule['question']} {w['here']}: {rule['value']}, {w['published']}: {rule['published']}"
        yield f"    {rule['number']}  {rule['text']}"
    if not doc["changed"]:
        yield f"  {w['none']}"
    yield from ("", w["same"], *(f"  {rule['question']} {rule['value']}" for rule in doc["same"]))
    if doc["unknown"]:
        yield from ("", w["unknown"], *(f"  {word}" for word in doc["unknown"]))
    if doc["notes"]:
        yield from ("", w["notes"], *(f"  {row}" for row in doc["notes"].splitlines()))
    yield from ("", f"{w['code']}: {doc['code']}")


# -- as HTML -------------------------------------------------------------------------------------


def html(docs: list[tuple[Json, Lang]]) -> str:
    """The page in one language, or in two beside each other: one file without script, ready to print."""
    first, say = docs[0]
    title = escape(first["name"] or labels(say)["title"])
    columns = "".join(_column(doc, spoken) for doc, spoken in docs)
    body = f'<div class="beside">{columns}</div>' if len(docs) > 1 else columns
    return (
        f'<!doctype html>\n<html lang="{first["lang"]}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f"<style>\n{STYLE}</style>\n</head>\n"
        f'<body{" class=two" if len(docs) > 1 else ""}>\n<header class="head"><div><h1>{title}</h1>\n'
        f'<p class="code">{escape(labels(say)["code"])}: {escape(first["code"])}</p></div>'
        f"{picture(first['code'], labels(say)['picture'])}</header>\n{body}\n</body>\n</html>\n"
    )


def _column(doc: Json, say: Lang) -> str:
    w = {key: escape(word) for key, word in labels(say).items()}
    rules = escape(doc["rules"] + (f" ({doc['preset']})" if doc["preset"] else ""))
    found = f'<section lang="{doc["lang"]}"><p>{rules}</p>\n<h2>{w["changed"]}</h2>\n'
    found += "".join(_rule(rule, w) for rule in doc["changed"]) or f"<p>{w['none']}</p>\n"
    same = "".join(f"<dt>{escape(r['question'])}</dt><dd>{escape(str(r['value']))}</dd>\n" for r in doc["same"])
    found += f"<h2>{w['same']}</h2>\n<dl>\n{same}</dl>\n"
    if doc["unknown"]:
        found += f"<h2>{w['unknown']}</h2>\n<p>{escape(', '.join(doc['unknown']))}</p>\n"
    if doc["notes"]:
        found += f'<h2>{w["notes"]}</h2>\n<p class="notes">{escape(doc["notes"])}</p>\n'
    return found + "</section>\n"


def _rule(rule: Json, w: dict[str, str]) -> str:
    return (
        f'<div class="rule"><p class="here"><mark>{escape(rule["question"])} {w["here"]}: {escape(str(rule["value"]))}'
        f'</mark> <span class="was">({w["published"]}: {escape(str(rule["published"]))})</span></p>\n'
        f'<p><span class="number">{escape(rule["number"])}</span> {escape(rule["text"])}</p></div>\n'
    )


def picture(code: str, label: str) -> str:
    """The code as a QR picture in SVG, where `segno` is installed (the extra `qr`); else nothing."""
    if find_spec("segno") is None:
        return ""
    made = import_module("segno").make(code, micro=False, error="m")
    return f'<div class="qr">{made.svg_inline(omitsize=True, title=label)}</div>'

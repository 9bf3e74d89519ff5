"""Checks the translation catalogs, and writes `sphinx.js` from `sphinx.po`.

    python -m _site.po_lint [--write] [CATALOG.po ...]

Without files all catalogs under `locale/` are checked, and that every language has the same ones.
A finding is one line, `file:line: id: problem`; with findings the exit status is 1. A translator
comment `# glossary-ok: ID ...` before an entry lets these ids pass for it.

Besides the form of a translation (values, roles, numbers, letters) its words are checked against
`locale/stems.csv`. A row there holds regular expressions: where `en` is found in the English text,
the translation must contain `xx_ok` and must not contain `xx_bad`; with an empty `en` the row holds for
every entry. All texts are folded first: small letters, ё as е, roles as the text they show, code and
values left out. `scope` limits a row to entries whose catalog and context, `rulebook bid-whist.play.lead`, match.
"""

from __future__ import annotations

import csv
import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from html import unescape
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
LOCALE = ROOT / "locale"

PLURALS = {
    "ru": "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2",
    "kk": "n != 1",
}
LANGS = tuple(PLURALS)

# Messages of Sphinx's search script: all that doctools.js, searchtools.js and sphinx_highlight.js ask for.
SEARCH_SCRIPT = (
    ", in ",
    "Hide Search Matches",
    "Preparing search...",
    "Search Results",
    "Search finished, found one page matching the search query.",
    "Searching",
    (
        "Your search did not match any documents. Please make sure that all words are spelled correctly "
        "and that you've selected enough categories."
    ),
)

# Reviewed: translations that are the English text itself. Texts without a letter need no entry.
SAME = frozenset({"EN", "English"})

# Reviewed: names that stay Latin in a Russian or Kazakh sentence, keys of the keyboard among them.
NAMES = frozenset(
    {
        "Chromium", "Firefox", "GitHub", "JavaScript", "JupyterLab", "JupyterLite",
        "Python", "Pyodide", "Sphinx", "Unicode", "WebAssembly", "Creative", "Commons", "Attribution", "International",
        "Ctrl", "End", "Enter", "Escape", "Home", "Shift", "Tab",
    }
)  # fmt: skip

# Russian words that need ё, in folded spelling; words that exist with both letters are not here.
YO = re.compile(
    r"(?:ее|нее|еще|мое|твое|свое|чье|причем|нем|трех|четырех|вдвоем|втроем|бубен|счет|счета|счете|счету|счетом)"
    r"|(?:партнер|онер|актер|(?:за|рас|под|от)чет|учет(?!в)|черн(?:[ыуа]|о[ейгм])|тверд(?!и)|надежн|втемн|темн(?:ая|ую|ой|ые)"
    r"|четверк|пятерк|шестерк|семерк|восьмерк|трех|четырех)\w*"
    r"|(?:придет|(?:пере|до|во|за|на|по|про|у|ото|обо|со)?йдет|идет)"
    r"|(?:от|пере|при|по|под|про|раз|с|со|за|на|до|в|об|у|из)?(?:дает|ведет|несет|берет|зовет|бьет|ждет|кладет|встает)(?:ся)?"
    r"|(?:остает|начнет|сочтет)ся|(?:начнет|сочтет|учтет)"
    r"|(?:заверш|реш|разреш|запрещ|определ|включ|исключ|подтвержд|прекращ|возвращ|(?:при|про|пере|в|от|за)вед)ен(?:н\w*)?"
)

ROLE = re.compile(r"\{([a-z][\w:+.-]*)\}`([^`]*)`")
CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"!?\[([^\]]*)\]\(([^()\s]*)\)")
TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
VALUE = re.compile(r"\{[A-Za-z_]\w*(?:[!:][^{}]*)?\}(?!`)|%(?:\([^()]+\))?[srd]")
SUITS = re.compile("[♠♥♦♣♤♡♢♧]")
LETTER = r"[^\W\d_]"
STOPS = frozenset(".?!:…")
HOLE = "\ufffc"  # stands for a value or code: no letter, no blank

# A line of a catalog: a comment or a string.
LINE = re.compile(r'#.*|(?:msg(?:ctxt|id|id_plural|str(?:\[\d\])?) )?"(?:[^"\\]|\\.)*"')

# A number and a plural behind it; қатар (row) only looks like a plural.
KK_PLURAL = re.compile(
    r"\b(?:\d+|екі|үш|төрт|бес|алты|жеті|сегіз|тоғыз|он|бірнеше|көп) (?!қатар\b)"
    r"\w+?(?:лар|лер|дар|дер|тар|тер)(?:[ыі][нңм]?)?(?:[дтн][аеыі]ң?н?|[ғқгк][ае])?\b"
)

# Faults of spelling and typography: languages, pattern, id, problem.
TYPOGRAPHY = tuple(
    (langs, re.compile(pattern), name, problem)
    for langs, pattern, name, problem in (
        ("ru kk", r"(?<![\w.-])[aceopxyi](?![\w.-])", "letters", "a Latin letter as a word"),
        ("ru kk", "[\"']", "quotes", "straight quotes"),
        ("ru", "”", "quotes", "inner quotes are „…“"),
        ("kk", "„", "quotes", "inner quotes are “…”"),
        ("ru kk", r"\s--?\s|--", "dash", "a hyphen for a dash"),
        ("ru kk", r"(?<![\w)\]»])-\d", "minus", "a hyphen for the minus sign"),
        ("ru kk", r"\S {2,}\S", "blanks", "two blanks"),
        ("ru kk", r"\d[\u0400-\u04ff]+", "digit", "a letter right after a digit"),
    )
)


class Finding(NamedTuple):
    """One fault: where it is, which check found it (`id` for `glossary-ok`), and what is wrong."""

    file: str
    line: int
    id: str
    problem: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.id}: {self.problem}"


@dataclass(frozen=True)
class Entry:
    """One message: `ids` is the English text (and its plural), `texts` the translated forms."""

    lang: str
    ids: tuple[str, ...]
    texts: tuple[str, ...]
    where: str = ""  # catalog and context: what `scope` is matched with
    line: int = 0
    fuzzy: bool = False
    passed: frozenset[str] = frozenset()


class Stem(NamedTuple):
    """A row of `stems.csv`. An empty pattern never matches, except `en`."""

    id: str
    en: str
    ok: dict[str, str]
    bad: dict[str, str]
    scope: str


Check = Callable[[Entry], Iterator[tuple[str, str]]]


def role(match: re.Match[str]) -> tuple[str, str]:
    """The text that a role shows, and what it points to."""
    text = match[2].strip()
    named = re.fullmatch(r"(.*?)\s*<([^<>]+)>", text, re.DOTALL)
    return (named[1], named[2]) if named else (text, text)


def prose(text: str) -> str:
    """What a reader reads as words: roles and links as their text, no tags, a sign for code, rules and values."""
    text = ROLE.sub(lambda m: HOLE if m[1] == "rule" else role(m)[0], unicodedata.normalize("NFC", text))
    text = TAG.sub("", CODE.sub(HOLE, LINK.sub(r"\1", text)))
    return unescape(VALUE.sub(HOLE, text))


def fold(text: str) -> str:
    """Prose for the comparison with stems."""
    return prose(text).casefold().replace("ё", "е")


def difference(wanted: Iterable[str], got: Iterable[str]) -> str:
    """What is missing and what is too much; empty when the two agree."""
    a, b = Counter(wanted), Counter(got)
    lost, extra = sorted((a - b).elements()), sorted((b - a).elements())
    said = [f"missing {', '.join(lost)}"] if lost else []
    return "; ".join([*said, f"not in the English text: {', '.join(extra)}"] if extra else said)


def pairs(entry: Entry) -> Iterator[tuple[str, str]]:
    """Each translated form with the English text that it must agree with.

    The first Russian form serves 1, 21, 31 ..., so it is measured by the English plural, as all others;
    the first Kazakh form serves 1 alone.
    """
    for number, text in enumerate(entry.texts):
        yield (entry.ids[0] if number == 0 and entry.lang != "ru" else entry.ids[-1]), text


def parts(name: str, extract: Callable[[str], Iterable[str]]) -> Check:
    """A check that both sides have the same values, roles, numbers ..."""

    def check(entry: Entry) -> Iterator[tuple[str, str]]:
        for english, text in pairs(entry):
            if text and (problem := difference(extract(english), extract(text))):
                yield name, problem

    return check


def numbers(text: str) -> Iterable[str]:
    # grouped digits are one number, whatever the language groups with
    return re.findall(r"\d+", re.sub(r"(?<=\d)[,\u00a0\u202f](?=\d{3}\b)", "", prose(text)))


def same_parts() -> tuple[Check, ...]:
    return (
        parts("value", lambda t: VALUE.findall(CODE.sub(" ", ROLE.sub(" ", t)))),
        parts("role", lambda t: (f"{{{m[1]}}} {role(m)[1].casefold()}" for m in ROLE.finditer(t))),
        parts("code", lambda t: (m[2] for m in CODE.finditer(ROLE.sub(" ", t)))),
        parts("link", lambda t: (m[2] for m in LINK.finditer(t))),
        parts("tag", lambda t: TAG.findall(CODE.sub(" ", ROLE.sub(" ", t)))),
        parts("number", numbers),
        parts("suit", lambda t: SUITS.findall(t)),
    )


def filled(entry: Entry) -> Iterator[tuple[str, str]]:
    if not all(entry.texts):
        yield "empty", "not translated"
    if entry.fuzzy:
        yield "fuzzy", "marked as doubtful"
    for english, text in zip(entry.ids, entry.texts, strict=False):
        if english == text not in SAME and not NAMES.issuperset(re.findall(rf"{LETTER}{{2,}}", prose(text))):
            yield "same", "the English text itself"


def plural(entry: Entry) -> Iterator[tuple[str, str]]:
    if entry.lang == "ru" and len(entry.texts) > 1 and len(set(entry.texts)) == 1 and entry.texts[0]:
        yield "plural", "the three forms are the same"


def edges(entry: Entry) -> Iterator[tuple[str, str]]:
    for english, text in pairs(entry):
        if not text:
            continue
        if (indent(english), indent(english[::-1])) != (indent(text), indent(text[::-1])):
            yield "edge", "blanks at the beginning or end differ"
        a, b = last(english), last(text)
        if a != b and (a in STOPS or b in STOPS):
            yield "end", f"ends with “{b}”, the English text with “{a}”"


def indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def last(text: str) -> str:
    """The last sign, closing quotes and brackets left out; three dots of a label may become one sign."""
    return text.rstrip().replace("...", "…").rstrip("”’“»)*_`")[-1:]


def spelled(entry: Entry) -> Iterator[tuple[str, str]]:
    for text in entry.texts:
        for word in re.findall(rf"{LETTER}+", text):
            scripts = {unicodedata.name(letter, "?").split()[0] for letter in word}
            if "CYRILLIC" in scripts and len(scripts) > 1:
                yield "letters", f"letters of two alphabets in “{word}”"
        plain = prose(text)
        for langs, pattern, name, problem in TYPOGRAPHY:
            if entry.lang in langs and (found := pattern.search(plain)):
                yield name, f"{problem}: “{found[0]}”"


def bare_values(entry: Entry) -> Iterator[tuple[str, str]]:
    """A value or piece of code in a sentence carries no ending: its ending would have to fit every value."""
    for text in entry.texts:
        spans = [m.span() for p in (VALUE, ROLE, CODE) for m in p.finditer(text)]
        values = {m.span() for m in VALUE.finditer(text)}
        for start, end in spans:
            if re.match(rf"[-\u2011]?{LETTER}", text[end:]):
                yield "ending", f"an ending after {text[start:end]}"
            if (start, end) in values and re.search(rf"(?:{LETTER}|-)$", text[:start]):
                yield "ending", f"a letter or hyphen before {text[start:end]}"


def latin(entry: Entry) -> Iterator[tuple[str, str]]:
    engine = entry.where.startswith("rulebook ")
    for text in entry.texts:
        plain = prose(text)
        if not engine:  # a page may gloss a word in brackets or quote it
            plain = re.sub(r"\([^()]*\)|«[^«»]*»", " ", plain)
        for word in re.findall(rf"{LETTER}{{2,}}", plain):
            code = re.fullmatch("[A-Z]{2,3}", word)
            if word.isascii() and not code and word not in NAMES:
                yield "latin", f"Latin word “{word}”"


def russian(entry: Entry) -> Iterator[tuple[str, str]]:
    for text in entry.texts if entry.lang == "ru" else ():
        for word in re.findall(rf"{LETTER}+", prose(text).casefold()):
            if YO.fullmatch(word):
                yield "yo", f"ё in “{word}”"


def kazakh(entry: Entry) -> Iterator[tuple[str, str]]:
    for text in entry.texts if entry.lang == "kk" else ():
        counted = re.sub(r"\{(?:n|k|count|books|points)\}|%d", "5", text)
        if found := KK_PLURAL.search(prose(counted).casefold()):
            yield "numeral", f"plural after a number: “{found[0]}”"


CHECKS: tuple[Check, ...] = (
    filled, plural, *same_parts(), edges, spelled, bare_values, latin, russian, kazakh,
)  # fmt: skip


@cache
def stems(path: Path = LOCALE / "stems.csv") -> tuple[Stem, ...]:
    """The rows of the word table."""
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(
            Stem(
                row["id"],
                row["en"],
                {lang: row[f"{lang}_ok"] for lang in LANGS},
                {lang: row[f"{lang}_bad"] for lang in LANGS},
                row["scope"],
            )
            for row in csv.DictReader(file)
        )


def worded(entry: Entry, rows: Iterable[Stem]) -> Iterator[tuple[str, str]]:
    """The words of the glossary, and none that it rules out."""
    english, text = fold("\n".join(entry.ids)), fold("\n".join(entry.texts))
    if not text.strip():
        return
    for row in rows:
        found = re.search(row.en, english)
        if not found or not re.search(row.scope, entry.where):
            continue
        ok, bad = row.ok[entry.lang], row.bad[entry.lang]
        if ok and not re.search(ok, text):
            yield row.id, f"missing: “{found[0]}” needs a word with {ok}"
        if bad and (wrong := re.search(bad, text)):
            yield row.id, f"forbidden: “{wrong[0]}”"


def check(entry: Entry, rows: Iterable[Stem]) -> list[tuple[str, str]]:
    """All faults of one entry as (id, problem), each once, without those let pass."""
    found = [fault for test in CHECKS for fault in test(entry)] + list(worded(entry, rows))
    return [fault for fault in dict.fromkeys(found) if fault[0] not in entry.passed]


def entries(catalog: Catalog, lang: str, domain: str) -> Iterator[Entry]:
    """The messages of a catalog, its header left out."""
    for message in catalog:
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, list | tuple) else (message.id,)
        texts = message.string if isinstance(message.string, list | tuple) else (message.string,)
        passed = re.findall(r"glossary-ok:([^\n]*)", "\n".join(message.user_comments))
        yield Entry(
            lang,
            tuple(ids),
            tuple(t or "" for t in texts),
            f"{domain} {message.context or ''}",
            message.lineno or 0,
            message.fuzzy,
            frozenset(word for line in passed for word in line.replace(",", " ").split()),
        )


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def place(path: Path) -> tuple[str, str]:
    """Language and domain of a catalog: `locale/<lang>/LC_MESSAGES/<domain>.po`."""
    folder = next(p for p in path.parents if p.name == "LC_MESSAGES")
    return folder.parent.name, path.relative_to(folder).with_suffix("").as_posix()


def check_header(catalog: Catalog, lang: str) -> Iterator[tuple[str, str]]:
    ours = c2py(PLURALS[lang])
    theirs = c2py(catalog.plural_expr)
    count = len({ours(n) for n in range(200)})
    if catalog.num_plurals != count or any(ours(n) != theirs(n) for n in range(200)):
        yield "header", f"Plural-Forms must be: nplurals={count}; plural=({PLURALS[lang]});"


def check_file(path: Path) -> list[Finding]:
    """All faults of one catalog."""
    lang, domain = place(path)
    name, text = shown(path), path.read_text(encoding="utf-8")
    # Babel reads a string without its closing quote, and loses a letter
    torn = [n for n, line in enumerate(text.splitlines(), 1) if line.strip() and not LINE.fullmatch(line)]
    if torn:
        return [Finding(name, line, "syntax", "not a line of a catalog") for line in torn]
    catalog = read_po(text.splitlines(keepends=True))
    found = [Finding(name, 1, *fault) for fault in check_header(catalog, lang)]
    if len(re.findall(r"^msgid ", text, re.MULTILINE)) != len(catalog) + 1:
        found.append(Finding(name, 1, "twice", "a message stands in the catalog more than once"))
    if catalog.obsolete:
        found.append(Finding(name, 1, "obsolete", f"messages no longer used: {len(catalog.obsolete)}"))
    for entry in entries(catalog, lang, domain):
        found += [Finding(name, entry.line, *fault) for fault in check(entry, stems())]
    return sorted(found, key=lambda f: f.line)


def script(lang: str) -> str:
    """The translations that the search script loads, made from `sphinx.po`."""
    with (LOCALE / lang / "LC_MESSAGES" / "sphinx.po").open(encoding="utf-8") as file:
        catalog = read_po(file)
    messages: dict[str, object] = {}
    for entry in entries(catalog, lang, "sphinx"):
        if entry.ids[0] in SEARCH_SCRIPT:
            messages[entry.ids[0]] = list(entry.texts) if len(entry.ids) > 1 else entry.texts[0]
    # doctools.js uses the value as an index, and `true` is none
    plural = PLURALS[lang] if "?" in PLURALS[lang] else f"{PLURALS[lang]} ? 1 : 0"
    words = json.dumps(dict(sorted(messages.items())), ensure_ascii=False, indent=4)
    # not Documentation.addTranslations: it makes a function from text, which the pages' policy forbids
    return (
        f"Object.assign(Documentation.TRANSLATIONS, {words});\n"
        f"Documentation.PLURAL_EXPR = (n) => {plural};\n"
        f'Documentation.LOCALE = "{lang}";\n'
    )


def check_script(lang: str) -> Iterator[Finding]:
    path = LOCALE / lang / "LC_MESSAGES" / "sphinx.js"
    if not path.exists() or path.read_text(encoding="utf-8") != script(lang):
        yield Finding(shown(path), 1, "script", "differs from sphinx.po; run python -m _site.po_lint --write")
    for lost in (m for m in SEARCH_SCRIPT if json.dumps(m) not in script(lang)):
        yield Finding(shown(path), 1, "script", f"missing: {lost}")


def check_all() -> list[Finding]:
    """All catalogs of all languages."""
    found: list[Finding] = []
    files = {lang: sorted((LOCALE / lang / "LC_MESSAGES").rglob("*.po")) for lang in LANGS}
    domains = {lang: {place(p)[1] for p in paths} for lang, paths in files.items()}
    for lang, paths in files.items():
        lost = set().union(*domains.values()) - domains[lang]
        found += [Finding(f"locale/{lang}", 1, "catalog", f"missing: {d}.po") for d in sorted(lost)]
        found += [finding for path in paths for finding in check_file(path)]
        found += check_script(lang)
    return found


def main(args: list[str]) -> int:
    if "--write" in args:
        for lang in LANGS:
            (LOCALE / lang / "LC_MESSAGES" / "sphinx.js").write_text(script(lang), encoding="utf-8")
    files = [Path(arg).resolve() for arg in args if arg != "--write"]
    found = [f for path in files for f in check_file(path)] if files else check_all()
    for finding in found:
        print(finding)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The catalog checks: for each of them a sentence that passes and one that does not."""

from __future__ import annotations

import ast
import csv
import re
from io import BytesIO
from pathlib import Path

import pytest
import sphinx
from babel.messages.pofile import read_po
from jinja2.ext import babel_extract

from _site import po_lint
from _site.po_lint import ROOT, Entry, check, check_all, check_file, stems

PAGE = "rules/bid-whist/play "
ENGINE = "rulebook bid-whist.play.follow"


def faults(lang: str, english: str | tuple[str, ...], text: str | tuple[str, ...], where: str = PAGE) -> set[str]:
    """The ids of the checks that find something."""
    ids = (english,) if isinstance(english, str) else english
    texts = (text,) if isinstance(text, str) else text
    return {name for name, _ in check(Entry(lang, ids, texts, where), stems())}


ONE = ("Renege proved: {n} book goes over.", "Renege proved: {n} books go over.")

GOOD = [
    ("ru", "{bid} is only equal to the standing bid.", "Заявка {bid} лишь равна последней.", ENGINE),
    ("kk", "{bid} is only equal to the standing bid.", "Ұсыныс ({bid}) соңғы ұсынысқа тең.", ENGINE),
    ("ru", "A {term}`bid` beats 4 (option `min_bid`).", "{term}`Заявка <bid>` старше 4 (пункт `min_bid`).", PAGE),
    ("kk", "The score is −5, to 7 it is far.", "Есеп −5, 7-ге дейін алыс.", PAGE),
    ("ru", "It leads [here](x.md), he said “no”.", "Ведёт [сюда](x.md), ход, сказал он «нет, „нет“».", PAGE),
    ("kk", "Three books, 5 books.", "Үш алым, 5 алым.", PAGE),
    ("ru", "High (uptown) — A♠ wins.", "На старшие (uptown) — берёт Т♠.", PAGE),
    ("ru", ONE, tuple(f"Фальшренонс доказан: {{n}} {w}." for w in ("взятка", "взятки", "взяток")), ENGINE),
    ("kk", ONE, ("Масть бұзу дәлелденді: {n} алым.", "Масть бұзу дәлелденді: {n} алым."), ENGINE),
    ("kk", "Preparing search...", "Іздеу дайындалуда…", "sphinx "),
    ("ru", "{n}", "{n}", ENGINE),
    ("ru", "Home, End, H", "Home, End, H", PAGE),
    ("ru", "{who}: {what}.", "{who}: {what}.", ENGINE),
    ("ru", "At 7 points: {rule}`bid-whist.scoring.win`.", "При 7 очках: {rule}`bid-whist.scoring.win`.", PAGE),
]

BAD = [
    ("empty", "ru", "A rule.", ""),
    ("same", "ru", "The book", "The book"),
    ("value", "ru", "Now: {turn}.", "Сейчас: {player}."),
    ("value", "ru", "Page %s", "Страница"),
    ("role", "ru", "A {term}`bid` wins.", "{term}`Заявка <pass>` берёт."),
    ("role", "kk", "A {term}`bid` wins.", "Ұсыныс ұтады."),
    ("code", "ru", "See `min_bid`.", "См. `min-bid`."),
    ("link", "ru", "See [this](a.md).", "См. [это](b.md)."),
    ("tag", "ru", "<em>No</em>", "<b>Нет</b>"),
    ("number", "ru", "From 3 to 7.", "От 3 до 6."),
    ("suit", "kk", "A♠ wins.", "Т♥ алады."),
    ("edge", "ru", "Made with ", "Сделано с помощью"),
    ("end", "ru", "It is so.", "Это так"),
    ("letters", "kk", "The side wins.", "Тарап кiші."),
    ("letters", "kk", "The side wins.", "Тəрап ұтады."),
    ("letters", "ru", "It goes with it.", "Идёт c этим."),
    ("quotes", "ru", "He says “no”.", 'Говорит "нет".'),
    ("quotes", "ru", "He says “no”.", "Говорит “нет”."),
    ("quotes", "kk", "He says “no”.", "«„Жоқ“» дейді."),
    ("dash", "ru", "A yes, and a no.", "Да - нет."),
    ("minus", "kk", "It is −5.", "Бұл -5."),
    ("blanks", "ru", "It is so.", "Это  так."),
    ("digit", "kk", "Up to 7.", "7ге дейін."),
    ("ending", "kk", "{player} may not act.", "{player}ға болмайды."),
    ("ending", "kk", "{player} may not act.", "{player}-ға болмайды."),
    ("ending", "ru", "Book {n} is here.", "Вот {n}-я взятка."),
    ("ending", "kk", "See `min_bid`.", "`min_bid`-ті қараңыз."),
    ("ending", "ru", "The score is {n}.", "Счёт −{n}, или -{n}."),
    ("latin", "ru", "Nobody may look.", "Смотреть нельзя nobody."),
    ("yo", "ru", "The player takes it.", "Игрок берет её."),
    ("yo", "ru", "The partner is here.", "Партнер здесь."),
    ("numeral", "kk", "They won 5 books.", "Олар 5 алымдар алды."),
    ("numeral", "kk", "There are {n} cards.", "Мұнда {n} карталар бар."),
    ("trick", "ru", "The trick is over.", "Трюк окончен."),
    ("book", "kk", "The book is over.", "Кітап аяқталды."),
    ("dealer", "ru", "The dealer acts.", "Дилер действует."),
    ("never", "kk", "It is a choice.", "Бұл опция."),
]


@pytest.mark.parametrize(("lang", "english", "text", "where"), GOOD)
def test_a_good_sentence_passes(lang: str, english: str, text: str, where: str) -> None:
    assert faults(lang, english, text, where) == set()


@pytest.mark.parametrize(("name", "lang", "english", "text"), BAD)
def test_a_bad_sentence_is_found(name: str, lang: str, english: str, text: str) -> None:
    assert name in faults(lang, english, text)


def test_plural_forms() -> None:
    assert "plural" in faults("ru", ONE, ("Взяток: {n}.",) * 3)
    assert "value" in faults("ru", ONE, ("Одна взятка.", "{n} взятки.", "{n} взяток.")), "the first form serves 21 too"
    assert "value" not in faults("kk", ("One book.", "{n} books."), ("Бір алым.", "{n} алым."))
    assert "empty" in faults("ru", ONE, ("{n} взятка.", "{n} взятки.", ""))


def test_the_engine_glosses_nothing() -> None:
    assert "latin" in faults("ru", "High wins.", "На старшие (uptown).", ENGINE)
    assert "latin" not in faults("ru", "High wins.", "На старшие (uptown).", PAGE)


def test_a_reviewed_entry_passes() -> None:
    entry = Entry("ru", ("The trick is over.",), ("Трюк окончен.",), PAGE)
    assert check(entry, stems())
    assert check(Entry(**{**entry.__dict__, "passed": frozenset({"trick"})}), stems()) == []


def catalog(folder: Path, lang: str, body: str, plurals: str | None = None) -> Path:
    path = folder / lang / "LC_MESSAGES" / "rules" / "page.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    rule = (
        plurals
        or {"ru": "nplurals=3; plural=(" + po_lint.PLURALS["ru"] + ");", "kk": "nplurals=2; plural=(n != 1);"}[lang]
    )
    head = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {rule}\\n"\n\n'
    path.write_text(head + body, encoding="utf-8")
    return path


def test_a_catalog_is_read_with_its_lines(tmp_path: Path) -> None:
    body = (
        'msgid "A rule."\nmsgstr "Правило."\n\n'
        '#, fuzzy\nmsgid "A ruling."\nmsgstr "Решение."\n\n'
        '# glossary-ok: trick\nmsgid "A trick"\nmsgstr "Трюк"\n\n'
        'msgid "A card."\nmsgstr ""\n\n'
        '#~ msgid "Old"\n#~ msgstr "Старое"\n'
    )
    path = catalog(tmp_path, "ru", body)
    found = [(f.line, f.id) for f in check_file(path)]
    assert found == [(1, "obsolete"), (10, "fuzzy"), (17, "empty")]
    assert str(check_file(path)[-1]) == f"{path}:17: empty: not translated"


@pytest.mark.parametrize(
    ("lang", "plurals", "body", "found"),
    [
        ("kk", "nplurals=1; plural=0;", "", "header"),
        ("ru", "nplurals=4; plural=(n%10==1 ? 0 : n%10==2 ? 1 : n%10==3 ? 2 : 3);", "", "header"),
        ("ru", None, 'msgid "Card"\nmsgstr "Карта"\n\nmsgid "Card"\nmsgstr "Карта"\n', "twice"),
        ("ru", None, 'msgid "Card"\nmsgstr "Карта\n', "syntax"),
    ],
)
def test_a_faulty_catalog(tmp_path: Path, lang: str, plurals: str | None, body: str, found: str) -> None:
    assert [f.id for f in check_file(catalog(tmp_path, lang, body, plurals))] == [found]


def test_other_plural_formulas_of_the_same_value_pass(tmp_path: Path) -> None:
    babel = "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    assert check_file(catalog(tmp_path, "ru", "", babel)) == []


def test_the_glossary_obeys_its_own_stems() -> None:
    """Each headword with its translations, glosses in brackets left out; the rest are reviewed exceptions."""
    exceptions = {
        "cut_for_partners": {"partner"},
        "lead_toward_honour": {"lead", "honour"},
        "three_hand_auction": {"auction"},
        "duplicate_auction": {"auction"},
    }
    words = {row.id for row in stems()}
    with (po_lint.LOCALE / "glossary.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for lang in po_lint.LANGS:
                english, text = (re.sub(r"\s*\([^()]*\)", "", row[key]) for key in ("en", lang))
                wrong = faults(lang, english, text, "rules/glossary ") & words
                assert wrong <= exceptions.get(row["id"], set()), (row["id"], lang, text)


def test_stems_are_sound() -> None:
    assert len({row.id for row in stems()}) == len(stems())
    for row in stems():
        for pattern in (row.en, row.scope, *row.ok.values(), *row.bad.values()):
            re.compile(pattern)
            assert "ё" not in pattern, f"{row.id}: the texts are compared with е for ё"


def test_the_search_script_asks_for_no_other_words() -> None:
    static = Path(sphinx.package_dir) / "themes" / "basic" / "static"
    asked: set[str] = set()
    for name in ("doctools.js", "searchtools.js", "sphinx_highlight.js"):
        script = (static / name).read_text(encoding="utf-8")
        asked |= set(re.findall(r'(?:\b_|\bn?gettext)\(\s*"([^"]+)"', script))
    assert asked == set(po_lint.SEARCH_SCRIPT)


def words_of_the_site() -> set[str]:
    """What our directives and templates look up in `sphinx.po`; their code is not extracted into any template."""
    found: set[str] = set()
    for path in (ROOT / "docs" / "_ext").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="_"), args=[ast.Constant(value=str(text))]):
                    found.add(text)
    for path in (ROOT / "docs" / "_templates").rglob("*.html"):
        texts = babel_extract(BytesIO(path.read_bytes()), ("_", "gettext"), (), {})
        found |= {text for _line, _name, text, _comments in texts if isinstance(text, str)}
    for path in (ROOT / "docs" / "rules").rglob("*.md"):
        found |= set(re.findall(r"^:source: (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE))
    return found


@pytest.mark.parametrize("lang", po_lint.LANGS)
def test_every_word_of_the_site_is_translated(lang: str) -> None:
    ours = po_lint.LOCALE / lang / "LC_MESSAGES" / "sphinx.po"
    theirs = Path(sphinx.package_dir) / "locale" / lang / "LC_MESSAGES" / "sphinx.po"
    known = {m.id for path in (ours, theirs) if path.is_file() for m in read_po(BytesIO(path.read_bytes())) if m.string}
    assert words_of_the_site() - known == set()


def test_our_catalogs() -> None:
    assert [str(f) for f in check_all()] == []

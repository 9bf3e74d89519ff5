"""The Sphinx side, on a small site of its own."""

from __future__ import annotations

import doctest
import html
import importlib
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sphinx.errors import SphinxError
from sphinx.testing.util import SphinxTestApp

from _ext.kazakh import Stemmer
from _ext.search import Kazakh, Russian
from _ext.warnings import Reviewed, is_reviewed
from rulebook.i18n import lang
from rulebook.options import every
from rulebook.view.words import words

ROOT = Path(__file__).parents[1]

CONF = f"""
project = html_title = "Test"
extensions = ["myst_parser", "_ext"]
templates_path = [{str(ROOT / "docs/_templates")!r}]
html_static_path = [{str(ROOT / "docs/_static")!r}, {str(ROOT / "rulebook/view/static")!r}]
html_theme = "furo"
html_copy_source = False
gettext_compact = False
gettext_additional_targets = ["index"]
"""

INDEX = """
# Home

```{toctree}
rules/bid-whist/index
glossary
```
"""

FAMILY = """
# Bid Whist

```{toctree}
table
auction
```
"""

TABLE = """
# Table

See {rule}`bid-whist.auction.beat`.
"""

AUCTION = """
# Auction

```{rule} bid-whist.auction.beat
:source: Our own example
:sure: stated
A bid must be higher than the {term}`standing bid`.
```

```{rule} bid-whist.auction.minimum
:source: Our own example
:sure: ours
:option: min_bid
:law: 44
The minimum bid is 3.
```
"""

EQUAL = """
```{rule} bid-whist.auction.equal
:source: Our own example
:sure: inferred
High and low with the same number are equal.
```
"""

GLOSSARY = """
# Glossary

```{glossary}
standing bid
  The last bid.

deck
  All the cards.

kitty
  The cards nobody was dealt.
```
"""

PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "A bid must be higher than the {term}`standing bid`."
msgstr "Заявка должна быть старше {term}`последней <standing bid>`."
"""

Build = Callable[..., Path]


def whole_game() -> dict[str, str]:
    """All rule paragraphs of Bid Whist and the glossary, for pages on which many rules are cited."""
    docs = ROOT / "docs"
    pages = {"glossary": (docs / "glossary.md").read_text("utf-8")}
    chapters = [p for p in sorted((docs / "rules/bid-whist").glob("*.md")) if p.name != "index.md"]
    for path in chapters:
        laws = re.findall(r"^```\{rule\}.*?^```\n", path.read_text("utf-8"), re.M | re.S)
        pages[f"rules/bid-whist/{path.stem}"] = "\n".join(["# Chapter\n", *laws])
    order = "\n".join(path.stem for path in chapters)
    pages["rules/bid-whist/index"] = f"# Bid Whist\n\n```{{toctree}}\n{order}\n```\n"
    return pages


@pytest.fixture
def build(tmp_path: Path) -> Iterator[Build]:
    """Builds a small site, its auction page with more text, and returns the output folder."""
    apps: list[SphinxTestApp] = []

    def run(more: str = "", language: str = "en", builder: str = "html", **pages: str) -> Path:
        texts = {
            "index": INDEX,
            "rules/bid-whist/index": FAMILY,
            "rules/bid-whist/table": TABLE,
            "rules/bid-whist/auction": AUCTION,
            "glossary": GLOSSARY,
            **pages,
        }
        texts["rules/bid-whist/auction"] += more
        source = tmp_path / "source"
        for name, text in texts.items():
            path = source / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        catalog = tmp_path / "locale" / "ru" / "LC_MESSAGES" / "rules" / "bid-whist" / "auction.po"
        catalog.parent.mkdir(parents=True, exist_ok=True)
        catalog.write_text(PO, "utf-8")
        (source / "conf.py").write_text(CONF, "utf-8")
        settings: dict[str, object] = {
            "language": language,
            "locale_dirs": [str(tmp_path / "locale")],
            "html_baseurl": f"https://cards.test/{language}/",
        }
        app = SphinxTestApp(builder, srcdir=source, builddir=tmp_path / "build", confoverrides=settings)
        apps.append(app)
        app.build()
        return Path(app.outdir)

    yield run
    for app in apps:
        app.cleanup()


def page(out: Path, name: str = "rules/bid-whist/auction") -> str:
    return (out / f"{name}.html").read_text("utf-8")


def law(text: str, rule: str) -> str:
    """The HTML of one paragraph."""
    found = re.search(rf'<section class="law" id="{rule.replace(".", "-")}".*?</section>', text, re.S)
    assert found
    return found[0]


def test_rule_has_number_link_source_and_id(build: Build) -> None:
    shown = law(page(build()), "bid-whist.auction.minimum")
    assert 'aria-label="Rule 2.2"' in shown
    assert '<a class="no" href="#bid-whist-auction-minimum"' in shown
    assert "<p>The minimum bid is 3.</p>" in shown
    assert '<span class="mark ours">our ruling</span> <span class="src">Our own example</span>' in shown
    assert '<span class="src">law 44</span>' in shown
    assert '<code class="rid">bid-whist.<wbr>auction.<wbr>minimum</code>' in shown
    assert "<details" not in shown


def test_role_gives_number_and_link(build: Build) -> None:
    found = re.search(
        r'<a class="[^"]*cite[^"]*" href="([^"]*)"[^>]*>(.*?)</a>', page(build(), "rules/bid-whist/table")
    )
    assert found
    assert found[1] == "auction.html#bid-whist-auction-beat"
    assert re.sub("<.*?>", "", found[2]) == "2.1"


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ("```{rule} bid-whist.play.follow\n:source: x\n:sure: ours\nText.\n```\n", "does not belong on the page"),
        ("```{rule} bid-whist.auction.beat\n:source: x\n:sure: ours\nText.\n```\n", "stands twice"),
        ("```{rule} bid-whist.auction.top\n:sure: ours\nText.\n```\n", "lacks source"),
        ("```{rule} bid-whist.auction.top\n:source: x\n:sure: ours\n:option: nothing\nT.\n```\n", "no option of rule"),
        ("{rule}`bid-whist.auction.nothing`\n", "no paragraph has the rule id bid-whist.auction.nothing"),
        ("```{ruling} bid-whist.auction.beat/nothing\n```\n", "There is no case"),
        ("```{cases} bid-whist.nothing\n```\n", "There are no cases"),
        ("```{try}\nimport rulebook\nrulebook.game('chess')\n```\n", "the code of the cell fails"),
        ("```{options} bid-whist nothing\n```\n", "has no options in the chapter nothing"),
        ("```{presets} short-bridge\n```\n", "has no presets"),
        ("```{choices} bid-whist.scoring.no-trump/nine-books nt_scores\n```\n", "The nearest one: nt_score"),
        ("```{sheet} bid-whist/matches/evenin\n```\n", "The nearest one: bid-whist/matches/evening"),
        ("```{ladder} bridge\n```\n", "bridge has no auction"),
        ("```{unknown}\n```\n", "Unknown directive type"),
    ],
)
def test_mistakes_fail_the_build(build: Build, more: str, complaint: str) -> None:
    with pytest.raises(SphinxError, match=re.escape(complaint)):
        build(more)


def test_translated_paragraph_shows_its_original(build: Build) -> None:
    shown = law(page(build(language="ru")), "bid-whist.auction.beat")
    text, original = shown.split('<details class="en">')
    assert "Заявка должна быть старше" in text
    assert "A bid must" not in text
    assert '<div class="orig" lang="en"><p>A bid must be higher than the <a' in original


def test_catalogs_hold_the_paragraphs_and_nothing_of_the_engine(build: Build) -> None:
    more = "```{cases} bid-whist.auction.equal\n```\n\n```{options} bid-whist auction\n```\n\n```{coverage}\n```\n"
    more += "```{deal} bid-whist/deals/recorded\n```\n\n```{try}\n1 + 1\n```\n"
    found = (build(EQUAL + more, builder="gettext") / "rules/bid-whist/auction.pot").read_text("utf-8")
    assert re.findall(r'^msgid "(.+)"$', found, re.M) == [
        "Auction",
        "A bid must be higher than the {term}`standing bid`.",
        "The minimum bid is 3.",
        "High and low with the same number are equal.",
    ]


@pytest.mark.parametrize("code", ["en", "ru", "kk"])
def test_ruling_speaks_the_language_of_the_page(build: Build, code: str) -> None:
    shown = page(build(EQUAL + "```{ruling} bid-whist.auction.equal/low-over-high\n```\n", language=code))
    answer = re.search(r'<div class="case">.*?</div></div>', shown, re.S)
    assert answer
    w = words(lang(code))
    assert (
        f'<span class="verdict no"><svg class="sign" aria-hidden="true"><use href="#s-no"></use></svg>{w.no}'
        in answer[0]
    )
    assert '<a class="cite" href="#bid-whist-auction-equal">2.3</a>' in answer[0]
    assert f'<html class="no-js" lang="{code}"' in shown


def test_ruling_may_show_its_question_and_each_verdict(build: Build) -> None:
    text = "```{ruling} bid-whist.play.follow/joker-only-trump\n:question:\n```\n"
    shown = page(build(text, **whole_game()))
    box = re.search(r'<div class="case"><p class="q">(.*?)</p>(.*)</div>', shown)
    assert box
    assert box[1].endswith("Must West play it?")
    assert re.findall(r'class="verdict (\w+)"', box[2]) == ["yes", "irregular"]


def test_cases_stand_beside_their_rule(build: Build) -> None:
    shown = page(build(EQUAL + "```{cases} bid-whist.auction.equal\n```\n"))
    links = re.search(
        r'<a href="#cases-bid-whist-auction-equal">cases: (\d+)</a>', law(shown, "bid-whist.auction.equal")
    )
    assert links
    block = re.search(r'<section class="case" id="cases-bid-whist-auction-equal".*?</section>', shown, re.S)
    assert block
    assert block[0].count("<dt ") == int(links[1])
    assert 'id="case-bid-whist-auction-equal-low-over-high"' in block[0]


def test_score_is_a_table_of_reasons(build: Build) -> None:
    shown = page(build("```{score} bid-whist.scoring.set/five-high\n```\n", **whole_game()))
    score = re.search(r'<div class="score">.*?</table>', shown, re.S)
    assert score
    assert "\u22125" in score[0]
    assert 'href="scoring.html#bid-whist-scoring-set"' in score[0]


def test_options_table_links_rule_and_marks_the_default(build: Build) -> None:
    shown = page(build("```{options} bid-whist auction\n```\n", **whole_game()))
    assert '<tr role="row" id="option-min-bid">' in shown
    assert '<span>1</span> · <span>2</span> · <b class="dflt">3</b> · <span>4</span>' in shown
    assert '<a href="#option-min-bid">house rule</a>' in law(shown, "bid-whist.auction.minimum")


def cells(row: str) -> list[str]:
    """The texts of a table row."""
    return [re.sub("<.*?>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)]


def test_presets_print_only_what_differs(build: Build) -> None:
    import rulebook
    from rulebook.games import presets

    shown = page(build("```{presets} bid-whist\n```\n", **whole_game()))
    table = re.search(r'<table class="bundled".*?</table>', shown, re.S)
    assert table
    head, *rows = map(cells, re.findall(r"<tr.*?</tr>", table[0], re.S))
    known = {p.title: p for p in presets("bid-whist").values()}
    questions = {o.question: o.key for o, _value in every(rulebook.game("bid-whist").options)}
    assert head[1] == "The article"
    seen = set()
    for row in rows:
        key = next(key for question, key in questions.items() if row[0].startswith(question))
        assert row[1]
        seen |= {(html.unescape(title), key) for title, text in zip(head[2:], row[2:], strict=True) if text}
    assert seen == {(title, key) for title, p in known.items() for key in rulebook.diff("bid-whist", p.id)}
    for preset in known.values():
        about = re.search(rf'<dt id="preset-{preset.id.replace(":", "-")}">.*?(?=<dt|</dl>)', shown, re.S)
        assert about
        assert f"<code>{preset.id}</code>" in about[0]
        assert html.unescape(about[0]).count(preset.source) == 1


def test_presets_are_in_the_catalogs() -> None:
    from _site.catalogs import bundles
    from rulebook.games import presets

    found = {(e.msgctxt, e.msgid) for e in bundles()}
    for preset in presets("bid-whist").values():
        assert {(preset.id, preset.title), (preset.id, preset.source)} <= found


def test_choices_rule_a_case_under_each_choice(build: Build) -> None:
    shown = page(build("```{choices} bid-whist.auction.equal/low-over-high low_beats_high\n```\n", **whole_game()))
    block = re.search(r'<section class="case choices".*?</section>', shown, re.S)
    assert block
    off, on = re.findall(r'<tr role="row"><th scope="row".*?</tr>', block[0], re.S)
    assert '<b class="dflt">no <code>off</code></b>' in off
    assert "<span>yes <code>on</code></span>" in on
    assert 'class="verdict no"' in off
    assert 'class="verdict yes"' in on
    assert all('href="#bid-whist-auction-equal"' in row for row in (off, on))


def test_choices_of_a_score_give_reasons_and_points(build: Build) -> None:
    shown = page(build("```{choices} bid-whist.scoring.no-trump/nine-books nt_score\n```\n", **whole_game()))
    double, single = re.findall(r'<tr role="row"><th scope="row".*?</tr>', shown, re.S)
    assert "North\u2013South \u22128, East\u2013West 0" in double
    assert "North\u2013South \u22124, East\u2013West 0" in single
    assert "No trump doubles the points." in double
    assert "At this table no trump is not doubled." in single
    assert all('href="scoring.html#bid-whist-scoring-no-trump"' in row for row in (double, single))
    assert "4 no trump is set" not in double + single  # the same under both choices


def test_ladder_asks_about_every_pair(build: Build) -> None:
    shown = page(build("```{ladder} bid-whist\n```\n", **whole_game()))
    table = re.search(r'<table class="ladder">.*?</table>', shown, re.S)
    assert table
    head, *rows = map(cells, re.findall(r"<tr>.*?</tr>", table[0], re.S))
    marks = {(row[0], column): text for row in rows for column, text in zip(head[1:], row[1:], strict=True)}
    assert len(rows) == 16
    assert len(head) == 16
    numbers = {"high": 0, "low": 0, "no trump": 1}
    for (standing, call), mark in marks.items():
        before = (0, 0) if standing == "none" else (int(standing[0]), numbers[standing[2:]])
        after = int(call[0]), numbers[call[2:]]
        low_over_high = standing.endswith("high") and call.endswith("low") and standing[0] == call[0]
        wanted = "legal" if after > before else "legal only if low beats high" if low_over_high else "refused"
        assert mark.lstrip("()\u2013") == wanted, (standing, call)
    assert "bid-whist-auction-equal" in shown.partition("</table>")[2]


def test_ladder_of_the_individual_game_has_a_step_for_each_bid(build: Build) -> None:
    shown = page(build("```{ladder} bid-whist-cutthroat\n```\n", **whole_game()))
    table = re.search(r'<table class="ladder">.*?</table>', shown, re.S)
    assert table
    head, *rows = map(cells, re.findall(r"<tr>.*?</tr>", table[0], re.S))
    assert len(head) == len(rows) == 27  # 1 to 13 books, each also without trump
    for n, row in enumerate(rows):  # every bid beats those before it, and no other
        assert [mark.lstrip("\u2013") for mark in row[1:]] == ["refused"] * n + ["legal"] * (26 - n)
    assert "if low beats high" not in shown


def test_sheet_has_a_row_and_folded_reasons_for_each_deal(build: Build) -> None:
    shown = page(build("```{sheet} bid-whist/matches/evening\n```\n", **whole_game()))
    table = re.search(r'<table class="sheet rec" id="sheet-evening">.*?</table><p class="legend">', shown, re.S)
    assert table
    deals = re.findall(r'<tr id="sheet-evening-(\d)"><th scope="row"><a href="#sheet-evening-\1">\1</a>', table[0])
    assert deals == list("1234567")
    folded = re.findall(r"<details><summary>.*?</details>", table[0], re.S)
    assert len(folded) == 7
    assert all('<table class="calls rec">' in part for part in folded)
    assert 'href="match.html#bid-whist-match-loser-rises"' in folded[2]
    assert table[0].count('class="pairs"') == 3
    assert table[0].count('<tr class="won">') == 3
    assert "<small>+10</small> <b>+14</b>" in table[0]


def test_every_choice_has_words() -> None:
    import rulebook
    from _ext.options import in_words

    for name in rulebook.GAMES:
        for o, _value in every(rulebook.game(name).options):
            assert all(in_words(o, value) for value in o.choices), o.key


def test_try_cell_holds_code_and_answer(build: Build) -> None:
    code = "import rulebook as rb\nprint('hello')\nrb.game('bid-whist').id\n"
    shown = page(build(f"```{{try}}\n{code}```\n"))
    cell = re.search(r'<div class="try" id="try-1".*?</div></div>\n', shown, re.S)
    assert cell
    written = re.search(r"<code>(.*?)</code>", cell[0], re.S)
    assert written
    assert html.unescape(re.sub("<.*?>", "", written[1])).strip() == code.strip()
    assert '<pre class="printed">hello\n</pre><pre class="printed">bid-whist</pre>' in cell[0]
    assert 'data-worker="../../_static/try-worker.js"' in cell[0]
    assert 'data-engine="../../../engine/"' in cell[0]


def test_scripts_come_only_where_they_are_needed(build: Build) -> None:
    out = build("```{deal} bid-whist/deals/recorded\n```\n", **whole_game())
    assert "replay.js" in page(out)
    assert "try.js" not in page(out)
    assert "replay.js" not in page(out, "rules/bid-whist/table")


def test_pages_hold_no_script_and_no_style_of_their_own(build: Build) -> None:
    more = "```{deal} bid-whist/deals/recorded\n```\n\n```{try}\n1\n```\n\n```{cases} bid-whist.auction\n```\n"
    out = build(more, **whole_game())
    for path in out.rglob("*.html"):
        tags = re.findall(r"<[a-z][^>]*>", path.read_text("utf-8"))
        scripts = [t for t in tags if t.startswith("<script") and " src=" not in t]
        assert set(scripts) <= {'<script type="application/json">'}, path
        assert not [t for t in tags if re.search(r"\s(style|on[a-z]+)=", t) or t.startswith("<style")], path
        assert not [t for t in tags if re.search(r'\s(src|action)="(https?:)?//', t)], path


def test_language_switch_stays_on_the_page(build: Build) -> None:
    shown = page(build(language="ru"))
    assert re.findall(r'href="([^"]*)" hreflang="(..)" lang="\2" data-lang( aria-current="true")?', shown) == [
        ("../../../en/rules/bid-whist/auction.html", "en", ""),
        ("../../../ru/rules/bid-whist/auction.html", "ru", ' aria-current="true"'),
        ("../../../kk/rules/bid-whist/auction.html", "kk", ""),
    ]
    alternates = dict(re.findall(r'<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">', shown))
    assert alternates["kk"] == "https://cards.test/kk/rules/bid-whist/auction.html"
    assert alternates["x-default"] == alternates["en"] == "https://cards.test/en/rules/bid-whist/auction.html"


def test_search_knows_rule_ids_and_synonyms(build: Build) -> None:
    text = (build() / "searchindex.js").read_text("utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    names = index["docnames"]
    ((place, anchor, _main),) = index["indexentries"]["bid-whist.auction.beat"]
    assert (names[place], anchor) == ("rules/bid-whist/auction", "bid-whist-auction-beat")
    for word in ("pack", "talon", "widow"):
        ((place, anchor, _main),) = index["indexentries"][word]
        assert (names[place], anchor) == ("glossary", "term-deck" if word == "pack" else "term-kitty")


KAZAKH = {
    "көзір": "көзір көзірі көзірмен көзірдің көзірді көзірге көзірден көзірлер көзірлерді көзірлеріне",
    "қарға": "қарға қарғаның қарғаға қарғамен қарғаны қарғалар",
    "жүрек": "жүрек жүректің жүрегі жүрегін жүрекпен жүректер",
    "қиық": "қиық қиығы қиығын қиықтың қиықтан",
    "шыбын": "шыбын шыбынның шыбынға шыбындар",
    "масть": "масть мастьті мастьтің мастьпен мастьтер масті",
    "алым": "алым алымды алымдар алымның алымдарды алымға алымы алымымыз",
    "ұсыныс": "ұсыныс ұсынысты ұсыныстан ұсынысы ұсыныстар ұсынысына",
    "прикуп": "прикуп прикуптың прикупы прикубы прикупты",
    "контракт": "контракт контрактіні контрактінің контрактілер",
    "карта": "карта карталар карталарды картаны картаға картасы",
    "таратушы": "таратушы таратушының таратушыға таратушыдан",
    "ойыншы": "ойыншы ойыншының ойыншылар ойыншынікі",
    "серіктес": "серіктес серіктесіне серіктестің серіктеспен",
    "тұз": "тұз тұздың тұзбен тұздар",
    "роббер": "роббер роббердің робберге",
    "ереже": "ереже ережеге ережелер ережесі",
}
RUSSIAN = [
    "взятка взятки взяток взятками",
    "заявка заявок заявкой",
    "бочка бочек бочке",
    "бубны бубён",
    "счёт счет счёта",
    "онёр онёры онеров",
    "роббер роббера робера",
    "прикуп прикупа прикупом",
    "козырь козыря козырей",
]


def test_kazakh_forms_are_found() -> None:
    pairs = [(form, term) for term, forms in KAZAKH.items() for form in forms.split()]
    assert len(pairs) >= 44
    stem = Kazakh({}).stem
    assert {form: stem(form) for form, _term in pairs} == dict(pairs)


def test_kazakh_words_that_are_no_terms_keep_four_letters() -> None:
    stem = Stemmer(["қар"])
    assert stem("карта") == "карта"[:4]
    assert stem("тиіс") == "тиіс"
    assert stem("Table") == "table"


def test_russian_forms_share_a_stem() -> None:
    stem = Russian({}).stem
    for forms in RUSSIAN:
        assert len({stem(form) for form in forms.split()}) == 1, forms


def test_script_stems_as_python_does() -> None:
    """The page's script, run by node, gives the same stems."""
    tried = " ".join([*KAZAKH.values(), "барлығы ойналған үстелдегі Карталарды table"]).split()
    shared = " ".join([*RUSSIAN, "сдающего разыгрывающий Взяток table"]).split()
    for language, forms in ((Kazakh({}), tried), (Russian({}), shared)):
        script = (
            f"var window = globalThis; {language.js_stemmer_code}; const s = new Stemmer();"
            f"console.log(JSON.stringify({json.dumps(forms)}.map(w => s.stemWord(w))))"
        )
        ran = subprocess.run(["node", "-"], input=script, capture_output=True, text=True, check=True, timeout=60)
        assert json.loads(ran.stdout) == [language.stem(form) for form in forms]


@pytest.mark.parametrize("path", sorted((ROOT / "docs/_ext").glob("*.py")), ids=lambda path: path.stem)
def test_docstrings_are_true(path: Path) -> None:
    module = importlib.import_module(f"_ext.{path.stem}".removesuffix(".__init__"))
    assert doctest.testmod(module).failed == 0


def test_only_the_reviewed_warnings_pass() -> None:
    known = (Reviewed("i18n.inconsistent_references", "inconsistent term references", "one mention less"),)
    assert is_reviewed("i18n.inconsistent_references", "inconsistent term references in x", known)
    assert not is_reviewed("i18n.inconsistent_references", "inconsistent references", known)
    assert not is_reviewed("", "inconsistent term references", known)

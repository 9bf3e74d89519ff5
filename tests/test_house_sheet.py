"""The sheet of a table: as TOML, as a code, and everything that may be wrong with either."""

from __future__ import annotations

import json
from base64 import b32encode
from contextlib import suppress
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulebook as rb
from _site.paths import ROOT
from rulebook.games import GAMES, presets
from rulebook.house import code, page, sheet
from rulebook.house.rules import edition, opened, rule_set, understood
from rulebook.house.sheet import HIDDEN, Sheet
from rulebook.i18n import LANGS, lang
from rulebook.options import every

KNOWN = [
    (game, preset, {o.key: [*map(str, o.choices)] for o, _ in every(rb.game(game).options)})
    for game in GAMES
    for preset in ("", *presets(game))
]
PLAIN = st.characters(codec="utf-8", exclude_categories=("Cs",)).filter(lambda c: not HIDDEN.match(c))
LINE = PLAIN.filter(lambda c: c not in "\n\t")
WORD = st.from_regex(r"[a-z][a-z0-9_]{0,8}(\.[a-z][a-z0-9_]{0,8})?", fullmatch=True)
VALUE = st.from_regex(r"[A-Za-z0-9_+.-]{1,12}", fullmatch=True)


@st.composite
def sheets(draw):
    """Sheets of every game, with options of this edition and of none."""
    game, preset, options = draw(st.sampled_from(KNOWN))
    keys = draw(st.lists(st.sampled_from(sorted(options)), unique=True))
    chosen = {key: draw(st.sampled_from(options[key])) for key in keys} | draw(st.dictionaries(WORD, VALUE, max_size=3))
    name, notes = draw(st.text(LINE, max_size=20)), draw(st.text(PLAIN, max_size=60))
    return Sheet(game, preset, chosen, name=name, notes=notes, edition=draw(st.sampled_from(["", "0.1.0", "9.9"])))


@given(sheets())
def test_what_is_written_comes_back(one):
    text = sheet.write(one)
    assert sheet.read(text) == one
    assert sheet.write(sheet.read(text)) == text


@given(sheets())
def test_a_code_is_the_sheet_and_the_sheet_its_code(one):
    word = code.encode(one)
    assert code.decode(word) == one
    assert code.decode(word.lower()) == one
    assert code.encode(code.decode(word)) == word
    assert word.isascii()
    assert word.isalnum()


@given(sheets(), st.data())
def test_a_mistyped_code_is_refused(one, data):
    word = code.encode(one)
    at = data.draw(st.integers(1, len(word) - 1))
    letter = data.draw(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))
    for wrong in (
        word[:at] + letter + word[at + 1 :],
        word[:at] + letter + word[at:],
        word[:at],
        word[:at] + word[at + 1 :],
    ):
        if wrong != word:
            with pytest.raises(rb.InputError):
                code.decode(wrong)


def test_codes_stay_as_they_are():
    """These were given out: a change of the list of words would break them."""
    assert code.decode("ARAN5TFPYAD4FIH2GOJUWIYLZ") == Sheet("bid-whist", options={"min_bid": "4"}, name="Friday")
    assert code.encode(Sheet("thousand", "lviv", {"lviv.exact": "yes", "step": "10"})) == "A6AEYP47YFH4SF6JT"


@given(st.binary(max_size=40))
def test_a_hostile_code_with_a_good_checksum_is_refused_or_a_sheet(body):
    check = crc32(code.VERSION.encode() + body).to_bytes(4, "big")
    word = code.VERSION + b32encode(check + body).decode().rstrip("=")
    with suppress(rb.InputError):
        assert code.encode(code.decode(word)) == word


@given(st.text())
def test_any_text_as_a_code_is_one_sentence(text):
    with pytest.raises(rb.InputError) as fault:
        code.decode(text)
    assert "\n" not in fault.value.explain()


@pytest.mark.parametrize(("word", "part"), [
    ("", "This is not the code of a sheet"), ("A", "This is not the code"), ("A" * 7000, "too long"),
    ("BRAN5TFPYAD4FIH2GOJUWIYLZ", "begin with B"), ("A1AN5TFPYAD4FIH2", "not the code"), ("ARAN5TFPYAD4", "mistyped"),
    ("A" + "7" * 5999, "mistyped"), ("AAAAAAAAAAAAAA", "mistyped"),
])  # fmt: skip
def test_hostile_codes(word, part):
    with pytest.raises(rb.InputError, match=part):
        code.decode(word)


HEAD = 'game = "bid-whist"\n'
BAD = [
    ("", "1:1: A sheet must name its game"),
    ('gmae = "bid-whist"\n', "1:1: A sheet has no entry gmae. The nearest one: game."),
    ("game = 3\n", "1:1: The entry game must be text"),
    ('game = "bid-wist"\n', "1:8: There is no game bid-wist. The nearest one: bid-whist."),
    (HEAD + 'preset = "dtroit"\n', "2:10: There is no preset dtroit of bid-whist. The nearest one: detroit."),
    (HEAD + "options = 3\n", "2:1: The entry options must be a table"),
    (HEAD + "[options]\nmin_bid = true\n", "3:1: Option min_bid must be a word"),
    (HEAD + "[options]\nmin_bid = 4.5\n", "3:1: Option min_bid must be a word"),
    (HEAD + "[options]\nmin_bid = [4]\n", "3:1: Option min_bid must be a word"),
    (HEAD + "[options]\nmin_bid = 1979-05-27\n", "3:1: Option min_bid must be a word"),
    (HEAD + '[options]\nmin_bid = "four of them"\n', "3:1: Option min_bid must be a word"),
    (HEAD + f"[options]\nmin_bid = {'9' * 100}\n", "3:1: Option min_bid must be a word"),
    (HEAD + f"[options]\nmin_bid = {'9' * 6000}\n", "This cannot be read"),
    (HEAD + "[options]\nmin_bid = 8\n", "3:11: Option min_bid cannot be 8. Choices: 3, 1, 2, 4."),
    (HEAD + "[options]\n\nmin_bd = 4\n", "4:1: There is no option min_bd. The nearest one: min_bid."),
    (HEAD + "[options]\n  barrel.level = 870\n", "3:3: Option barrel.level belongs to thousand"),
    (HEAD + "[options.barrel]\nlevel = 870\n", "3:1: Option barrel.level belongs to thousand"),
    (HEAD + '[options]\nnullo = "on"\n', "3:1: Option nullo belongs to auction-bridge"),
    (HEAD + "[options]\na.b.c.d.e.f.g = 1\n", "Option a.b.c.d.e must be a word"),
    (HEAD + "[options]\n\"1\" = 1\n", "“1” cannot be the name of an option"),
    (HEAD + "[options]\nmin_bid = 4\nmin_bid = 3\n", "This cannot be read"),
    (HEAD + '[options]\nbarrel.level = 870\n"barrel.level" = 870\n', "Option barrel.level stands here twice."),
    (HEAD + "[options\n", "2:9: This cannot be read"),
    (HEAD + "x = " + "[" * 20000 + "\n", "This cannot be read"),
    (HEAD + f'name = "{"x" * 81}"\n', "2:1: The entry name is too long. At most 80 characters"),
    (HEAD + f'notes = "{"x" * 601}"\n', "The entry notes is too long"),
    (HEAD + 'name = "a\\nb"\n', "The entry name holds a character"),
    (HEAD + 'name = "a\\u202eb"\n', "The entry name holds a character"),
    (HEAD + 'edition = "0.1.0"\n[options]\nmin_bd = 4\n', "There is no option min_bd"),
    (HEAD + 'edition = "9.9"\n[options]\nnullo = "on"\n', "Option nullo belongs to auction-bridge"),
    (HEAD + "[options]\n" + "".join(f"a{n} = 1\n" for n in range(101)), "A sheet has at most 100 options."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "part"), BAD, ids=[part[:40] for _, part in BAD])
def test_a_fault_in_a_file_is_told_with_its_place(text, part, tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(rb.InputError) as fault:
        opened(str(path))
    place, _, rest = str(fault.value).partition(f"{path}:")
    assert place == ""
    assert part in rest


@pytest.mark.parametrize("data", [b"\xff\xfe", b"#" * 70000, b"game = '\xc3'"])
def test_files_that_are_no_sheets(data, tmp_path):
    path = tmp_path / "table.toml"
    path.write_bytes(data)
    with pytest.raises(rb.InputError) as fault:
        opened(str(path))
    assert fault.value.file == str(path)


@pytest.mark.parametrize("what", ["nosuch.toml", "friday", "", "A", "a/b/c", "Ж" * 30])
def test_neither_a_file_nor_a_code(what):
    with pytest.raises(rb.InputError):
        opened(what)


def test_an_option_of_another_edition_is_named_and_kept(tmp_path):
    text = HEAD + 'edition = "9.9"\n\n[options]\nmin_bid = 4\nseven_jokers = "often"\ntarget = 70\n'
    path = tmp_path / "table.toml"
    path.write_text(text, "utf-8")
    found, rules, warnings = opened(str(path))
    assert [str(w).removeprefix(f"{path}:") for w in warnings] == [
        "6:1: This edition does not know seven_jokers=often. It stays on the sheet and decides nothing.",
        "7:1: This edition does not know target=70. It stays on the sheet and decides nothing.",
    ]
    assert rules.changes == {"min_bid": "4"}
    assert sheet.write(found) == text
    assert code.decode(code.encode(found)) == found
    assert page.page(found, rules, lang("en"))["unknown"] == ["seven_jokers=often", "target=70"]


def test_a_sheet_reads_dotted_quoted_and_nested_keys_alike():
    texts = [
        "[options]\nbarrel.level = 870\n",
        '[options]\n"barrel.level" = "870"\n',
        "[options.barrel]\nlevel = 870\n",
    ]
    one, *others = (sheet.read('game = "thousand"\n' + text) for text in texts)
    assert [one] * 2 == others
    assert one.options == {"barrel.level": "870"}


def test_a_rule_set_is_a_game_with_options_a_sheet_or_a_code():
    path = str(ROOT / "examples" / "sheets" / "friday.toml")
    found, rules, _ = opened(path)
    assert found.edition == edition()
    assert rule_set(path).values == rule_set(code.encode(found)).values == rules.values
    assert rule_set(f"bid-whist {' '.join(f'{k}={v}' for k, v in found.options.items())}").values == rules.values
    assert rule_set("bid-whist:detroit, nt_score=single").changes == {"nt_score": "single"}
    for wrong in ("bid-wist", "bid-whist:dtroit", "bid-whist min_bid", "bid-whist min_bid=9", ""):
        with pytest.raises(rb.InputError):
            rule_set(wrong)


@pytest.mark.parametrize("code_", LANGS)
def test_a_page_holds_no_script_and_every_changed_paragraph(code_):
    one = Sheet("bid-whist", options={"min_bid": "4", "nt_score": "single"}, name="<b>&", notes="</style>\n<script>")
    rules, _ = understood(one)
    doc = page.page(one, rules, lang(code_))
    text = page.html([(doc, lang(code_)), (page.page(one, rules, lang("kk")), lang("kk"))])
    assert "<script" not in text
    assert "<b>" not in text
    assert text.count("</style>") == 1
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert [rule["key"] for rule in doc["changed"]] == ["min_bid", "nt_score"]
    told = "\n".join(page.lines(doc, lang(code_)))
    for rule in doc["changed"]:
        assert rule["text"] in told
        assert rule["number"] in told
    assert len(doc["changed"]) + len(doc["same"]) < len(rules.options)  # what decides nothing here is not told
    assert json.dumps(doc)


def test_the_picture_needs_the_extra(monkeypatch):
    monkeypatch.setattr(page, "find_spec", lambda _: None)
    assert page.picture("ARAN5TFPYAD4FIH2GOJUWIYLZ", "code") == ""


def test_the_picture_is_svg():
    pytest.importorskip("segno")
    found = page.picture("ARAN5TFPYAD4FIH2GOJUWIYLZ", "The <code>")
    assert found.startswith('<div class="qr"><svg')
    assert "<code>" not in found

"""What a careless record asks for is refused by the rule that forbids it, at its place, in the reader's language.

Every record is read by the command line. `^` stands before the words that are refused.
"""

from __future__ import annotations

import json
import re

import pytest

from rulebook.cli import main

LANGS = ("en", "ru", "kk")
DEAL = """[Dealer "S"]
[Deal "S:J832.T4.54.Q74.B AK97.Q7.9762.T5 Q6.A98.KJT.AKJ2 5.KJ632.Q8.963.L"] [Kitty "ST S4 H5 DA D3 C8"]
"""
KITTY = "ST S4 H5 DA D3 C8"
AUCTION = '[Auction "W"] Pass Pass Pass '
TRUMP = f'{AUCTION}4high\n[Declare "S spades"]\n'
OUT = f'[Discard "S {KITTY}"]\n'
NT = f'{AUCTION}4NT\n[Declare "S high"]\n'
WRONG = '[Play "S"] HT D2\n'  # West holds hearts
TRICK = '[Play "S"] HT HQ HA HJ\n'
OVER = f'[Tricks "NS=9 EW=3"]\n{TRUMP}[Discard "S -"]\n[Do "S score"]\n'

# name: (house rules, what happens, the rule that refuses the last of it)
PARTNERS = {
    "a call out of turn": ("", '[Auction "W"] Pass\n[Do "^E 4low"]', "auction.order"),
    "a second bid of the same player": ("", '[Auction "W"] 4low Pass\n[Do "^W 5low"]', "auction.call"),
    "a call after the auction": ("", f'{TRUMP}[Do "^W 5low"]', "auction.unchanged"),
    "a call after the put-out": ("", f'{TRUMP}{OUT}[Do "^S Pass"]', "auction.unchanged"),
    "a bid below the minimum": ("", '[Auction "W"] ^2low', "auction.minimum"),
    "a bid above the books there are": ("", '[Auction "W"] ^8low', "auction.kind"),
    "seven where nobody gets the kitty book": ("kitty_book=nobody", '[Auction "W"] ^7NT', "auction.kind"),
    "a lower number": ("", '[Auction "W"] 5low ^4NT', "auction.beat"),
    "an equal bid": ("", '[Auction "W"] 4low ^4high', "auction.equal"),
    "high over low": ("low_beats_high=on", '[Auction "W"] 4low ^4high', "auction.equal"),
    "a bid over the top": ("", '[Auction "W"] 7NT ^7low', "auction.top"),
    "a bid that names a suit": ("", '[Auction "W"] ^4S', "auction.trump-later"),
    "a direction with no trump": ("", '[Auction "W"] ^4NThigh', "auction.direction-later"),
    "no direction with no trump": ("nt_direction=with_bid", '[Auction "W"] ^4NT', "auction.direction-later"),
    "a dealer who passes after three passes": ("", f"{AUCTION}^Pass", "auction.dealer"),
    "a dealer who must bid the minimum": ("dealer_forced=must_bid_minimum", f"{AUCTION}^4high", "auction.dealer"),
    "a match by another than the dealer": ("dealer_may_match=on", '[Auction "W"] 4low ^4low', "auction.equal"),
    "a declaration during the auction": ("", '[Auction "W"] 4low\n[Declare "^W spades"]', "auction.won"),
    "cards put out during the auction": ("", f'[Auction "W"] 4low\n[Discard "^W {KITTY}"]', "auction.won"),
    "a lead during the auction": ("", '[Auction "W"] 4low\n[Play "W"] ^SA', "auction.won"),
    "a declaration by the partner": ("", f'{AUCTION}4high\n[Declare "^N spades"]', "kitty.before-kitty"),
    "a direction for a trump bid": ("", f'{AUCTION}4high\n[Declare "^S high"]', "kitty.trump"),
    "a suit for no trump": ("", f'{AUCTION}4NT\n[Declare "^S spades"]', "kitty.direction"),
    "a second declaration": ("", f'{TRUMP}[Declare "^S hearts"]', "kitty.declared"),
    "cards put out before the declaration": (
        "",
        f'{AUCTION}4high\n[Discard "^S {KITTY}"]',
        "kitty.before-kitty",
    ),
    "too few cards put out": ("", f'{TRUMP}[Discard "^S ST S4 H5 DA D3"]', "kitty.put-out"),
    "too many cards put out": ("", f'{TRUMP}[Discard "^S {KITTY} SJ"]', "kitty.put-out"),
    "one card put out": ("", f'{TRUMP}[Discard "^S ST"]', "kitty.put-out"),
    "a card put out that is not held": ("", f'{TRUMP}[Discard "^S ST S4 H5 DA D3 CA"]', "kitty.any-card"),
    "the same card put out twice": ("", f'{TRUMP}[Discard "^S ST S4 H5 DA D3 ST"]', "kitty.put-out"),
    "six cards and one of them again": ("", f'{TRUMP}[Discard "^S {KITTY} C8"]', "kitty.put-out"),
    "unknown cards put out of a known hand": ("", f'{TRUMP}[Discard "^S -"]', "kitty.put-out"),
    "cards put out by the partner": ("", f'{TRUMP}[Discard "^N HA H9 H8 DK DJ DT"]', "kitty.before-kitty"),
    "other cards put out afterwards": ("", f'{TRUMP}{OUT}[Discard "^S SJ S8 S3 S2 HT H4"]', "kitty.final"),
    "a lead before the declaration": ("", f'{AUCTION}4high\n[Play "S"] ^HT', "kitty.before-kitty"),
    "a lead before putting out": ("", f'{TRUMP}[Play "S"] ^HT', "kitty.put-out"),
    "a lead by another player": ("", f'{TRUMP}{OUT}[Do "^W HQ"]', "play.first-lead"),
    "a card out of turn": ("", f'{TRUMP}{OUT}[Play "S"] HT\n[Do "^N HA"]', "play.turn"),
    "a card that is not held": ("", f'{TRUMP}{OUT}[Play "S"] ^CA', "play.held"),
    "a card that was put out": ("", f'{TRUMP}{OUT}[Play "S"] ^DA', "play.held"),
    "a card that was played": ("", f'{TRUMP}{OUT}{TRICK}[Do "^N HA"]', "play.held"),
    "a suit that is not followed": ("", f'{TRUMP}{OUT}[Play "S"] HT ^D2', "play.follow"),
    "a joker instead of the suit led": ("", f'{NT}{OUT}[Play "S"] S8 SK S6 ^LJ', "play.joker-follow"),
    "a joker led that may not be": ("joker_lead_nt=no", f'{NT}{OUT}[Play "S"] ^BJ', "jokers.lead"),
    "a joker led too early": ("joker_lead_nt=only_if_last", f'{NT}{OUT}[Play "S"] ^BJ', "jokers.lead"),
    "a joker kept": (
        "nt_joker=must_throw_off",
        f'{NT}[Discard "S ST S4 DA D3 D5 D4"]\n[Play "S"] CQ CT CA C3\n[Do "N DK"]\n[Do "E D8"]\n[Do "^S H4"]',
        "jokers.throw-off",
    ),
    "a joker exchanged where none is": ("", f'{NT}{OUT}[Exchange "^S H5 E"]', "jokers.free"),
    "a joker exchanged out of order": ("nt_joker=exchange", f'{NT}{OUT}[Exchange "^S H5 N"]', "jokers.exchange-order"),
    "a card exchanged that was not put out": (
        "nt_joker=exchange",
        f'{NT}{OUT}[Exchange "^S HT E"]',
        "jokers.exchange-order",
    ),
    "a lead before the exchange": ("nt_joker=exchange", f'{NT}{OUT}[Play "S"] ^HT', "jokers.exchange"),
    "a look at a book before there is one": ("", f'{TRUMP}{OUT}[Play "S"] HT\n[Do "^W look"]', "play.looking"),
    "a look at an earlier book": ("", f'{TRUMP}{OUT}{TRICK}[Do "N CA"]\n[Do "^W look 2"]', "play.looking"),
    "a look after the next lead": ("", f'{TRUMP}{OUT}{TRICK}[Do "N CA"]\n[Do "^S look"]', "play.looking"),
    "a renege called where cards are refused": ("", f'{TRUMP}{OUT}{TRICK}[Claim "^N renege book=1"]', "renege.modes"),
    "the score entered during the play": ("", f'{TRUMP}{OUT}{TRICK}[Do "^N score"]', "renege.until"),
    "a wrong card taken back where none may be": (
        "illegal_play=table",
        f'{TRUMP}{OUT}{WRONG}[Do "^W replace HQ"]',
        "renege.correct",
    ),
    "a wrong card taken back after the next one": (
        "illegal_play=table correct_before_covered=on",
        f'{TRUMP}{OUT}{WRONG}[Do "N HA"]\n[Do "^W replace HQ"]',
        "renege.correct",
    ),
    "a right card taken back": (
        "illegal_play=table correct_before_covered=on",
        f'{TRUMP}{OUT}[Play "S"] HT HQ\n[Do "^W replace H7"]',
        "renege.correct",
    ),
    "a renege called before the play": ("illegal_play=table", f'{TRUMP}{OUT}[Claim "^N renege book=1"]', "renege.call"),
    "a book that there is not": (
        "illegal_play=table",
        f'{TRUMP}{OUT}{WRONG}[Claim "^N renege book=13"]',
        "renege.call",
    ),
    "a renege of the own side": (
        "illegal_play=table",
        f'{TRUMP}{OUT}{WRONG}[Claim "^E renege book=1 by=W"]',
        "renege.call",
    ),
    "a renege called twice": (
        "illegal_play=table",
        f'{TRUMP}{OUT}{WRONG}[Claim "N renege book=1"]\n[Claim "^S renege book=1"]',
        "renege.each",
    ),
    "a claim after the score": ("illegal_play=table", f'{OVER}[Claim "^W renege book=3"]', "renege.until"),
    "the score entered twice": ("", f'{OVER}[Do "^W score"]', "renege.until"),
}

CUT = '[Auction "W"] 2 3NT Pass Pass Pass\n'  # North is the declarer
CUT_OUT = f'[Declare "N low"]\n[Discard "N {KITTY}"]\n'
CUTTHROAT = {
    "a bid after passing": ("", '[Auction "W"] 2 Pass 3 4\n[Do "W 5"]\n[Do "^N 6"]', "cutthroat.passed"),
    "a pass after passing": ("", '[Auction "W"] 2 Pass 3 4\n[Do "W 5"]\n[Do "^N Pass"]', "cutthroat.passed"),
    "a bid out of turn": ("", '[Auction "W"] 2\n[Do "^E 3"]', "cutthroat.rounds"),
    "a number that is not larger": ("", '[Auction "W"] 2 ^2', "cutthroat.higher"),
    "no trump over no trump": ("", '[Auction "W"] 2NT ^2NT', "cutthroat.higher"),
    "a bid of nothing": ("", '[Auction "W"] ^0', "cutthroat.bid"),
    "more books than there are": ("", '[Auction "W"] ^14', "cutthroat.top"),
    "the kitty book bid where it counts for nobody": ("cut_kitty_book=no", '[Auction "W"] ^13', "cutthroat.top"),
    "a bid over the top": ("", '[Auction "W"] 13NT ^13', "cutthroat.top"),
    "a pass of the last player": ("", f"{AUCTION}^Pass", "cutthroat.last"),
    "a bid that says high": ("", '[Auction "W"] ^4high', "cutthroat.bid"),
    "a trump suit without a direction": ("", f'{AUCTION}4\n[Declare "^S spades"]', "cutthroat.declare"),
    "a trump suit for no trump": ("", f'{AUCTION}4NT\n[Declare "^S low spades"]', "cutthroat.declare"),
    "a lead before putting out": ("", f'{CUT}[Declare "N low"]\n[Play "N"] ^CA', "kitty.put-out"),
    "a call after the auction": ("", f'{CUT}[Do "^W 4"]', "auction.unchanged"),
    "a renege call that names no player": (
        "illegal_play=table",
        f'{CUT}{CUT_OUT}[Play "N"] HA D8\n[Claim "^W renege book=1"]',
        "cutthroat.renege",
    ),
    "a renege of one's own": (
        "illegal_play=table",
        f'{CUT}{CUT_OUT}[Play "N"] HA D8\n[Claim "^E renege book=1 by=E"]',
        "cutthroat.renege",
    ),
}


# A leads; queen of hearts, jack of clubs and nine of diamonds are the talon
OPEN = '[Auction "A"] 100 Pass Pass\n'
GIVEN = f'{OPEN}[Exchange "A SK B"]\nA DK C\n'
LED = f'{GIVEN}[Play "A"] HA H9 SJ '
TRUMPS = f'{LED}HQ+ HJ SQ CJ CQ CK\n[Do "C CT"]\n'  # hearts are trump, and A has no clubs left
THOUSAND = {
    "a forehand who passes": ("", '[Auction "A"] ^Pass', "auction.opening"),
    "a bid off the step": ("", '[Auction "A"] ^102', "auction.step"),
    "a bid below the minimum": ("", '[Auction "A"] ^95', "auction.opening"),
    "an equal bid": ("", '[Auction "A"] 100 ^100', "auction.higher"),
    "a bid out of turn": ("", '[Auction "A"] 100\n[Do "^C 110"]', "auction.order"),
    "a bid after passing": ("", '[Auction "A"] 100 Pass 105 110\n[Do "^B 115"]', "auction.pass"),
    "a bid above 120 without a pair": ("", '[Auction "A"] 100 ^125', "auction.over-120"),
    "a bid above what the pairs allow": ("bid.cap=pairs", '[Auction "A"] ^205', "auction.cap"),
    "a bid above the highest": ("bid.max=300", '[Auction "A"] ^305', "auction.max"),
    "a jump": ("bid.no_jump=on", '[Auction "A"] 100 ^110', "auction.no-jump"),
    "a golden bid of less than 120": ("bid.golden_set=on", '[Auction "A"] ^115', "golden.minimum"),
    "a bid before looking where nobody makes one": ("", '[Do "^A blind 120"]', "auction.blind"),
    "a blind bid above 120": ("bid.blind=on", '[Do "^A blind 125"]', "auction.blind"),
    "a blind bid after looking": ("bid.blind=on", '[Do "A look"]\n[Do "^A blind 120"]', "auction.look"),
    "a blind bid by another than forehand": (
        "bid.blind=on blind.who=forehand", '[Auction "A"] 100\n[Do "^B blind 120"]', "auction.blind-who",
    ),
    "a call after the auction": ("", f'{OPEN}[Do "^B 105"]', "auction.won"),
    "a lead during the auction": ("", '[Auction "A"] 100\n[Play "A"] ^HA', "auction.won"),
    "a lead before the exchange": ("", f'{OPEN}[Play "A"] ^HA', "talon.give"),
    "a third card given": ("", f'{GIVEN}[Do "^A give HT B"]', "talon.give"),
    "two cards for one player": ("", f'{OPEN}[Do "A give SK B"]\n[Do "^A give HT B"]', "talon.give"),
    "a card given that is not held": ("", f'{OPEN}[Do "^A give SA B"]', "talon.give"),
    "a card given to oneself": ("", f'{OPEN}[Do "^A give SK A"]', "talon.give"),
    "a card given by a defender": ("", f'{OPEN}[Do "^B give SA C"]', "talon.taken"),
    "a bid lowered after the talon": ("", f'{GIVEN.replace("100", "110")}[Do "^A raise 105"]', "talon.raise"),
    "a raise off the step": ("", f'{GIVEN}[Do "^A raise 112"]', "talon.raise"),
    "a raise by a defender": ("", f'{GIVEN}[Do "^B raise 120"]', "talon.taken"),
    "a raise before the exchange": ("", f'{OPEN}[Do "^A raise 120"]', "talon.raise"),
    "a raise after the first lead": ("", f'{LED}\n[Do "^A raise 120"]', "talon.raise"),
    "a raise above 120 when the pairs are gone": (
        "", f'{OPEN}[Do "A give HQ B"]\n[Do "A give DK C"]\n[Do "^A raise 125"]', "talon.raise-pair",
    ),
    "contra where nobody says it": ("", f'{GIVEN}[Do "^B contra"]', "talon.contra"),
    "contra by the declarer": ("contra=on", f'{GIVEN}[Do "^A contra"]', "talon.contra"),
    "contra twice": ("contra=on", f'{GIVEN}[Do "B contra"]\n[Do "^C contra"]', "talon.contra"),
    "four nines claimed late": ("", f'{LED}\n[Do "^B annul"]', "redeal.window"),
    "four nines claimed by who has none": ("", f'{GIVEN}[Do "^A annul"]', "redeal.nines"),
    "a deal written off after the lead": ("", f'{LED}\n[Do "^A write-off"]', "writeoff.may"),
    "a deal written off by a defender": ("", f'{GIVEN}[Do "^B write-off"]', "writeoff.may"),
    "a deal written down": ("", f'{GIVEN}[Do "^A write-down"]', "writeoff.write-down"),
    "a bomb where there are none": ("", f'{GIVEN}[Do "^A bomb"]', "writeoff.bomb"),
    "a concession where there is none": ("", f'{OPEN}[Do "^A concede"]', "writeoff.concede"),
    "a lead by a defender": ("", f'{GIVEN}[Do "^B SA"]', "play.lead"),
    "a card out of turn": ("", f'{GIVEN}[Play "A"] HA\n[Do "^C SJ"]', "play.turn"),
    "a card that is not held": ("", f'{GIVEN}[Play "A"] ^SA', "play.held"),
    "a card that was given away": ("", f'{GIVEN}[Play "A"] ^SK', "play.held"),
    "a suit that is not followed": ("", f'{GIVEN}[Play "A"] HA ^S9', "play.follow"),
    "no trump by a player who has one": ("", f'{TRUMPS}[Do "^A D9"]', "play.trump"),
    "a suit followed and not beaten": ("play.must_beat=on", f'{GIVEN}[Play "A"] CJ CQ ^C9', "play.must-beat"),
    "a pair on the first trick": ("", f'{GIVEN}[Play "A"] ^HQ+', "marriage.first-trick"),
    "a pair announced by who does not lead": ("", f'{GIVEN}[Play "A"] HA ^HJ+', "marriage.announce"),
    "a pair of which one card was given away": ("", f"{LED}^DQ+", "marriage.both"),
    "a pair of which one card was played": ("", f"{LED}HQ HJ SQ ^HK+", "marriage.both"),
    "a ten announced": ("", f"{LED}^HT+", "marriage.announce"),
    "aces announced where they count nothing": ("", f'{GIVEN}[Play "A"] ^HA+', "marriage.four-aces"),
    "a jack at the bottom where nobody looks": ("", '[Do "^C bottom DJ"]', "deal.bottom-jack"),
    "a contract sold where none is": ("", f'{OPEN}[Do "^A sell HA HT HK"]', "talon.sell"),
}  # fmt: skip
TABLES = {  # the other games: name -> (deal, cases)
    "thousand-two-polish": (
        '[Dealer "B"]\n[Deal "A:AKQ.AT.AJ.AT9 TJ9.KQ.TK.KQJ"] [Talon "HJ H9 | DQ D9"]\n',
        {
            "a talon that there is not": ("", '[Auction "A"] 100 Pass\n[Do "^A talon 3"]', "two.choose"),
            "a bid of five more": ("", '[Auction "A"] 100 ^105', "auction.step"),
            "three cards put out": (
                "", '[Auction "A"] 100 Pass\n[Do "A talon 1"]\n[Do "^A discard HJ H9 C9"]', "two.discards",
            ),
        },
    ),
    "thousand-1001": (
        '[Dealer "C"]\n[Deal "A:AQ..KQJ.T J.ATJ..QJ K.KQ.AT.A"] [Talon "ST CK"]\n',
        {
            "a bid of less than 40": ("", '[Auction "A"] ^30', "auction.opening"),
            "a raise": ("", '[Auction "A"] 40 Pass Pass\n[Do "A discard ST CK"]\n[Do "^A raise 50"]', "talon.raise"),
            "one card put out": ("", '[Auction "A"] 40 Pass Pass\n[Do "^A discard ST"]', "two.discards"),
        },
    ),
    "thousand-russeln": (
        '[Dealer "C"]\n[Deal "A:TKQ.9.AT9.T J.ATQJ.J.J9 A9.K.KQ.AKQ"]\n',
        {
            "a card that does not beat": ("", '[Auction "A"] 10 Pass Pass\n[Play "A"] ST SJ ^S9', "russeln.beat"),
            "a card of another suit": ("", '[Auction "A"] 10 Pass Pass\n[Play "A"] ST ^HA', "play.follow"),
        },
    ),
    "thousand-draw": (
        '[Dealer "B"]\n[Deal "A:KQ9..9.T9 .A9.ATQJ."] [Stock "HT ST CJ CA SJ CK CQ HQ DK HK SA HJ"]\n',
        {
            "a lead by the dealer": ("", '[Do "^B HA"]', "draw.lead"),
            "another card of the stock": ("", '[Play "A"] SQ+ HA\n[Do "^A ST"]', "play.held"),
        },
    ),
}  # fmt: skip
DEALS = {name: deal for name, (deal, _) in TABLES.items()} | {
    "bid-whist": DEAL, "bid-whist-cutthroat": DEAL,
    "thousand": '[Dealer "C"]\n[Deal "A:K.ATK.TKQ. AT9.J9.A.Q QJ..J.ATK9"] [Talon "HQ CJ D9"]\n',
}  # fmt: skip


def written(folder, game, rules, text):
    """The record in a file, and line and column of what is refused."""
    tags = f'[Schema "1"]\n[Game "{game}"]\n' + (f'[Rules "{rules}"]\n' if rules else "")
    deal = DEALS[game] if "[Tricks" not in text else '[Dealer "S"]\n[Deal "S:- - - -"] [Kitty "-"]\n'
    text = tags + deal + text + "\n"
    before = text[: text.index("^")]
    file = folder / "careless.case"
    file.write_text(text.replace("^", ""), "utf-8")
    return str(file), before.count("\n") + 1, len(before) - before.rfind("\n")


CASES = [("bid-whist", name, *about) for name, about in PARTNERS.items()]
CASES += [("bid-whist-cutthroat", name, *about) for name, about in CUTTHROAT.items()]
CASES += [("thousand", name, *about) for name, about in THOUSAND.items()]
CASES += [(game, name, *about) for game, (_, cases) in TABLES.items() for name, about in cases.items()]


def family(game):
    return "thousand" if game.startswith("thousand") else "bid-whist"


@pytest.mark.parametrize(("game", "name", "rules", "text", "rule"), CASES, ids=[f"{c[0]}-{c[1]}" for c in CASES])
def test_it_is_refused_at_its_place_in_three_languages(game, name, rules, text, rule, tmp_path, capsys):
    file, line, column = written(tmp_path, game, rules, text)
    said = {}
    for lang in LANGS:
        assert main(["replay", file, "--lang", lang, "--json"]) == 1
        refused = json.loads(capsys.readouterr().out)["problems"][-1]
        assert (refused["rule"], refused["level"]) == (f"{family(game)}.{rule}", "error")
        assert (refused["line"], refused["column"]) == (line, column)
        assert main(["replay", file, "--lang", lang]) == 1
        out, err = capsys.readouterr()
        *_, last = err.splitlines()
        assert last == f"{file}:{line}:{column}: {refused['text']}"
        assert "Traceback" not in out + err
        said[lang] = refused["text"]
    assert len(set(said.values())) == 3, said
    assert all(re.search("[а-яәіңғүұқөһ]", said[lang]) for lang in ("ru", "kk"))


@pytest.mark.parametrize("command", ["score", "legal"])
@pytest.mark.parametrize(("game", "name", "rules", "text", "rule"), CASES[::6], ids=[c[1] for c in CASES[::6]])
def test_other_commands_refuse_it_at_the_same_place(command, game, name, rules, text, rule, tmp_path, capsys):
    file, line, column = written(tmp_path, game, rules, text)
    assert main([command, file, "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert f"{file}:{line}:{column}: " in err
    assert "Traceback" not in out + err


# -- house rules that cannot be -------------------------------------------------------------------


CLASHES = {
    "bid-whist": [
        ("back_door=on defenders_score=bid", "match.back-door"),
        ("back_door=on defenders_score=tricks_over_six", "match.back-door"),
        ("rotation=set_rises match=best_of_hands", "match.set-rises"),
        ("kitty=none", "table.hand-size"),
        ("kitty=none jokers=1", "table.hand-size"),
        ("kitty=none nt_joker=exchange jokers=2", "table.hand-size"),
    ],
    "thousand": [
        ("barrel.style=lviv", "match.together"),
        ("barrel.style=lviv barrel.level=900 barrel.collision=newcomer_ousts_old", "match.together"),
        ("barrel.style=lock barrel.win_test=points", "match.together"),
        ("barrel.style=none barrel.third_fall_zero=on", "match.together"),
        ("lviv.exact=yes", "match.together"),
        ("lock.level=800", "match.together"),
        ("talon.concede_100=off talon.reveal=never", "match.together"),
        ("bid.golden_reset=yes", "match.together"),
        ("silence.raise=yes", "match.together"),
        ("redeal.nines=none redeal.nines_third_penalty=on", "match.together"),
        ("bonus.four_nines=100 redeal.nines=three", "match.together"),
        ("zero.penalty=off zero.run=consecutive", "match.together"),
        ("zero.penalty=off zero.every=5", "match.together"),
        ("golden.zero_double=on bid.golden_set=on zero.penalty=off", "match.together"),
        ("polish.bombs=2 rospisat.pay=half_up_to_5", "match.together"),
        ("polish.bombs=2 rospisat.limit=max_two", "match.together"),
        ("dump.negative=on", "match.together"),
        ("blind.who=forehand", "match.together"),
        ("blind.min_score=240", "match.together"),
        ("void_must_trump=free play.must_overtrump=on", "match.together"),
        ("bid.cap=pairs bid.over120_needs_pair=no", "match.together"),
    ],
    "thousand-four": [("four.ace_value=50 four.inactive_score=none", "match.together")],
    "thousand-two-russian": [("step=10", "auction.step")],
    "bid-whist-cutthroat": [
        ("players=5 jokers=0", "cutthroat.deal"),
        ("players=5 jokers=1", "cutthroat.deal"),
        ("players=3 kitty=none jokers=0", "cutthroat.deal"),
        ("players=5 kitty=none", "cutthroat.deal"),
        ("players=4 kitty=none", "cutthroat.deal"),
    ],
}
AGREED = {
    "bid-whist": ["kitty=none jokers=0", "back_door=on", "defenders_score=bid", "rotation=set_rises"],
    "thousand": [
        "barrel.style=lviv barrel.level=900 lviv.exact=yes", "barrel.style=lock lock.level=800",
        "talon.reveal=not_on_forced_100 talon.concede_100=off", "redeal.nines=none bonus.four_nines=100",
        "bid.blind=on blind.who=forehand", "dump555=on dump.negative=on", "polish.bombs=2",
    ],
    "thousand-four": ["four.inactive_score=aces_and_pairs four.ace_value=50"],
    "thousand-two-russian": ["step=10 bid.minimum=80"],
    "bid-whist-cutthroat": ["players=5", "players=3", "players=6", "players=3 kitty=none", "kitty=none jokers=0"],
}  # fmt: skip


@pytest.mark.parametrize(("game", "rules", "rule"), [(g, *about) for g, found in CLASHES.items() for about in found])
def test_contradictory_house_rules_are_refused_with_the_reason(game, rules, rule, tmp_path, capsys):
    file = tmp_path / "house.case"
    file.write_text(f'[Game "{game}"]\n[Rules "{rules}"]\n', "utf-8")
    sets = [f"--set={word}" for word in rules.split()]
    said = set()
    for lang in LANGS:
        assert main(["options", game, "--lang", lang, *sets]) == 1
        _, err = capsys.readouterr()
        assert re.fullmatch(rf"rulebook: [^\n]+  \[{family(game)}\.{re.escape(rule)}\]\n", err), err
        assert main(["replay", str(file), "--lang", lang, "--json"]) == 2
        out, _ = capsys.readouterr()
        assert json.loads(out)["problems"][0]["rule"] == f"{family(game)}.{rule}"
        said.add(json.loads(out)["problems"][0]["text"])
    assert len(said) == 3


@pytest.mark.parametrize(("game", "rules"), [(game, rules) for game, found in AGREED.items() for rules in found])
def test_house_rules_that_agree_are_a_game(game, rules, capsys):
    assert main(["options", game, *(f"--set={word}" for word in rules.split())]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("rules", "column", "hint"),
    [
        ("two_set_lose=on", 9, "two_sets_lose"),
        ("nt_joker=throw_off", 9, "must_throw_off"),
        ("players=5", 9, "player"),
        ("target=8", 9, "21"),
        ("renege_books=2", 9, "3"),
        ("back_door", 9, "min_bid=4"),
        ("back_door=on back_door=perhaps", 9, "on"),
    ],
)
def test_an_option_that_there_is_not(rules, column, hint, tmp_path, capsys):
    file = tmp_path / "house.case"
    file.write_text(f'[Game "bid-whist"]\n[Rules "{rules}"]\n', "utf-8")
    said = set()
    for lang in LANGS:
        assert main(["replay", str(file), "--lang", lang]) == 2
        _, err = capsys.readouterr()
        assert re.fullmatch(rf"{re.escape(str(file))}:2:{column}: [^\n]+\n", err), err
        assert hint in err
        said.add(err)
    assert len(said) == 3

"""A third reading of make and doubling in straight bridge, typed from the paragraphs.

It keeps words in a plain list and works out everything anew from them. Seats are 0 to 3 clockwise.
A word is `("make", "H")`, `("leave",)`, `("choose",)`, `("Pass",)`, `("X",)`, `("XX",)`, `("consult",)`,
`("cancel",)`, `("let-stand",)`, `("new-deal",)`, and `("lead",)`: a card of the own hand is played.
"""

from __future__ import annotations

VALUES = {"S": 2, "C": 4, "D": 6, "H": 8, "N": 12}
LADDERS = {  # typed from the book's rule: twice as much each time, 100 at most
    "S": [2, 4, 8, 16, 32, 64, 100],
    "C": [4, 8, 16, 32, 64, 100],
    "D": [6, 12, 24, 48, 96, 100],
    "H": [8, 16, 32, 64, 100],
    "N": [12, 24, 48, 96, 100],
}


class Reading:
    """The story of one deal until the lead: who may say what after these words."""

    def __init__(self, dealer, claim="either"):
        self.dealer, self.partner = dealer, (dealer + 2) % 4
        self.eldest, self.pone = (dealer + 1) % 4, (dealer + 3) % 4
        self.claimants = [self.eldest] if claim == "eldest" else [self.eldest, self.pone]
        self.left = self.handed = self.bound = self.led = self.void = False
        self.trump = self.maker = None
        self.steps = []  # what was said of doubling, in order: (who, word)
        self.silenced = set()
        self.open = []  # offences: (kind, who)
        self.undecided = False  # a double out of turn waits

    # -- who is who

    def namer(self):
        return self.partner if self.left and not self.handed else self.dealer

    def raised(self):
        return [who for who, word in self.steps if word != "Pass"]

    def order(self):
        """Those who may speak now, the first one first, whether they have said no or not."""
        up = self.raised()
        if len(up) % 2:
            both = [self.maker, self.dealer + self.partner - self.maker]
        else:
            both = [self.eldest, self.pone]
            if up and up[0] == self.pone:
                both = both[::-1]
        return [who for who in both if who not in self.silenced]

    def noes(self):
        n = 0
        while n < len(self.steps) and self.steps[-1 - n][1] == "Pass":
            n += 1
        return n

    def counts(self):
        return LADDERS[self.trump][len(self.raised())]

    def over(self):
        if self.trump is None or self.undecided:
            return False
        return self.noes() >= len(self.order()) or self.counts() == 100

    def speaker(self):
        return self.order()[self.noes()]

    def judge(self):
        """Who decides about a double out of turn."""
        up = self.raised()
        return self.maker if len(up) == 1 else up[-2]

    # -- what may be said

    def verdict(self, who, word):
        if self.void:
            return "no"
        kind = word[0]
        if kind in ("new-deal", "let-stand"):
            return "yes" if self.claims(who, kind) else "no"
        if self.trump is None:
            return self.making(who, word)
        if self.over() or kind in ("make", "leave", "choose"):
            return "no"
        if kind == "consult":
            return "irregular"
        if kind == "lead":
            return "irregular" if who == self.eldest and not (self.raised() or self.led) else "no"
        if kind == "cancel":
            return "yes" if self.undecided and who == self.judge() else "no"
        return self.doubling(who, kind)

    def claims(self, who, kind):
        for offence, by in self.open:
            if offence in ("early", "back") and who in self.claimants and not self.steps:
                return True
            if offence == "adversary" and who == self.dealer and not self.steps:
                return True
            if offence == "consult" and who % 2 != by % 2 and not self.led:
                return True
        return kind == "let-stand" and self.undecided and who == self.judge()

    def making(self, who, word):
        if word[0] == "make":
            if who == self.namer():
                return "yes"
            if who in (self.eldest, self.pone):
                return "irregular"
            return "irregular" if who == self.partner and not self.left else "no"
        if word[0] == "leave":
            if who == self.dealer:
                return "no" if self.left else "yes"
            return "irregular" if who == self.partner and self.left and not (self.handed or self.bound) else "no"
        if word[0] == "choose":
            return "yes" if any(kind == "back" for kind, _ in self.open) and who in self.claimants else "no"
        return "no"

    def doubling(self, who, word):
        order, first = self.order(), self.speaker() if self.noes() < len(self.order()) else None
        if self.undecided and not who == self.judge() == first:
            return "no"
        if who not in order[self.noes() :]:
            return "no"
        if word != "Pass" and (self.counts() == 100 or word != ("XX" if self.raised() else "X")):
            return "no"
        if who == first:
            return "yes"
        return "no" if word == "Pass" and self.raised() else "irregular"

    # -- what follows

    def say(self, who, word):
        kind = word[0]
        regular = self.verdict(who, word) == "yes"
        if who == self.dealer:
            self.open = [offence for offence in self.open if offence[0] != "adversary"]
        if kind in ("new-deal", "let-stand"):
            self.void = kind == "new-deal"
            self.open, self.undecided = [], False
        elif kind in ("make", "leave", "choose"):
            self.made(who, word, regular)
        elif kind == "consult":
            self.open.append(("consult", who))
        else:
            self.spoken(who, kind, regular)

    def made(self, who, word, regular):
        if word[0] == "make":
            self.name(who, word[1], regular)
        elif word[0] == "leave":
            self.leave(who)
        else:
            self.handed, self.bound = False, True
            self.open = [offence for offence in self.open if offence[0] != "back"]

    def spoken(self, who, kind, regular):
        if kind == "cancel":
            self.silenced.add(self.steps.pop()[0])
            self.undecided = False
        elif kind == "lead":
            self.led = True
            self.steps = self.steps or [(who, "Pass")]
        elif kind != "Pass" or regular:  # a pone who asks has said nothing
            late = self.led and not self.raised()
            self.steps.append((who, kind))
            self.undecided = kind != "Pass" and (late or not regular)

    def name(self, who, trump, regular):
        if who in (self.eldest, self.pone):
            self.open.append(("adversary", who))
            return
        self.trump, self.maker = trump, who
        if not regular:
            self.open.append(("early", who))

    def leave(self, who):
        if who == self.dealer:
            self.left = True
        else:
            self.handed = True
            self.open.append(("back", who))

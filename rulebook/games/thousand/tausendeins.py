"""1001: twenty cards, bids from 40 in tens, two cards of talon, no duty to trump."""

from __future__ import annotations

from rulebook.ruling import Ruling, yes

SAYS: dict[str, Ruling] = {
    "deal": yes("thousand.tausendeins.pack", "The pack has twenty cards, without the nines."),
    "pair": yes("thousand.tausendeins.pack", "Pairs count 100 in clubs, 80 in spades, 60 in hearts, 40 in diamonds."),
    "opening": yes("thousand.tausendeins.bids", "Bids begin at 40 and go up in tens."),
    "out": yes("thousand.tausendeins.talon", "The two cards put out count for the declarer."),
    "choose": yes("thousand.tausendeins.free", "{who}: {what}. A player without the suit led may play any card."),
    "made": yes("thousand.tausendeins.score", "A declarer who makes the bid writes all the points taken, rounded."),
    "target": yes("thousand.tausendeins.over-1000", "The first player over 1000 wins."),
}

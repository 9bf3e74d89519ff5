"""The house rules of the bridge games."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.options import option


@dataclass(frozen=True)
class Options:
    nullo: str = option("bridge.nullo.count", "May nullo be called?", "off", "on")
    illegal_play: str = option("bridge.calls.higher", "What happens to an insufficient call?", "enforce", "table")

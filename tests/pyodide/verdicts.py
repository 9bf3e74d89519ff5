"""Everything the engine says about every documented case, in every language, one line of JSON per case.

Runs in CPython and in the browser's Python; both must print the same bytes.
"""

import json

from rulebook import cases
from rulebook.i18n import LANGS
from rulebook.ruling import Ruling


def said(ruling: Ruling) -> list[object]:
    sentences = [ruling.explain(lang) for lang in LANGS]
    return [
        ruling.verdict,
        ruling.rule,
        ruling.sure,
        *sentences,
        [said(ground.having(**ruling.args)) for ground in ruling.because],
    ]


def line(case: cases.Case) -> str:
    result = cases.run(case)
    return json.dumps(
        {
            "id": case.id,
            "checks": result.checks,
            "deal": said(result.deal),
            "steps": [[step.n, step.phase, said(step.ruling)] for step in result.steps],
            "asked": [[text, said(ruling)] for text, ruling in result.asked],
            "score": [[entry.points, said(entry.ruling)] for entry in result.sheet.entries] if result.sheet else None,
        },
        ensure_ascii=False,
    )


def report() -> str:
    return "".join(f"{line(case)}\n" for case in cases.find())


if __name__ == "__main__":
    print(report(), end="")

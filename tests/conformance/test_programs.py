"""Two programs that others wrote, asked about bridge: what they fail is what the guide says. Skipped without them."""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from _site.paths import ROOT
from rulebook.conformance import driver, pack
from rulebook.conformance.report import lines, report
from rulebook.i18n import lang

HERE = Path(__file__).parent
GUIDE = ROOT / "docs" / "guides" / "conformance.md"


@pytest.mark.parametrize(("module", "adapter"), [("pyspiel", "openspiel_bridge"), ("endplay", "endplay_tricks")])
def test_a_program_fails_what_the_guide_says(module, adapter):
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    program = [sys.executable, str(HERE / f"{adapter}.py")]
    doc = report(driver.run(program, pack.questions("bridge")), program, lang("en"))
    assert doc["stopped"] is None
    text = "\n".join(lines(doc, lang("en"))).partition("\n\nRules unknown")[0]
    shown = re.search(
        rf"\$ rulebook conformance run bridge -- python \S+{adapter}.py\n(.*?)\n\.\.\.\n```", GUIDE.read_text(), re.S
    )
    assert shown
    assert text == shown[1]


@pytest.mark.parametrize("adapter", ["openspiel_bridge", "endplay_tricks"])
def test_the_adapters_know_nothing_of_this_package(adapter):
    for name in (adapter, "tricks"):
        assert not re.search(r"^\s*(from|import) (rulebook|_site|_ext)", (HERE / f"{name}.py").read_text("utf-8"), re.M)

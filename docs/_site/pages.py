"""The pages, one Sphinx run per language, and what its warnings are worth."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from _site.paths import BUILD, DOCS, ENGINE, EXAMPLES, LOCALE, PACKAGE, ROOT, SITE, Stamp, site_url

# Warnings that were looked at and are harmless. Anything else fails the build.
REVIEWED: tuple[str, ...] = (
    # A translation may put a sentence's references in another order; catalog checks compare them one by one.
    r"inconsistent (term|references) ",
    # The label of a heading inside a translated message is known to the original only.
    r"local id not found: ",
)


def stamp(lang: str) -> Stamp:
    catalogs = [LOCALE / lang] if lang != "en" else []
    glossary = [path for path in [LOCALE / "glossary.csv"] if path.is_file()]
    engine = [ENGINE / "engine.json"]  # its size stands on the buttons
    places = [DOCS, ROOT / "conf.py", ROOT / "constraints.txt", PACKAGE, EXAMPLES, *catalogs, *glossary, *engine]
    return Stamp(f"pages-{lang}", places, site_url())


def unexpected(warnings: str) -> list[str]:
    """The warnings that were not reviewed."""
    lines = [line for line in warnings.splitlines() if line.strip()]
    return [line for line in lines if not any(re.search(known, line) for known in REVIEWED)]


def build(lang: str) -> str:
    """Build one language from clean. Returns what went wrong, or nothing."""
    current = stamp(lang)
    current.forget()
    out, log = SITE / lang, BUILD / "log" / f"{lang}.txt"
    shutil.rmtree(out, ignore_errors=True)
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [
        *(sys.executable, "-m", "sphinx", "-q", "-E", "-a", "-b", "html", "-c", str(ROOT)),
        *("-d", str(BUILD / "doctrees" / lang), "-w", str(log), str(DOCS), str(out)),
    ]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"DOC_LANG": lang}, capture_output=True, text=True)
    wrong = unexpected(Path(log).read_text("utf-8")) if log.is_file() else []
    if done.returncode:
        return f"{done.stdout}{done.stderr}".strip()
    if wrong:
        return "\n".join(wrong)
    (out / ".buildinfo").unlink(missing_ok=True)
    current.set()
    return ""

"""The pages: one Sphinx run per language, each from clean. Unreviewed warnings end it (_ext/warnings.py)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from _site.paths import BUILD, DOCS, ENGINE, EXAMPLES, LOCALE, PACKAGE, ROOT, SITE, Stamp, site_url

COMMAND = (sys.executable, "-m", "sphinx", "-q", "-E", "-c", str(ROOT))


def stamp(lang: str) -> Stamp:
    """What a language's pages are made from. The glossary and search words lie in locale/ itself."""
    words = [path for path in sorted(LOCALE.iterdir()) if path.is_file() or path.name == lang]
    engine = [path for path in [ENGINE / "engine.json"] if path.is_file()]  # its size stands on the buttons
    places = [DOCS, ROOT / "conf.py", ROOT / "constraints.txt", PACKAGE, EXAMPLES, *words, *engine]
    return Stamp(f"pages-{lang}", places, site_url())


def run(lang: str, builder: str, out: str, *options: str) -> tuple[int, str]:
    """One Sphinx run: its exit status, and what it said."""
    command = [*COMMAND, "-b", builder, *options, str(DOCS), out]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"DOC_LANG": lang}, capture_output=True, text=True)
    return done.returncode, f"{done.stdout}{done.stderr}"


def build(lang: str) -> str:
    """Build one language. Returns what went wrong, or nothing."""
    current = stamp(lang)
    current.forget()
    out = SITE / lang
    shutil.rmtree(out, ignore_errors=True)
    status, text = run(lang, "html", str(out), "-d", str(BUILD / "doctrees" / lang))
    log = BUILD / "log" / f"{lang}.txt"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text(text, "utf-8")
    if status:
        _, found, fault = text.rpartition("\nTraceback\n")
        return f"{fault.partition('The full traceback')[0] if found else text}\n(all of it: {log})"
    (out / ".buildinfo").unlink(missing_ok=True)
    current.set()
    return ""

"""What the package carries beside its code: compiled engine catalogs and rules.json.

Made before the wheel and before the site; both, and a checkout, use the same files.
"""

from __future__ import annotations

from pathlib import Path

import polib

from _site.paths import DATA, LANGS, LOCALE, dump, project
from _site.rules_text import rules


def compile_catalog(source: Path, target: Path) -> None:
    """Compile one .po, unless the compiled file is the same already."""
    compiled = polib.pofile(str(source)).to_binary()
    if target.is_file() and target.read_bytes() == compiled:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(compiled)


def catalogs() -> None:
    """locale/<lang>/LC_MESSAGES/rulebook.po into the package. A language without one speaks English."""
    for lang in LANGS:
        target = DATA / "locale" / lang / "LC_MESSAGES" / "rulebook.mo"
        source = LOCALE / lang / "LC_MESSAGES" / "rulebook.po"
        if source.is_file():
            compile_catalog(source, target)
        else:
            target.unlink(missing_ok=True)


def build() -> None:
    """Write all of rulebook/data."""
    catalogs()
    dump(DATA / "rules.json", {"edition": project()["version"], "rules": rules()})


if __name__ == "__main__":
    build()

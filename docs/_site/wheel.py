"""Our wheel, the same bytes from the same sources."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from _site.paths import BUILD, EPOCH, EXAMPLES, LOCALE, PACKAGE, ROOT, Stamp, fresh_folder

FOLDER = BUILD / "wheel"


def build() -> Path:
    """The wheel's path; built anew when a source changed."""
    sentences = LOCALE.glob("*/LC_MESSAGES/rulebook.po")  # compiled into the package
    stamp = Stamp("wheel", [PACKAGE, EXAMPLES, ROOT / "pyproject.toml", *sorted(sentences)], EPOCH)
    if FOLDER.is_dir() and stamp.holds(*FOLDER.glob("*.whl")) and any(FOLDER.iterdir()):
        return next(FOLDER.glob("*.whl"))
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(fresh_folder(FOLDER))]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"SOURCE_DATE_EPOCH": EPOCH}, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"the wheel could not be built:\n{done.stdout}{done.stderr}")
    stamp.set()
    return next(FOLDER.glob("*.whl"))


if __name__ == "__main__":
    print(build())

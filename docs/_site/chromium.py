"""The Chromium of the browser tests: an installed one, else the system's package manager."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from _site.paths import say

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# No sandbox: as root, in a container, there is none. The rest keeps it from calling home.
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PACKAGES = ("chromium", "fonts-liberation")  # a font with the letters of all three languages
MISSING = (
    "The browser tests need Chromium: install the packages `chromium` and `fonts-liberation`, "
    "or set CHROMIUM to its program."
)


def find() -> str | None:
    """The program, or None."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def ensure() -> str:
    """The program; installed when it is missing and we may. Ends the process with advice when it cannot be had."""
    program = find()
    if program is None and shutil.which("apt-get") and os.geteuid() == 0:
        say("== installing the packages chromium and fonts-liberation")
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", *PACKAGES]):
            subprocess.run(["apt-get", *command], env=quiet, check=False, stdout=subprocess.DEVNULL)
        program = find()
    if program is None:
        sys.exit(MISSING)
    return program


if __name__ == "__main__":
    ensure()

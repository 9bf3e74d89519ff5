"""Sphinx configuration. One language per run: `DOC_LANG=ru sphinx-build -c . docs build/site/ru`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]

from _site import lite, paths  # noqa: E402

project = "Rulebook"
author = "the Rulebook authors"
release = version = paths.project()["version"]
language = os.environ.get("DOC_LANG") or "en"

extensions = [
    "myst_parser",
    "jupyterlite_sphinx",
    "_ext",
    "_ext.lite",
]
exclude_patterns = ["_*"]
templates_path = ["docs/_templates"]
smartquotes = False

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 0

# Catalogs: one per page, no random ids; the folder is absolute because a relative one is taken from docs/.
locale_dirs = [str(ROOT / "locale")]
gettext_compact = False
gettext_uuid = False
gettext_location = True
gettext_additional_targets = ["index"]

html_theme = "furo"
html_title = project
html_favicon = "docs/_static/icon.svg"
html_static_path = ["docs/_static", "rulebook/view/static"]
html_search_scorer = "docs/_ext/scorer.js"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_baseurl = f"{paths.site_url()}{language}/"
html_permalinks_icon = "#"

# The notebook application: jupyterlite-sphinx builds it, _ext.lite says when.
jupyterlite_dir = str(lite.STAGE)
jupyterlite_content_dir = str(paths.BUILD / "contents")
jupyterlite_build_command_options = {"source-date-epoch": paths.EPOCH}
jupyterlite_silence = False  # its error path for silenced builds is broken

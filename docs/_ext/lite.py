"""Notebooks on pages: jupyterlite-sphinx without its faults.

What it does that this site must not do, each undone here and held by a test:

- it links a font style sheet of an outside host, and files this site does not use, on every page;
- it builds the notebook application into each language, at the end of each build;
- it empties its content folder, in the source tree, whenever any builder starts;
- its frame opens from a `div` that no keyboard reaches, with an English label and no title.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from jupyterlite_sphinx import jupyterlite_sphinx as jls
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.locale import _

from _site import lite, notebooks, paths
from rulebook.i18n import lang
from rulebook.view.words import words

# A module-wide name of jupyterlite-sphinx: the application lies beside the languages, not inside each.
jls.JUPYTERLITE_DIR = "../lite"

OWN_FILES = ("jupyterlite_sphinx.css", "jupyterlite_sphinx.js")


class Frame(jls.NotebookLiteIframe):
    """A button that puts the notebook in its place, and a link that needs no script."""

    lite_app = "notebooks/"
    notebooks_path = ""

    def html(self) -> str:
        src, title, size = (escape(self[key]) for key in ("iframe_src", "title", "size"))
        return (
            f'<div class="book"><button type="button" class="btn" data-book="{src}" data-title="{title}" hidden>'
            f"{escape(_('Open the notebook here'))} <small>{size}</small></button> "
            f'<a href="{src}" target="_blank">{escape(_("Open the notebook in a new tab"))}</a></div>\n'
        )


class Notebook(jls.NotebookLiteDirective):
    """`{notebook} NAME`: the notebook examples/notebooks/NAME.ipynb in the language of the page."""

    iframe_cls = Frame
    required_arguments = 1
    optional_arguments = 0
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {}

    def run(self) -> list[nodes.Node]:
        name, code = self.arguments.pop(), str(self.config.language)
        if name not in notebooks.names():
            raise self.error(f"there is no notebook {name} in examples/notebooks")
        book = notebooks.localised(name, code)
        # With no argument left the base class copies nothing: notebooks are made for all languages at once.
        self.options["path"] = f"{code}/{name}.ipynb"
        (frame,) = super().run()
        frame["iframe_src"] = frame["iframe_src"].replace("/lite/", f"/lite/{lite.folder(code)}", 1)
        frame["title"] = notebooks.source(book["cells"][0]).lstrip("# ").splitlines()[0]
        frame["size"] = words(lang(code)).size(lite.size())
        return [frame]


def keep_own_files_only(app: Sphinx) -> None:
    """No style sheet of another host, and nothing of the directives that are not used."""

    def wanted(name: str | None) -> bool:
        return name not in OWN_FILES and "//" not in (name or "")

    app.registry.css_files[:] = [entry for entry in app.registry.css_files if wanted(entry[0])]
    app.registry.js_files[:] = [entry for entry in app.registry.js_files if wanted(entry[0])]


def unplug(app: Sphinx) -> None:
    """Take back its two listeners: the one that wipes the content folder, and the one that builds."""
    for listeners in app.events.listeners.values():
        listeners[:] = [one for one in listeners if one.handler not in (jls.inited, jls.jupyterlite_build)]


def build_once(app: Sphinx, error: Exception | None) -> None:
    """Its build, once for all languages, when the first of them is written."""
    if error is None and app.builder.name == "html":
        target = Path(app.outdir, jls.JUPYTERLITE_DIR).resolve()
        if lite.build_once(target, lambda: jls.jupyterlite_build(app, None)):
            paths.say("   notebook application built")


def setup(app: Sphinx) -> dict[str, bool]:
    if "jupyterlite_sphinx" not in app.extensions:
        raise ExtensionError("jupyterlite_sphinx must stand before _ext.lite in conf.py")
    keep_own_files_only(app)
    unplug(app)
    app.connect("build-finished", build_once)
    app.add_node(Frame, html=(jls.visit_element_html, None), text=(jls.skip, None), latex=(jls.skip, None))
    app.add_directive("notebook", Notebook)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

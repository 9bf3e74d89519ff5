"""Rule paragraphs: the directive, the role, and where each paragraph stands.

````
```{rule} bid-whist.auction.beat
:source: Bid Whist article, section Bidding
:sure: stated
A bid must be higher than the {term}`standing bid`.
```
````

The id must fit the page. The number is the chapter's place in its family and the paragraph's
place on the page; it is made anew at each build.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any, ClassVar, NamedTuple, cast

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.locale import _
from sphinx.roles import XRefRole
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

log = logging.getLogger(__name__)

SURE = ("stated", "inferred", "ours")


class Law(nodes.Structural, nodes.Element):
    """A rule paragraph: `rule` is its id; its children are the text, and last the original."""


class Original(nodes.General, nodes.Element):
    """The English text of a translated paragraph."""


class Paragraph(NamedTuple):
    """Where a rule stands: page, and place on the page from 1."""

    docname: str
    position: int
    prose: bool
    option: str

    @property
    def chapter(self) -> str:
        return self.docname.removeprefix("rules/")


class Placed(NamedTuple):
    """A rule paragraph with its id."""

    rule: str
    docname: str
    position: int
    prose: bool

    @property
    def anchor(self) -> str:
        return anchor(self.rule)


def anchor(rule: str) -> str:
    """The id of a rule's paragraph on its page."""
    return rule.replace(".", "-")

"""A real Chromium that reaches our own server only. Whatever it complains about fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    Route,
    WebError,
    sync_playwright,
)

from _site import chromium, serve
from rulebook.i18n import LANGS

HERE = __file__.rpartition("/")[0]
SECOND = 1000
START = 180 * SECOND  # Python in the browser, on a slow machine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if str(item.path).startswith(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=chromium.ensure(), args=list(chromium.FLAGS))
        yield started
        started.close()


class Visit:
    """What happened while pages were open: requests, and everything that must not happen."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.requests: list[str] = []
        self.wrong: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        context.route("**/*", self._route)
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("console", self._console)
        context.on("weberror", self._error)

    def _own(self, url: str) -> bool:
        return urlsplit(url).scheme in {"data", "blob", "about"} or url.startswith(f"{self.address}/")

    def _route(self, route: Route) -> None:
        if self._own(route.request.url):
            route.continue_()
        else:
            route.abort()

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        if not self._own(request.url):
            self.wrong.append(f"another host: {request.url}")

    def _response(self, response: Response) -> None:
        """No missing file; a page without its policy would make the rest of the check worthless."""
        if response.status >= 400:
            self.wrong.append(f"{response.status} {response.url}")
        elif response.request.resource_type == "document" and response.url.startswith(self.address):
            wanted = serve.policy(urlsplit(response.url).path)
            if response.headers.get("content-security-policy") != wanted:
                self.wrong.append(f"no policy: {response.url}")

    def _console(self, message: ConsoleMessage) -> None:
        """The browser reports refused scripts, styles and connections here, too."""
        if message.type == "error":
            self.wrong.append(f"{message.location.get('url', '')}: {message.text}")

    def _error(self, error: WebError) -> None:
        self.wrong.append(f"{error.page and error.page.url}: {error.error}")

    def check(self) -> None:
        """Nothing of another host, nothing missing, no complaint."""
        assert self.wrong == []


@pytest.fixture
def visit(address: str) -> Iterator[Visit]:
    """The record of one test's browsing, checked at its end. A test that expects a complaint clears the list itself."""
    seen = Visit(address)
    yield seen
    seen.check()


Opener = Callable[..., BrowserContext]


def _opener(browser: Browser, visit: Visit) -> Iterator[Opener]:
    made: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(base_url=visit.address, **options)
        context.set_default_timeout(20 * SECOND)
        visit.watch(context)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


@pytest.fixture
def open_context(browser: Browser, visit: Visit) -> Iterator[Opener]:
    """Makes fresh browser profiles (`java_script_enabled=False`, `color_scheme="dark"`, ...), all watched."""
    yield from _opener(browser, visit)


@pytest.fixture
def page(open_context: Opener) -> Page:
    """A page in a fresh profile. Addresses are paths: `page.goto("/en/index.html")`."""
    return open_context().new_page()


@pytest.fixture(scope="module", params=LANGS)
def lang(request: pytest.FixtureRequest) -> str:
    """Each test of the module runs for one language, then all again for the next."""
    return str(request.param)


@pytest.fixture(scope="module")
def _shared_visit(address: str, lang: str) -> Visit:
    return Visit(address)


@pytest.fixture(scope="module")
def _shared_page(browser: Browser, _shared_visit: Visit) -> Iterator[Page]:
    for opener in _opener(browser, _shared_visit):
        yield opener(permissions=["clipboard-read", "clipboard-write"]).new_page()


@pytest.fixture
def tab(_shared_page: Page, _shared_visit: Visit) -> Iterator[Page]:
    """One page for all tests of a module in one language, so that what is slow starts once. Checked after each test."""
    yield _shared_page
    wrong, _shared_visit.wrong = _shared_visit.wrong, []
    assert wrong == []

"""A real Chromium that reaches our own server only. Whatever it complains about fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, Route, sync_playwright

from _site import chromium

HERE = __file__.rpartition("/")[0]
SECOND = 1000
START = 120 * SECOND  # Python in the browser, on a slow machine


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
    """What happened while pages were open: requests to other hosts, failed requests, complaints on the console."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.requests: list[str] = []
        self.foreign: list[str] = []
        self.failed: list[str] = []
        self.console: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        context.route("**/*", self._route)
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.console.append(f"{error.page and error.page.url}: {error.error}"))

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
            self.foreign.append(request.url)

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.failed.append(f"{response.status} {response.url}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.console.append(f"{message.location.get('url', '')}: {message.text}")

    def check(self) -> None:
        """Nothing of another host, nothing missing, no complaint."""
        assert self.foreign == []
        assert self.failed == []
        assert self.console == []


@pytest.fixture
def visit(address: str) -> Iterator[Visit]:
    """The record of one test's browsing, checked at its end. A test that expects a complaint clears the list itself."""
    seen = Visit(address)
    yield seen
    seen.check()


@pytest.fixture
def open_context(browser: Browser, visit: Visit) -> Iterator[Callable[..., BrowserContext]]:
    """Makes fresh browser profiles (`java_script_enabled=False`, `color_scheme="dark"`, ...), all watched."""
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
def page(open_context: Callable[..., BrowserContext]) -> Page:
    """A page in a fresh profile. Addresses are paths: `page.goto("/en/index.html")`."""
    return open_context().new_page()

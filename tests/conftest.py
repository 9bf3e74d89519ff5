"""What several kinds of tests need: the built data, the built site, a server for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from _site import build, data, paths, serve


@pytest.fixture(scope="session", autouse=True)
def built_data() -> None:
    """Catalogs and rules.json as the sources have them now."""
    data.build()


@pytest.fixture(scope="session")
def site() -> Path:
    """build/site, built when anything changed."""
    try:
        build.build()
    except SystemExit as failed:
        pytest.fail(f"the site could not be built: {failed}", pytrace=False)
    return paths.SITE


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The served site's address, without a slash at the end."""
    served = serve.server(folder=site)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{served.server_port}"
    served.shutdown()
    served.server_close()
    thread.join()

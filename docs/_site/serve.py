"""Serve the built site on this machine, with the headers it is meant to have on any host."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from _site.paths import SITE, say

# Our own pages: nothing of another host, no inline script, no eval but WebAssembly's.
PAGES = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
# The notebook application compiles its schemas and loads its kernel with eval, and has inline scripts.
LITE = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; worker-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
COMMON = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".whl": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
    ".ipynb": "application/json",
    ".woff2": "font/woff2",
}
TEXT = ("text/", "application/json", "application/manifest+json")


def policy(path: str) -> str:
    """The content security policy of a path below the site's root."""
    return LITE if path.startswith("/lite/") else PAGES


class Handler(SimpleHTTPRequestHandler):
    """Static files with the two policies by path. Everything is revalidated: names may come back with new bytes."""

    protocol_version = "HTTP/1.1"
    extensions_map = {"": "application/octet-stream"} | SimpleHTTPRequestHandler.extensions_map | TYPES

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", policy(urlsplit(self.path).path))
        self.send_header("Cache-Control", "no-cache")
        for name, value in COMMON.items():
            self.send_header(name, value)
        super().end_headers()

    def guess_type(self, path: object) -> str:
        kind = super().guess_type(str(path))
        return f"{kind}; charset=utf-8" if kind.startswith(TEXT) else kind

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory, "404.html")
        if code != 404 or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: the terminal shows the address, not every file."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away in the middle of an answer is no fault."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def server(port: int = 0, folder: Path = SITE) -> Server:
    """A server on 127.0.0.1, not yet running; port 0 takes a free one."""
    return Server(("127.0.0.1", port), partial(Handler, directory=str(folder)))


def run(port: int) -> None:
    try:
        served = server(port)
    except OSError as error:
        raise SystemExit(f"port {port} cannot be used ({error.strerror}); take another: make serve PORT=8001") from None
    say(f"== http://127.0.0.1:{served.server_port}/   (Ctrl+C stops)")
    try:
        served.serve_forever()
    except KeyboardInterrupt:
        say("")


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--port", type=int, default=8000)
    run(words.parse_args().port)

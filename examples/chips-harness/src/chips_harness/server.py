"""The HTTP side of the harness: events are posted to /feedback, and what is broken is refused."""

from __future__ import annotations

import json
from collections import Counter
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any

from chips_harness import events
from chips_harness.checks import BrokenError

_LARGEST = 1 << 20


class Harness:
    """What the harness remembers: each event once, however often it is sent."""

    def __init__(self) -> None:
        self.events: dict[str, events.Event] = {}
        self._lock = Lock()

    def keep(self, event: events.Event) -> bool:
        """Remember an event, and say whether it is a new one."""
        with self._lock:
            return self.events.setdefault(event["id"], event) is event

    def reactions(self, message: str) -> Counter[str]:
        """How often each reaction was given to a message."""
        return Counter(
            event["reaction"]
            for event in self.events.values()
            if event["message_id"] == message and event["kind"] == "reaction"
        )


class Server(ThreadingHTTPServer):
    """Serves one harness, on a free port of this machine unless told another."""

    daemon_threads = True

    def __init__(self, harness: Harness, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.harness = harness


class _Handler(BaseHTTPRequestHandler):
    server: Server
    timeout = 10

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if self.path != "/feedback":
            self._answer(HTTPStatus.NOT_FOUND, {"error": "events are posted to /feedback"})
        elif not length.isdecimal():
            self._answer(HTTPStatus.LENGTH_REQUIRED, {"error": "no Content-Length"})
        elif int(length) > _LARGEST:
            self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"error": "too large"})
        else:
            self._answer(*self._take(self.rfile.read(int(length))))

    def _take(self, body: bytes) -> tuple[HTTPStatus, dict[str, Any]]:
        try:
            event = events.check(events.read(body))
        except events.UnreadableError as error:
            return HTTPStatus.BAD_REQUEST, {"error": str(error)}
        except BrokenError as error:
            return HTTPStatus.UNPROCESSABLE_ENTITY, {"error": str(error)}
        except Exception as error:  # a fault of the harness is told to Chips, and ends nothing
            return HTTPStatus.INTERNAL_SERVER_ERROR, {"error": repr(error)}
        return HTTPStatus.OK, {"id": event["id"], "new": self.server.harness.keep(event)}

    def _answer(self, status: HTTPStatus, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args: object) -> None:
        """Nothing is logged."""

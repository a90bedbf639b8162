"""What the tests share: a harness that serves on loopback, and Chips, which sends events to it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from chips_harness.server import Harness, Server
from hypothesis import settings

import pytest_schemas as ps

# A request takes as long as the machine is busy.
settings.register_profile("harness", deadline=None)
settings.load_profile("harness")


@pytest.fixture(scope="session")
def harness() -> Harness:
    return Harness()


@pytest.fixture(scope="session")
def chips(harness: Harness) -> Iterator[ps.Service]:
    with Server(harness) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}/feedback"
        yield ps.http_producer(url, rejects={400, 422})
        server.shutdown()
        thread.join()

"""Serve on port 8080: `python -m chips_harness`."""

from __future__ import annotations

from chips_harness.server import Harness, Server

if __name__ == "__main__":
    Server(Harness(), 8080).serve_forever()

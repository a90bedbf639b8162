"""What all tests here share."""

from __future__ import annotations

import sys

import pytest
from hypothesis import settings

pytest_plugins = ["pytester"]

# The same examples on every run, and no verdict that depends on how busy the machine is.
settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def _no_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile each test file that a test writes: bytecode is found stale by time and size alone.

    So a file that is written twice within a second, with a text of equal length, would be run as it
    was at first (by pytest 8; pytest 9 compares the text).
    """
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")

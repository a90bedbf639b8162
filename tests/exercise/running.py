"""Runs of pytest on tests that exercise producers and consumers."""

from __future__ import annotations

from typing import Protocol

import pytest

PRELUDE = """
import os
import unittest
from unittest.mock import patch

import pytest
import pytest_schemas as ps
from hypothesis import example, given, settings, strategies as st

COUNT = {
    "title": "count",
    "type": "object",
    "required": ["n"],
    "properties": {"n": {"type": "integer", "minimum": 1}},
}

async def soon(value):
    return value
"""


class Run(Protocol):
    """Runs tests that are given as text."""

    def __call__(self, tests: str, *options: str, process: bool = False) -> pytest.RunResult:
        """Run them with options, in a process of their own if asked to."""


def summary(result: pytest.RunResult) -> list[str]:
    """Return the short summary, without the names of the tests."""
    lines = [line for line in result.outlines if line.startswith(("PASSED", "FAILED", "ERROR"))]
    return [f"{line.split()[0]} {line.partition(' - ')[2]}".strip() for line in lines]


def failure(result: pytest.RunResult) -> str:
    """Return what is printed of the failures, without the frame around it."""
    lines = [line.rstrip() for line in result.outlines]
    start = next(i for i, line in enumerate(lines) if " FAILURES " in line)
    end = next(i for i, line in enumerate(lines) if " short test summary " in line)
    return "\n".join(lines[start + 2 : end])

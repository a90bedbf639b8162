"""Overlays of the agent result."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pytest_schemas._generate._overlays._overlay import Overlay


def agent_result(rules: Collection[str], words: Mapping[str, str]) -> Iterator[Overlay]:
    """The overlays of some rules of an agent result, which may be at a stage."""
    yield from ()

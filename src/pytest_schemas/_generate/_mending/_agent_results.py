"""Menders of the agent result."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pytest_schemas._generate._mending._mender import Mender


def agent_result_menders(rules: Collection[str], context: Mapping[str, object]) -> Iterator[Mender]:
    """The menders of an agent result at a stage, for the rules that are to be kept."""
    yield from ()

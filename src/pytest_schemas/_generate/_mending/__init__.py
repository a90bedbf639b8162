"""The rules that compare parts of a document: mended in what was made, by construction.

Each mender changes a fresh document in place, and as little as it can, so that documents shrink as
if it were not there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pytest_schemas._generate._mending._agent_results import agent_result_menders
from pytest_schemas._generate._mending._mender import Mender
from pytest_schemas._generate._mending._plan_edits import plan_edit_menders
from pytest_schemas._generate._mending._plans import plan_menders

__all__ = ["Mender", "menders"]


def menders(name: str, rules: Collection[str], context: Mapping[str, object]) -> Iterator[Mender]:
    """The menders of a bundled contract, for the rules that are to be kept."""
    if name == "plan":
        yield from plan_menders(rules)
    if name == "plan-edit":
        yield from plan_edit_menders(rules, context)
    if name == "agent-result":
        yield from agent_result_menders(rules, context)

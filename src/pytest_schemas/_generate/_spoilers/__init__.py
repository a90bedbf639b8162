"""Faults that break one rule of a bundled contract, and no keyword of its schema.

A rule stands here by its id. One that is missing cannot be broken alone: the schema version of an
answer is 1, and so is that of each plan; and no source is made that is too long.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pytest_schemas._generate._spoilers._agent_patches import AGENT_PATCHES
from pytest_schemas._generate._spoilers._agent_results import AGENT_RESULT
from pytest_schemas._generate._spoilers._agent_texts import AGENT_TEXTS
from pytest_schemas._generate._spoilers._feedback import FEEDBACK
from pytest_schemas._generate._spoilers._plan_edits import PLAN_EDIT
from pytest_schemas._generate._spoilers._plan_items import PLAN_ITEMS
from pytest_schemas._generate._spoilers._plans import PLAN
from pytest_schemas._generate._spoilers._spoiler import Spoiler

SPOILERS: Mapping[str, Spoiler] = MappingProxyType(
    {
        **FEEDBACK,
        **PLAN,
        **PLAN_ITEMS,
        **PLAN_EDIT,
        **AGENT_RESULT,
        **AGENT_TEXTS,
        **AGENT_PATCHES,
    }
)

__all__ = ["SPOILERS", "Spoiler"]

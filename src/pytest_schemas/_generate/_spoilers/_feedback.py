"""Faults that break one rule of the feedback event."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pytest_schemas._generate._spoilers._spoiler import Spoiler, dropping, setting

_ACTOR = "/properties/actor/properties/kind/enum"
_FROM = "/properties/from/properties/kind/enum"
_INBOUND = (("direction", ("inbound",)),)
_CLIENTS = ("person", "harness", "agent")
_HARNESS = "hrn_00000000000000000000000000"

FEEDBACK: Mapping[str, Spoiler] = MappingProxyType(
    {
        "feedback/reaction-required": Spoiler(
            dropping("reaction"), ('/properties/kind/enum="reaction"',)
        ),
        "feedback/text-required": Spoiler(
            dropping("text"), ('/properties/kind/enum="correction"',)
        ),
        "feedback/system-actor-id": Spoiler(
            setting("id", other_id="chips", other_case="System"), (f'{_ACTOR}="system"',)
        ),
        "feedback/harness-id-agent-only": Spoiler(
            setting("harness_id", present=_HARNESS), (f'{_ACTOR}="person"', f'{_ACTOR}="harness"')
        ),
        "feedback/workspace-role-person-only": Spoiler(
            setting("workspace_role", present="member"), (f'{_FROM}="agent"', f'{_FROM}="harness"')
        ),
        "feedback/inbound-seq-absent": Spoiler(setting("seq", present=1), needs=_INBOUND),
        "feedback/inbound-idempotency-key": Spoiler(
            dropping("idempotency_key"),
            tuple(f'{_ACTOR}="{each}"' for each in _CLIENTS),
            is_whole=True,
            needs=_INBOUND,
        ),
        "feedback/stored-seq-present": Spoiler(
            dropping("seq"), needs=(("direction", ("stored",)),)
        ),
    }
)

"""The rules of the SKS agent result.

Its schema has no prose, so no rule of level ``documented`` is an error. What its consumer enforces
comes after them, in the order in which a result meets it: when it is taken in, and at the stages
that follow.
"""

from __future__ import annotations

from pytest_schemas._rules._agent_result import (
    _advisories,
    _envelopes,
    _follow_ups,
    _patches,
    _phrases,
    _proof,
    _scout,
    _writes,
)

#: What a consumer does with a result after it has taken it in.
STAGES = ("apply", "merge", "proof")

RULES = (
    *_advisories.RULES,
    *_envelopes.RULES,
    *_writes.RULES,
    *_phrases.RULES,
    *_follow_ups.RULES,
    *_patches.RULES,
    *_proof.RULES,
    _scout.scout_evidence_local,
    _envelopes.cochange_reason,
)

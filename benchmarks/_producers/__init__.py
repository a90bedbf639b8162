"""Forty producers, ten for each bundled contract, each with one fault that can be switched off."""

from __future__ import annotations

from _producers._agent_result import PRODUCERS as AGENT_RESULT
from _producers._feedback import PRODUCERS as FEEDBACK
from _producers._plan import PRODUCERS as PLAN
from _producers._plan_edit import PRODUCERS as PLAN_EDIT
from _producers._producer import Producer

__all__ = ["PRODUCERS", "Producer"]

PRODUCERS: tuple[Producer, ...] = (*FEEDBACK, *PLAN, *PLAN_EDIT, *AGENT_RESULT)

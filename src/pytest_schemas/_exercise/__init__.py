"""Producers and consumers: test functions, programs and HTTP services."""

from __future__ import annotations

from pytest_schemas._exercise._functions import check_class
from pytest_schemas._exercise._produces import produces
from pytest_schemas._exercise._reporting import Explanation, explanation, forget_own_lines

__all__ = ["Explanation", "check_class", "explanation", "forget_own_lines", "produces"]

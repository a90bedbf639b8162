"""What a mender is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytest_schemas._generate._chooser import Chooser

#: Changes a fresh document in place, and as little as it can.
Mender = Callable[[Any, Chooser], None]

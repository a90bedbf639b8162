"""What all tests here share."""

from __future__ import annotations

from hypothesis import settings

pytest_plugins = ["pytester"]

# The same examples on every run, and no verdict that depends on how busy the machine is.
settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.load_profile("steady")

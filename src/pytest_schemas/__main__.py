"""`python -m pytest_schemas`."""

from __future__ import annotations

import sys

from pytest_schemas._cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The rooms stand as docs/design.md says."""

from __future__ import annotations

import ast
import re
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "pytest_schemas"
DESIGN = (ROOT / "docs" / "design.md").read_text("utf-8")

#: The floor of each room, by the table of the page.
FLOORS = {
    room.removesuffix("/").removesuffix(".py"): int(row[1])
    for row in re.finditer(r"^\| (\d+) \| ([^|]+) \|", DESIGN, re.MULTILINE)
    for room in re.findall(r"`([^`]+)`", row[2])
}
FILES = {
    room: sorted((PACKAGE / room).rglob("*.py")) or [PACKAGE / f"{room}.py"] for room in FLOORS
}


def imported(file: Path) -> set[str]:
    """The rooms that a module imports from, wherever in it the import stands."""
    nodes = ast.walk(ast.parse(file.read_text("utf-8")))
    names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.split(".")[1] for name in names if name.startswith("pytest_schemas.")}


def test_every_module_has_its_room() -> None:
    """The page names each module of the package, and none that is not there."""
    modules = {*PACKAGE.rglob("*.py")} - {PACKAGE / "__init__.py"}

    assert {*chain.from_iterable(FILES.values())} == modules


@pytest.mark.parametrize("room", FLOORS)
def test_a_room_imports_from_below(room: str) -> None:
    """No import goes up, or across a floor."""
    below = {other for other, floor in FLOORS.items() if floor < FLOORS[room]}

    for file in FILES[room]:
        assert imported(file) <= below | {room}, file.name

"""The pages tell the truth: their Python blocks run, and the README shows what pytest prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")

#: A fenced block: its language, and its text.
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [found.groups() for found in BLOCK.finditer(README)]
FIRST_TEST, *PROGRAMS = [text for language, text in BLOCKS if language == "python"]
(OUTPUT,) = [text for language, text in BLOCKS if language == "text"]
(CONFIGURATION,) = [text for language, text in BLOCKS if language == "toml"]
COMMANDS = [text.strip() for language, text in BLOCKS if language == "sh"]

#: The Python blocks of the other pages, each with where it stands. What begins with the name of a
#: file is part of a suite: tests/exercise/test_programs.py runs that.
OTHER_PROGRAMS = [
    pytest.param(found[2], id=f"{page.name} {number}")
    for page in sorted((ROOT / "docs").glob("*.md"))
    for number, found in enumerate(BLOCK.finditer(page.read_text("utf-8")))
    if found[1] == "python" and not found[2].startswith("# tests/")
]

#: What other plugins would add to the output.
OTHERS = ("anyio", "asyncio", "cacheprovider", "hypothesispytest", "randomly", "xdist")


def test_the_first_test_fails_as_shown(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the headline of the failures to the end, pytest prints what the README shows."""
    for name in ("CI", "BUILD_NUMBER"):  # with these, pytest does not cut its summary
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(f"-pno:{name}" for name in OTHERS))
    pytester.makepyfile(test_assistant=FIRST_TEST)

    printed = pytester.runpytest_subprocess("--color=no").outlines

    start = next(i for i, line in enumerate(printed) if " FAILURES " in line)
    shown = "\n".join(line.rstrip() for line in printed[start:])
    assert re.sub(r"in \d+\.\d+s", "in 0.12s", shown) == OUTPUT.strip()


@pytest.mark.parametrize(
    "program",
    [*(pytest.param(each, id=f"README {i}") for i, each in enumerate(PROGRAMS)), *OTHER_PROGRAMS],
)
def test_the_programs_run(
    program: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What a page asserts is so, and its tests pass."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}

    exec(compile(program, "a page", "exec"), names)
    for name, value in names.items():
        if name.startswith("test_") and callable(value):
            for arguments in parameters(value):
                value(*arguments)

    assert capsys.readouterr().err == ""


def parameters(test: object) -> list[tuple[object, ...]]:
    """What pytest would call a test with: the values of its one parameter, or nothing."""
    marks = getattr(test, "pytestmark", [])
    return [(value,) for mark in marks for value in mark.args[1]] or [()]


def test_the_configuration_is_understood(pytester: pytest.Pytester) -> None:
    """pytest takes the keys as they stand there, and makes the copy a test."""
    pytester.path.joinpath("pyproject.toml").write_text(CONFIGURATION, encoding="utf-8")

    others = [f"-pno:{name}" for name in OTHERS]
    result = pytester.runpytest_inprocess("--strict-config", "--collect-only", "-q", *others)

    result.stdout.fnmatch_lines(
        ["pyproject.toml::*/order.schema.json#/$defs/file is an exact copy of plan.schema.json#*"]
    )


def test_the_build_server_runs_the_command_of_the_readme() -> None:
    """.ci/run passes the tests by the command that people are told."""
    example, test = COMMANDS

    assert example == "python examples/run.py"
    assert test in (ROOT / ".ci" / "run").read_text("utf-8")
    assert test in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_links_lead_somewhere() -> None:
    """Every relative link of the project's pages is a file."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "examples").glob("*.md")]
    for page in pages:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"

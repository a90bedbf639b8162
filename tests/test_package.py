"""What users install: the wheel, the sdist, and what stands in them."""

from __future__ import annotations

import configparser
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email.parser import HeaderParser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from email.message import Message

ROOT = Path(__file__).parents[1]
CONTRACTS = ["agent-result", "feedback", "plan", "plan-edit"]
SCHEMA_FILES = [f"{name}.schema.json" for name in CONTRACTS]

#: Asks for every contract, and says where they were found.
LOOK = (
    "import pytest_schemas as ps\n"
    f"print(*[ps.contract(name).name for name in {CONTRACTS}])\n"
    "print(ps.__file__)"
)


def run(*arguments: str, cwd: Path, **environment: str) -> str:
    """Run this Python; the answer is what it prints."""
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session", name="distributions")
def _distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist.

    The tox environment `package` builds them as a release does; elsewhere they are built here.
    """
    if built := os.environ.get("DISTRIBUTIONS"):
        return Path(built)
    folder = tmp_path_factory.mktemp("distributions")
    for build in ("build_sdist", "build_wheel"):
        run("-c", f"import hatchling.build as h; h.{build}({str(folder)!r})", cwd=ROOT)
    return folder


@pytest.fixture(name="wheel")
def _wheel(distributions: Path) -> Path:
    (wheel,) = distributions.glob("*.whl")
    return wheel


@pytest.fixture(name="sdist")
def _sdist(distributions: Path) -> Path:
    (sdist,) = distributions.glob("*.tar.gz")
    return sdist


@pytest.fixture(name="metadata")
def _metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return HeaderParser().parsestr(archive.read(name).decode())


def test_the_wheel_holds_the_package_and_its_schemas(wheel: Path) -> None:
    """Every module of the source tree is in it, the four schemas byte for byte, and no more."""
    modules = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.py")}
    schemas = {f"pytest_schemas/schemas/{name}" for name in SCHEMA_FILES}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        found = {name: archive.read(f"pytest_schemas/schemas/{name}") for name in SCHEMA_FILES}

    assert names == modules | schemas | {"pytest_schemas/py.typed"}
    assert found == {name: (ROOT / "schemas" / name).read_bytes() for name in SCHEMA_FILES}


def test_the_wheel_is_a_pytest_plugin(wheel: Path) -> None:
    """pytest finds it by its entry point."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("/entry_points.txt")]
        entry_points = configparser.ConfigParser()
        entry_points.read_string(archive.read(name).decode())

    assert dict(entry_points["pytest11"]) == {"schemas": "pytest_schemas.plugin"}


def test_the_sdist_holds_what_a_build_and_the_tests_need(sdist: Path) -> None:
    """Sources, schemas and tests, and what tells people about them."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    wanted = {"CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml", "tox.ini"}
    wanted |= {f"schemas/{name}" for name in SCHEMA_FILES}
    for folder in ("src", "tests", "examples", "docs", "constraints"):
        files = [path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()]
        wanted |= {
            path.as_posix()
            for path in files
            if not any(part.startswith(".") or part == "__pycache__" for part in path.parts)
        }
    assert names >= wanted


def test_the_metadata_says_what_the_package_is(metadata: Message) -> None:
    """Name, licence, extra, and the classifiers by which people look for it."""
    classifiers = metadata.get_all("Classifier", [])

    assert metadata["Name"] == "pytest-schemas"
    assert metadata["Requires-Python"] == ">=3.10"
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("Provides-Extra") == ["formats"]
    assert {"Framework :: Hypothesis", "Framework :: Pytest", "Typing :: Typed"} <= {*classifiers}


def test_every_python_that_is_named_is_tested(metadata: Message) -> None:
    """The classifiers name the Pythons of tox.ini."""
    classifiers = metadata.get_all("Classifier", [])
    named = [found[1] for c in classifiers if (found := re.fullmatch(r".* :: 3\.(\d+)", c))]
    (tested,) = re.findall(
        r"^ *py3\{([\d,]+)\}$", (ROOT / "tox.ini").read_text("utf-8"), re.MULTILINE
    )

    assert tested.split(",") == named


def test_every_floor_is_tested(metadata: Message) -> None:
    """constraints/lowest.txt holds the floor of each dependency, and nothing else."""
    floors = {}
    for line in metadata.get_all("Requires-Dist", []):
        name, floor = line.partition(";")[0].strip().split(">=")
        floors[name] = [int(part) for part in floor.split(".")]
    text = (ROOT / "constraints" / "lowest.txt").read_text("utf-8")
    tested = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, version = line.split("==")
            tested[name] = [int(part) for part in version.split(".")]

    assert tested.keys() == floors.keys()
    assert all(tested[name][: len(floor)] == floor for name, floor in floors.items())
    assert not any(any(tested[name][len(floor) :]) for name, floor in floors.items())


def test_the_changelog_starts_with_this_version(metadata: Message) -> None:
    """Its first entry is that of the version, or of what is not released yet."""
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (\S+)", changelog, re.MULTILINE)

    assert headings[0] in {metadata["Version"], "Unreleased"}


def test_the_wheel_works_as_a_zip(wheel: Path, tmp_path: Path) -> None:
    """The contracts are found where the package is imported from inside an archive."""
    names, file = run("-c", LOOK, cwd=tmp_path, PYTHONPATH=str(wheel)).splitlines()

    assert names.split() == CONTRACTS
    assert file.startswith(str(wheel))


def test_an_editable_install_works(tmp_path: Path) -> None:
    """The contracts are found in the source tree, which the build back end does not map."""
    if find_spec("pip") is None:
        pytest.skip("there is no pip here to install with")
    pip = ["-m", "pip", "--isolated", "--disable-pip-version-check", "install", "--quiet"]
    here = ["--no-deps", "--no-build-isolation", "--target", str(tmp_path / "site")]
    run(*pip, *here, "--editable", str(ROOT), cwd=tmp_path)
    code = f"import site; site.addsitedir({str(tmp_path / 'site')!r})\n"
    code += "import sys; sys.path.insert(0, sys.path.pop())\n"  # before an installed wheel

    names, file = run("-c", code + LOOK, cwd=tmp_path).splitlines()

    assert names.split() == CONTRACTS
    assert Path(file).is_relative_to(ROOT / "src")


@pytest.mark.skipif("TOX_ENV_NAME" not in os.environ, reason="only tox installs the built wheel")
def test_tox_tests_the_installed_package() -> None:
    """What these tests import is not the source tree."""
    import pytest_schemas  # here, since the others do not want it imported

    assert not Path(pytest_schemas.__file__).is_relative_to(ROOT / "src")

"""What the tests of producers and consumers share."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent

import pytest
from hypothesis import settings
from running import PRELUDE, Run

import pytest_schemas._exercise._consumes
import pytest_schemas._exercise._produces
import pytest_schemas._exercise._reporting  # noqa: F401 - imported once, not in each inner run


@pytest.fixture(name="run")
def _run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Run tests with warnings as errors, beside pytest-asyncio and anyio."""
    # On a build server, Hypothesis prints a blob with each failure.
    settings.register_profile("without a blob", settings.get_profile("steady"), print_blob=False)
    settings.load_profile("without a blob")
    monkeypatch.setenv("COLUMNS", "250")
    for name in ("CI", "BUILD_NUMBER"):  # with these, pytest does not cut its summary
        monkeypatch.delenv(name, raising=False)
    pytester.makefile(
        ".ini",
        pytest="[pytest]\nfilterwarnings = error\nasyncio_default_fixture_loop_scope = function",
    )

    def run(tests: str, *options: str, process: bool = False) -> pytest.RunResult:
        pytester.makepyfile(test_it=PRELUDE + dedent(tests))
        start = pytester.runpytest_subprocess if process else pytester.runpytest_inprocess
        quiet = ("-pno:cacheprovider", "-pno:randomly", "--color=no")
        return start("-rA", "-k", "not trio", *quiet, *options)

    yield run
    settings.load_profile("steady")

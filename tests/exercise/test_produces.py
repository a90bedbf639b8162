"""`produces` on every kind of test, beside everything that a test may be decorated with."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from running import summary

if TYPE_CHECKING:
    from running import Run

BROKEN = "count breaks /properties/n/minimum at /n: expected at least 1, found 0."

#: Tests that make one document with N in it.
KINDS = {
    "function": """
        @ps.produces(COUNT)
        def test_it():
            return {"n": N}
    """,
    "generator": """
        @ps.produces(COUNT)
        def test_it():
            yield {"n": 1}
            yield {"n": N}
    """,
    "function that returns a generator": """
        @ps.produces(COUNT)
        def test_it():
            return ({"n": n} for n in (1, N))
    """,
    "coroutine, asyncio": """
        @pytest.mark.asyncio
        @ps.produces(COUNT)
        async def test_it():
            return await soon({"n": N})
    """,
    "async generator, asyncio": """
        @ps.produces(COUNT)
        @pytest.mark.asyncio
        async def test_it():
            yield {"n": 1}
            yield await soon({"n": N})
    """,
    "coroutine, anyio": """
        @pytest.mark.anyio
        @ps.produces(COUNT)
        async def test_it():
            return await soon({"n": N})
    """,
    "async generator, anyio": """
        @pytest.mark.anyio
        @ps.produces(COUNT)
        async def test_it():
            yield await soon({"n": N})
    """,
    "coroutine that returns a generator": """
        @pytest.mark.anyio
        @ps.produces(COUNT)
        async def test_it():
            return ({"n": n} for n in (1, N))
    """,
    "below given": """
        @given(n=st.integers(N, 3))
        @ps.produces(COUNT)
        def test_it(n):
            return {"n": n}
    """,
    "above given": """
        @ps.produces(COUNT)
        @given(st.integers(N, 3))
        def test_it(n):
            return {"n": n}
    """,
    "generator below given": """
        @given(n=st.integers(N, 3))
        @ps.produces(COUNT)
        def test_it(n):
            yield {"n": n}
    """,
    "generator above given": """
        @ps.produces(COUNT)
        @given(n=st.integers(N, 3))
        def test_it(n):
            yield {"n": n}
    """,
    "coroutine below given, asyncio": """
        @pytest.mark.asyncio
        @given(n=st.integers(N, 3))
        @ps.produces(COUNT)
        async def test_it(n):
            return await soon({"n": n})
    """,
    "coroutine above given, asyncio": """
        @ps.produces(COUNT)
        @pytest.mark.asyncio
        @given(n=st.integers(N, 3))
        async def test_it(n):
            return await soon({"n": n})
    """,
    "async generator above given, asyncio": """
        @ps.produces(COUNT)
        @given(n=st.integers(N, 3))
        @pytest.mark.asyncio
        async def test_it(n):
            yield await soon({"n": n})
    """,
    "async generator below given, asyncio": """
        @pytest.mark.asyncio
        @given(n=st.integers(N, 3))
        @ps.produces(COUNT)
        async def test_it(n):
            yield await soon({"n": n})
    """,
    "coroutine below given, anyio": """
        @pytest.mark.anyio
        @given(n=st.integers(N, 3))
        @ps.produces(COUNT)
        async def test_it(n):
            return await soon({"n": n})
    """,
    "coroutine above given, anyio": """
        @ps.produces(COUNT)
        @pytest.mark.anyio
        @given(n=st.integers(N, 3))
        async def test_it(n):
            return await soon({"n": n})
    """,
    "async generator above given, anyio": """
        @ps.produces(COUNT)
        @pytest.mark.anyio
        @given(n=st.integers(N, 3))
        async def test_it(n):
            yield await soon({"n": n})
    """,
    "example above": """
        @example(n=N)
        @given(n=st.integers(1, 3))
        @ps.produces(COUNT)
        def test_it(n):
            return {"n": n}
    """,
    "example below": """
        @given(n=st.integers(1, 3))
        @ps.produces(COUNT)
        @example(n=N)
        def test_it(n):
            return {"n": n}
    """,
    "above example": """
        @ps.produces(COUNT)
        @example(n=N)
        @given(n=st.integers(1, 3))
        def test_it(n):
            return {"n": n}
    """,
    "settings above": """
        @settings(max_examples=5)
        @given(n=st.integers(N, 3))
        @ps.produces(COUNT)
        def test_it(n):
            return {"n": n}
    """,
    "settings below": """
        @given(n=st.integers(N, 3))
        @ps.produces(COUNT)
        @settings(max_examples=5)
        def test_it(n):
            return {"n": n}
    """,
    "above settings": """
        @ps.produces(COUNT)
        @settings(max_examples=5)
        @given(n=st.integers(N, 3))
        def test_it(n):
            return {"n": n}
    """,
    "above parametrize": """
        @ps.produces(COUNT)
        @pytest.mark.parametrize("n", [N])
        def test_it(n):
            return {"n": n}
    """,
    "below parametrize": """
        @pytest.mark.parametrize("n", [N])
        @ps.produces(COUNT)
        def test_it(n):
            return {"n": n}
    """,
    "parametrize and given": """
        @pytest.mark.parametrize("name", ["n"])
        @given(n=st.integers(N, 3))
        @ps.produces(COUNT)
        def test_it(name, n):
            return {name: n}
    """,
    "fixture": """
        @pytest.fixture
        def made():
            return {"n": N}

        @ps.produces(COUNT)
        def test_it(made):
            return made
    """,
    "usefixtures": """
        made = {}

        @pytest.fixture
        def fill():
            made["n"] = N

        @ps.produces(COUNT)
        @pytest.mark.usefixtures("fill")
        def test_it():
            return made
    """,
    "class": """
        class TestIt:
            n = N

            @ps.produces(COUNT)
            def test_it(self):
                return {"n": self.n}
    """,
    "class with given": """
        class TestIt:
            @ps.produces(COUNT)
            @given(n=st.integers(N, 3))
            def test_it(self, n):
                return {"n": n}
    """,
    "above patch": """
        @ps.produces(COUNT)
        @patch("os.getcwd")
        def test_it(getcwd):
            getcwd.return_value = N
            return {"n": os.getcwd()}
    """,
    "below patch": """
        @patch("os.getcwd")
        @ps.produces(COUNT)
        def test_it(getcwd):
            getcwd.return_value = N
            return {"n": os.getcwd()}
    """,
    "between given and patch": """
        @given(n=st.integers(N, 3))
        @ps.produces(COUNT)
        @patch("os.getcwd")
        def test_it(getcwd, n):
            getcwd.return_value = n
            return {"n": os.getcwd()}
    """,
    "below staticmethod": """
        class TestIt:
            @staticmethod
            @ps.produces(COUNT)
            def test_it():
                return {"n": N}
    """,
    "below classmethod": """
        class TestIt:
            @classmethod
            @ps.produces(COUNT)
            def test_it(cls):
                return {"n": N}
    """,
    "unittest": """
        class TestIt(unittest.TestCase):
            @ps.produces(COUNT)
            def test_it(self):
                return {"n": N}
    """,
    "unittest, generator": """
        class TestIt(unittest.TestCase):
            @ps.produces(COUNT)
            def test_it(self):
                yield {"n": N}
    """,
    "unittest below given": """
        class TestIt(unittest.TestCase):
            @given(n=st.integers(N, 3))
            @ps.produces(COUNT)
            def test_it(self, n):
                return {"n": n}
    """,
    "unittest above given": """
        class TestIt(unittest.TestCase):
            @ps.produces(COUNT)
            @given(n=st.integers(N, 3))
            def test_it(self, n):
                return {"n": n}
    """,
    "unittest, coroutine": """
        class TestIt(unittest.IsolatedAsyncioTestCase):
            @ps.produces(COUNT)
            async def test_it(self):
                return await soon({"n": N})
    """,
    "unittest, async generator": """
        class TestIt(unittest.IsolatedAsyncioTestCase):
            @ps.produces(COUNT)
            async def test_it(self):
                yield await soon({"n": N})
    """,
    "unittest, function with given among coroutines": """
        class TestIt(unittest.IsolatedAsyncioTestCase):
            @given(n=st.integers(N, 3))
            @ps.produces(COUNT)
            def test_it(self, n):
                return {"n": n}
    """,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_that_keeps_the_contract_passes(run: Run, kind: str) -> None:
    """Without a warning, whatever makes the document."""
    assert summary(run("N = 1\n" + dedent(KINDS[kind]))) == ["PASSED"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_that_breaks_the_contract_fails(run: Run, kind: str) -> None:
    """The summary names the contract and the clause."""
    assert summary(run("N = 0\n" + dedent(KINDS[kind]))) == [f"FAILED {BROKEN}"]

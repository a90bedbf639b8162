"""What `produces` says when a contract is broken, and what repeats the failure."""

from __future__ import annotations

import re

import pytest
from running import Run, failure, summary

#: Hypothesis has said this in two ways.
CALL = r"(Failing test case|Falsifying example): "


def said(result: pytest.RunResult) -> str:
    """Return the text of the failure."""
    lines = (
        line[1:].removeprefix("   ") for line in failure(result).splitlines() if line[:1] == "E"
    )
    return re.sub(CALL, "The input: ", "\n".join(lines))


def reproduction(result: pytest.RunResult) -> str:
    """Return what is printed to be pasted."""
    _, _, lines = failure(result).partition("- Reproduce it with -")
    return lines.partition("\n")[2]


def line_of(start: str, pytester: pytest.Pytester) -> int:
    """Return the number of the first line of the test that starts with a text."""
    lines = pytester.path.joinpath("test_it.py").read_text("utf-8").splitlines()
    return next(i for i, line in enumerate(lines, 1) if line.startswith(start))


def test_a_failure_in_full(run: Run) -> None:
    """The report of the document, the least input, and the decorator that repeats it."""
    result = run(
        """
        @given(n=st.integers(0, 9), name=st.just("a"))
        @ps.produces(COUNT)
        def test_it(n, name):
            return {"n": -3, name: None} if n > 6 else {"n": 1}
        """
    )

    assert re.sub(r"\nExplanation:(\n .*)*", "", said(result)) == (
        """\
pytest_schemas.ContractViolation: count breaks /properties/n/minimum at /n: expected at least 1, \
found -3.

  /n
    expected at least 1, found -3.
      Clause: /properties/n/minimum

  The document: {"n": -3, "a": null}
The input: test_it(
    n=7,
    name='a',
)"""
    )
    assert reproduction(result) == "@example(\n    n=7,\n    name='a',\n)"


@pytest.mark.parametrize(
    "order",
    [
        "@given(n=st.integers(0, 9))\n@ps.produces(COUNT)",
        "@ps.produces(COUNT)\n@given(st.integers(0, 9))",
    ],
    ids=["below", "above"],
)
def test_the_place_of_a_failure_is_the_test(
    run: Run, pytester: pytest.Pytester, order: str
) -> None:
    """The traceback ends at its `def`, and no line of this package is in it."""
    result = run(f"\n{order}\ndef test_it(n):\n    return {{}}\n")

    lines = failure(result).splitlines()
    assert ">   def test_it(n):" in lines
    assert f"test_it.py:{line_of('def test_it(n):', pytester)}: ContractViolation" in lines
    assert "_exercise" not in failure(result)


def test_decorators_of_several_lines_are_skipped(run: Run) -> None:
    """The place is the `def`, however much stands above it."""
    result = run(
        """
        @pytest.mark.parametrize(
            "n",
            [
                0,
            ],
        )
        @ps.produces(
            COUNT
        )
        def test_it(
            n,
        ):
            return {"n": n}
        """
    )

    assert "\n>   def test_it(\n" in failure(result)


def test_several_clauses_are_several_failures(run: Run) -> None:
    """Each has its least input, and the summary is a sentence of all of them."""
    result = run(
        """
        @given(n=st.integers(0, 9))
        @ps.produces(COUNT)
        def test_it(n):
            return {"n": "x"} if n == 8 else {"n": 0} if n == 7 else {} if n > 2 else {"n": 1}
        """
    )

    assert len(summary(result)) == 1
    start, _, clauses = summary(result)[0].partition(": ")
    assert start == "FAILED 3 clauses of count are broken"
    assert sorted(clauses.split(", ")) == [
        "/properties/n/minimum",
        "/properties/n/type",
        '/required="n"',
    ]
    found = re.findall(r"# (.*)\n@example\(\n    (.*),\n\)", reproduction(result))
    assert sorted(found) == [
        ("count breaks /properties/n/minimum at /n: expected at least 1, found 0.", "n=7"),
        ('count breaks /properties/n/type at /n: expected integer, found "x" (a string).', "n=8"),
        ('count breaks /required="n" at the root: "n" is missing.', "n=3"),
    ]


def test_one_input_that_breaks_several_clauses_is_one_failure(run: Run) -> None:
    """It reports them all."""
    result = run(
        """
        TWO = {"title": "two", "required": ["a", "b"], "properties": {"c": {"type": "string"}}}

        @given(n=st.integers(0, 9))
        @ps.produces(TWO)
        def test_it(n):
            return {"c": n}
        """
    )

    assert summary(result) == [
        'FAILED two breaks 3 clauses, first /required="a" at the root: "a" is missing.'
    ]
    found = [line for line in said(result).splitlines() if "Clause: " in line]
    assert [line.split()[1] for line in found] == [
        '/required="a"',
        '/required="b"',
        "/properties/c/type",
    ]


def test_an_exception_of_the_producer_stays_what_it_is(run: Run) -> None:
    """With its own text and its own place."""
    result = run(
        """
        @given(n=st.integers(0, 9))
        @ps.produces(COUNT)
        def test_it(n):
            if n > 4:
                raise ValueError(f"no {n}")
            return {"n": 1}
        """
    )

    assert summary(result) == ["FAILED ValueError: no 5"]
    assert "Reproduce it with" not in failure(result)


def test_an_exception_beside_a_broken_clause_is_named_too(run: Run) -> None:
    """Hypothesis finds both, and the summary tells of both."""
    result = run(
        """
        @given(n=st.integers(0, 9))
        @ps.produces(COUNT)
        def test_it(n):
            if n > 4:
                raise ValueError(f"no {n}")
            return {"n": 1} if n < 3 else {}
        """
    )

    (line,) = summary(result)
    assert line[:-1] == 'FAILED 1 clause of count is broken: /required="n"; and ValueError: no '
    assert reproduction(result) == "@example(\n    n=3,\n)"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('{"n": 1}', "returned None: is a `return` missing?"),
        ("yield", "yielded None: is a value missing after `yield`?"),
    ],
    ids=["return", "yield"],
)
def test_none_by_mistake_has_its_own_message(run: Run, body: str, message: str) -> None:
    """It asks for what is probably missing."""
    result = run(f"@ps.produces(COUNT)\ndef test_it():\n    {body}\n")

    assert summary(result) == [f"FAILED count has no null document, but test_it {message}"]


def test_none_is_a_document_where_the_contract_has_null(run: Run) -> None:
    """It is judged as any other."""
    result = run(
        """
        @ps.produces({"type": ["integer", "null"]})
        def test_it():
            pass
        """
    )

    assert summary(result) == ["PASSED"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("""'{"n": 1}'""", None),
        ("""b'{"n": 1}'""", None),
        ("""bytearray(b'{"n": 1}')""", None),
        (
            """'{"n": 1, "n": 1}'""",
            'count breaks json/duplicate-key at /n: the name "n" a second time in one object ',
        ),
        (
            """b'{"n": 0}'""",
            "count breaks /properties/n/minimum at /n: expected at least 1, found 0.",
        ),
        ("'test_it.json'", "count breaks json/syntax at the root: "),
        (
            "None",
            "count is read from str or bytes, but test_it returned None: is a `return` missing?",
        ),
        ('{"n": 1}', "count is read from str or bytes, but test_it returned a dict."),
    ],
    ids=["str", "bytes", "bytearray", "twice", "invalid", "a file's name", "None", "dict"],
)
def test_a_text_is_read_strictly(run: Run, value: str, message: str | None) -> None:
    """With `text=True` the test makes JSON text, and nothing else will do."""
    result = run(f"@ps.produces(COUNT, text=True)\ndef test_it():\n    return {value}\n")

    (line,) = summary(result)
    assert line.startswith("PASSED" if message is None else f"FAILED {message}")


@pytest.mark.parametrize("value", ["b'{}'", "'{}'"], ids=["bytes", "str"])
def test_a_text_that_is_taken_for_a_value_gets_a_hint(run: Run, value: str) -> None:
    """Without `text=True` a text is no object."""
    result = run(
        f"""
        @ps.produces({{"type": "object"}})
        def test_it():
            return {value}
        """
    )

    assert said(result).endswith(
        "\n\n  If this is meant to be JSON text, @ps.produces(..., text=True) reads it."
    )


def test_the_number_of_a_yielded_document_is_told(run: Run) -> None:
    """And the generator is not asked for more."""
    result = run(
        """
        @ps.produces(COUNT)
        def test_it():
            try:
                yield {"n": 1}
                yield {"n": 0}
                raise RuntimeError
            finally:
                print("closed")
        """
    )

    assert said(result).endswith("\n\n  This is document 2 of those that it yielded.")
    assert "closed" in failure(result)


def test_a_producer_that_changes_its_mind_is_told_so(run: Run) -> None:
    """The same input keeps the contract in one call and breaks it in another."""
    result = run(
        """
        seen = []

        @given(n=st.integers(0, 9))
        @ps.produces(COUNT)
        def test_it(n):
            seen.append(n)
            return {"n": 0 if len(seen) == 3 else 1}
        """
    )

    assert summary(result) == [
        "FAILED count is not broken each time with the same input: "
        "count breaks /properties/n/minimum at /n: expected at least 1, found 0."
    ]


# The lines to paste

PASTED = {
    "one argument": ("n=st.integers(0, 9)", "n", "n > 3"),
    "a document": ("n=ps.documents('plan-edit')", "n", "True"),
    "not a number": ("n=st.floats()", "n", "n != n"),
    "text that looks like code": ("n=st.just('\\n    m=1,\\n)')", "n", "True"),
    "beside a fixture": ("n=st.integers(0, 9)", "tmp_path_factory, n", "n > 3"),
    "two arguments": ("a=st.text(min_size=2), b=st.lists(st.booleans())", "a, b", "len(b) > 1"),
}


@pytest.mark.parametrize("case", PASTED)
def test_the_printed_example_repeats_the_failure(run: Run, case: str) -> None:
    """Pasted above the test, it fails alone, with the same sentence."""
    drawn, arguments, fails = PASTED[case]
    test = f"""
@given({drawn})
@ps.produces(COUNT)
def test_it({arguments}):
    return {{"n": 0}} if {fails} else {{"n": 1}}
"""
    first = run(test)
    pasted = reproduction(first)

    again = run(
        f"from hypothesis import Phase\n@settings(phases=[Phase.explicit])\n{pasted}{test}".replace(
            "@settings(phases=[Phase.explicit])\nfrom math import inf, nan",
            "from math import inf, nan\n@settings(phases=[Phase.explicit])",
        )
    )

    assert pasted.startswith(("@example(", "from math"))
    assert summary(again) == summary(first)
    assert "Reproduce it with" not in failure(again)


def test_a_method_is_reproduced_without_its_self(run: Run) -> None:
    """An object of a test class cannot be pasted."""
    result = run(
        """
        class TestIt:
            @given(n=st.integers(0, 9))
            @ps.produces(COUNT)
            def test_it(self, n):
                return {}
        """
    )

    assert reproduction(result) == "@example(\n    n=0,\n)"


def test_the_seed_and_the_blob_are_there_where_hypothesis_has_them(run: Run) -> None:
    """A run that Hypothesis does not repeat by itself has a seed."""
    result = run(
        """
        @settings(derandomize=False, database=None, print_blob=True)
        @given(n=st.integers(0, 9))
        @ps.produces(COUNT)
        def test_it(n):
            return {}
        """
    )

    lines = reproduction(result).splitlines()
    assert lines[:3] == ["@example(", "    n=0,", ")"]
    assert re.fullmatch(r"@reproduce_failure\('[\d.]+', b'[\w+/=]+'\)", lines[3])
    assert re.fullmatch(r"@seed\((\d+)\)  # or: pytest --hypothesis-seed=\1", lines[4])


def test_what_data_has_drawn_cannot_be_pasted(run: Run) -> None:
    """There is the blob, and no example that would not work."""
    result = run(
        """
        @settings(print_blob=True)
        @given(data=st.data())
        @ps.produces(COUNT)
        def test_it(data):
            return {"n": data.draw(st.integers(max_value=0))}
        """
    )

    assert reproduction(result).startswith("@reproduce_failure(")


def test_what_failing_inputs_have_in_common_is_in_the_producer(
    run: Run, pytester: pytest.Pytester
) -> None:
    """Hypothesis names lines of the test, and none of this package."""
    result = run(
        """
        @settings(database=None)
        @given(n=st.integers(0, 99), m=st.integers())
        @ps.produces(COUNT)
        def test_it(n, m):
            made = {"n": 1}
            if n > 20:
                made["n"] = 0
            return made
        """
    )

    assert f"test_it.py:{line_of('        made[', pytester)}" in said(result)
    assert "pytest_schemas/" not in failure(result)


def test_a_partial_of_a_test_fails_as_any_other(run: Run) -> None:
    """It has no name of its own."""
    result = run(
        """
        from functools import partial

        test_it = partial(ps.produces(COUNT)(lambda n: {"n": n}), 0)
        """
    )

    assert summary(result) == [
        "FAILED count breaks /properties/n/minimum at /n: expected at least 1, found 0."
    ]

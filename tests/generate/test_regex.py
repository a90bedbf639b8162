"""Patterns are read into trees as ECMA-262 means them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_schemas._ecma import compile_pattern
from pytest_schemas._generate._alphabet import ANY, Alphabet
from pytest_schemas._generate._regex import (
    Alternatives,
    Boundary,
    Characters,
    End,
    Group,
    Look,
    Node,
    Reference,
    Repeat,
    Sequence,
    Start,
    Unsupported,
    parse,
)

A, B, C = (Characters(Alphabet.of_characters(each)) for each in "abc")
EMPTY = Sequence(())


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("", EMPTY, id="nothing"),
        pytest.param("a", A, id="a character"),
        pytest.param("ab", Sequence((A, B)), id="a sequence"),
        pytest.param("a|b|", Alternatives((A, B, EMPTY)), id="alternatives"),
        pytest.param("a|bc", Alternatives((A, Sequence((B, C)))), id="alternatives hold sequences"),
        pytest.param("^a$", Sequence((Start(), A, End())), id="anchors"),
        pytest.param("a*", Repeat(A, 0, None), id="any number"),
        pytest.param("a+?", Repeat(A, 1, None), id="one or more, lazy"),
        pytest.param("a??", Repeat(A, 0, 1), id="one or none, lazy"),
        pytest.param("a{2}", Repeat(A, 2, 2), id="a number"),
        pytest.param("a{2,}?", Repeat(A, 2, None), id="a number or more, lazy"),
        pytest.param("a{2,3}b", Sequence((Repeat(A, 2, 3), B)), id="between two numbers"),
        pytest.param("(?:ab)+", Repeat(Sequence((A, B)), 1, None), id="a group is repeated whole"),
        pytest.param("(a)((b))", Sequence((Group(1, A), Group(2, Group(3, B)))), id="groups count"),
        pytest.param(r"(a)\1", Sequence((Group(1, A), Reference((1,)))), id="a reference"),
        pytest.param(r"(?<x>a)\k<x>", Sequence((Group(1, A), Reference((1,)))), id="a name"),
        pytest.param(r"\k<x>(?<x>a)", Sequence((Reference((1,)), Group(1, A))), id="a name ahead"),
        pytest.param(
            r"(?<x>a)|(?<x>b)\k<x>",
            Alternatives((Group(1, A), Sequence((Group(2, B), Reference((1, 2)))))),
            id="a name of two groups",
        ),
        pytest.param(
            r"[(](?:a)(?=a)(?!a)(?<=a)(?<!a)\((?<x>a)\k<x>",
            Sequence(
                (
                    Characters(Alphabet.of_characters("(")),
                    A,
                    Look(True, False, A),
                    Look(True, True, A),
                    Look(False, False, A),
                    Look(False, True, A),
                    Characters(Alphabet.of_characters("(")),
                    Group(1, A),
                    Reference((1,)),
                )
            ),
            id="what is no group has no number",
        ),
        pytest.param(r"\ba\B", Sequence((Boundary(), A, Boundary())), id="boundaries"),
        pytest.param("(?s:.)", Characters(ANY), id="a dot for each character"),
        pytest.param("(?s:(?-s:a.))", parse("a."), id="a modifier that is taken back"),
        pytest.param("(?i:a)b", Sequence((Characters(Alphabet.of_characters("aA")), B)), id="case"),
    ],
)
def test_tree(source: str, expected: Node) -> None:
    """A pattern is read into its tree."""
    compile_pattern(source)

    assert parse(source) == expected


CLASSES = [
    *(r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", "."),
    *("[]", "[^]", "[a]", "[^a]", "[a-z]", "[^a-z0-9]", "[-a]", "[a-]", "[a-c-e]", "[--0]"),
    *(r"[\-a]", r"[\b]", r"[\]\\]", "[[]", "[a&&b]", r"[^\w]", r"[\W_]", r"[\s\S]", r"[^\d-]"),
    *(r"\t", r"\n", r"\v", r"\f", r"\r", r"\0", r"\cA", r"\cz", r"[\cJ]", r"\x41", r"\x7e"),
    *(r"\u00e9", r"\u{e9}", r"\u{1F600}", r"\ud83d\ude00", r"[\ud83d\ude00-\u{1f64f}]"),
    *(r"\/", r"\.", r"\$", r"\{", r"[\u0000-\u001f]", r"[\x20-\ud7ff]", r"[^\ud800-\udfff]"),
    *(r"\p{Lu}", r"\P{Lu}", r"\p{L}", r"\p{Script=Greek}", r"[\p{Nd}_]", r"[^\p{L}]"),
    *(r"[\P{L}a]", r"\p{ASCII}", r"\p{Any}", r"\p{White_Space}", r"\p{Co}", r"\P{Assigned}"),
]


@pytest.mark.parametrize("source", CLASSES)
def test_characters(source: str) -> None:
    """The characters of a class are those that the engine accepts, looked at where they change."""
    node = parse(source)
    pattern = compile_pattern(f"^{source}$")

    assert isinstance(node, Characters)
    assert [c for c in _telling(node.alphabet) if (c in node.alphabet) != pattern.matches(c)] == []


def test_lone_surrogate() -> None:
    """Half of a character is no character that a text can have."""
    assert parse(r"\ud83d") == Characters(Alphabet(()))
    assert parse(r"\ud83d\u{de00}") == Sequence((Characters(Alphabet(())),) * 2)


@pytest.mark.parametrize(
    "source",
    ["(?i:[a-c])", "(?i:[^a-c])", r"(?i:\w)", r"(?i:\W)", "(?i:[^é])", r"(?i:\P{L})", "(?i:[^ks])"],
)
def test_characters_without_case(source: str) -> None:
    """Where case is ignored, all characters that are read are accepted, and no class is empty."""
    node = parse(source)
    pattern = compile_pattern(f"^{source}$")

    assert isinstance(node, Characters)
    assert node.alphabet
    members = (c for c in _telling(node.alphabet) if c in node.alphabet)
    assert [c for c in members if not pattern.matches(c)] == []


def _telling(alphabet: Alphabet) -> Iterator[str]:
    """The characters up to the general punctuation, and those around each end of a range."""
    yield from map(chr, range(0x2070))
    for low, high in alphabet.ranges:
        for point in (low - 1, low, high, high + 1):
            if 0 <= point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF:
                yield chr(point)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        pytest.param("(?m:^a)", "it has anchors of lines", id="a line's start"),
        pytest.param("(?m:a$)", "it has anchors of lines", id="a line's end"),
        pytest.param(
            "(?:" * 51 + ")" * 51, "it has groups nested more than 50 deep", id="deep nesting"
        ),
    ],
)
def test_unsupported(source: str, reason: str) -> None:
    """What cannot be followed is refused, with the construct in words."""
    compile_pattern(source)

    with pytest.raises(Unsupported) as error:
        parse(source)

    assert (error.value.reason, str(error.value)) == (reason, reason)

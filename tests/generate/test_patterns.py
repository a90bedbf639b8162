"""Texts are made that match their patterns and have their lengths."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import pytest
from drawn import Drawn
from hypothesis import find, given, settings
from hypothesis import strategies as st

from pytest_schemas import _ecma
from pytest_schemas._ecma import Pattern, PatternError, compile_pattern
from pytest_schemas._generate._alphabet import Alphabet
from pytest_schemas._generate._chooser import Smallest, Trial
from pytest_schemas._generate._patterns import Impossible, PatternTexts, Unsupported, conjunction

T = TypeVar("T")

SCHEMAS = Path(__file__).parents[2] / "schemas"

PLAIN = r"""[^ '"\\;&|<>$`()*?\[\]{}!#~\u0000-\u001f\u007f-\u009f]"""
DOUBLE = r"""[^"\\\u0000-\u001f\u007f-\u009f]"""
SINGLE = r"""[^'\\\u0000-\u001f\u007f-\u009f]"""
PART = f"""(?:{PLAIN}|"{DOUBLE}*"|'{SINGLE}*')"""
COMMAND = f"""^ *(?:""|'')*(?:{PLAIN}|"{DOUBLE}+"|'{SINGLE}+'){PART}*(?: +{PART}+)* *$"""
PATH = r"^[^/\\][^\\]*$"
NO_PATH = [
    r"[\\:\u0000-\u001f\u007f-\u009f]",
    r"(?:^|/)\.{0,2}(?:/|$)",
    r"(?:^|/)\.[gG][iI][tT](?:/|$)",
]
EVENT_ID = "^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$"
PASSWORD = r"^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\w\s]).{8,}$"
HOST = r"^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$"


@dataclass(frozen=True)
class Case:
    """A pattern, its bounds, and its smallest text."""

    source: str
    smallest: str
    low: int = 0
    high: int | None = None
    certain: bool = True

    def texts(self) -> PatternTexts:
        return planned(self.source, self.low, self.high)

    def misfits(self, texts: Sequence[str]) -> list[str]:
        """The texts that do not match or have a wrong length."""
        return [text for text in texts if not fits(self.source, text, self.low, self.high)]


@cache
def planned(source: str, low: int, high: int | None) -> PatternTexts:
    return PatternTexts(source, low=low, high=high)


def fits(source: str, text: str, low: int, high: int | None) -> bool:
    long_enough = low <= len(text) and (high is None or len(text) <= high)
    return long_enough and compiled(source).matches(text)


@cache
def compiled(source: str) -> Pattern:
    return compile_pattern(source)


def checked(source: str, smallest: str, low: int = 0, high: int | None = None) -> Case:
    """A case whose texts are looked at before they are given out."""
    return Case(source, smallest, low, high, certain=False)


CASES = {
    # found anywhere
    "a character": Case("b", "b"),
    "a character in a longer text": Case("b", "b000", low=4),
    "nothing": Case("", ""),
    "nothing in a longer text": Case("", "000", 3, 3),
    "a start": Case("^b", "b0", low=2),
    "an end": Case("b$", "0b", low=2),
    "anchors of alternatives": Case("^a|b$", "a"),
    "anchors inside a sequence": Case("x*^a$y*", "a"),
    "anchors inside groups": Case(r"(?:^|\/)\.git(?:\/|$)", ".git"),
    "anchors inside groups, longer": Case(r"(?:^|\/)\.git(?:\/|$)", ".git/0", low=6),
    "repeated anchors": Case("(^){2}a(?:$)+", "a"),
    "an anchor in a repetition": Case("^(?:,?a|b$){2,3}$", "aa"),
    "empty": Case("^$", ""),
    # what differs from Python
    "no final newline": Case("^a$", "a"),
    "ASCII digits": Case(r"^\d{3}$", "000"),
    "words": Case(r"^\w+$", "0"),
    "spaces": Case(r"^\s$", " "),
    "no words": Case(r"^\W$", "!"),
    "a dot": Case("^.$", "0"),
    "a slash": Case(r"^\/$", "/"),
    "a control escape": Case(r"^\cA$", "\x01"),
    "a braced code point": Case(r"^\u{1F600}$", "\U0001f600"),
    "a pair of surrogates": Case(r"^\ud83d\ude00{2}$", "\U0001f600" * 2),
    "surrogate ranges": Case(r"^([\x20-\ud7ff]|\ud83d[\udc00-\udfff])*$", "0", low=1),
    "a property": Case(r"^\p{Lu}\p{Ll}*$", "A", high=40),
    "a negative property": Case(r"^\P{L}$", "0"),
    "a script": Case(r"^\p{Script=Greek}+$", "\u0370"),
    "any character": Case("^[^]$", "0"),
    "no character beside another": Case("^(?:[]|b)$", "b"),
    "without case": Case("^(?i:ok[^a])$", "ok0"),
    "ampersands": Case("^[a&&b]{2}$", "aa"),
    # lengths
    "a range of counts": Case("^[a-c]{2,5}$", "aaa", low=3, high=4),
    "two at a time": Case("^(?:ab)*$", "abab", low=3, high=5),
    "two or three at a time": Case("^(?:ab|cde)*$", "ababcde", low=7, high=7),
    "a longer branch": Case("^(?:a|bcd)$", "bcd", low=2),
    "a long text": Case("^(?:ab)*c?$", "ab" * 1000, low=2000),
    "a long run": Case("^[^<>]*$", "0" * 3000, low=3000, high=4000),
    "a count that leaves one length": Case("^a{2}b{3}$", "aabbb"),
    "a literal": Case("^caf\u00e9$", "caf\u00e9"),
    "alternatives": Case("^(?:red|green|blue)$", "red"),
    "a bound that leaves one round": Case("(?:aa)+", "aa", high=3),
    # groups again
    "a group again": Case(r"""^(["']).*\1$""", '""'),
    "a name again": Case(r"^(?<y>\d{2})-\k<y>$", "00-00"),
    "a long group again": Case(r"^(a+)-\1$", "aaa-aaa", low=6, high=100),
    "two groups again": Case(r"^(a*)(b*)-\2\1$", "-"),
    "a reference ahead": checked(r"^\1(a)$", "a"),
    "a group that may be left out": checked(r"^(?:(a)|b)\1$", "b"),
    "a group that each round forgets": checked(r"^(?:(a)|b){2}\1$", "bb"),
    "a reference inside its group": checked(r"^(a\1)$", "a"),
    # looking around
    "ahead of the end": Case("foo(?=bar)", "foobar"),
    "behind the start": Case(r"(?<=\$)\d+", "$0"),
    "a password": checked(PASSWORD, "aA0!0000"),
    "a password of some characters": checked(
        r"^(?=.*\d)(?=.*[a-z])[A-Za-z\d@$!%*?&]{8,20}$", "0a000000"
    ),
    "a password in a group": checked(r"^((?=.*\d)(?=.*[a-z]).{6,20})$", "0a0000"),
    "words in any order": checked("^(?=.*foo)(?=.*bar)", "barfoo"),
    "a first character": checked(r"^(?=[A-Z])\w+$", "A"),
    "an end that is looked at": checked(r"^[a-z.]+(?<=\.js)$", ".js"),
    "an end that is looked at ahead": checked(r"^(?=.*\.js$)[a-z.]+$", ".js"),
    "a length": checked("^(?=.{3,5}$)[a-z]+(?:-[a-z]+)*$", "aaa"),
    "a greater length": checked("^(?=.{20,25}$)[a-z]+(?:-[a-z]+)*$", "a" * 20),
    "not two dots": checked(r"^(?!.*\.\.)[a-z.]+$", "a"),
    "no space at either end": checked(r"^(?!\s).+(?<!\s)$", "0"),
    "not only zeros": checked(r"^(?!0+$)\d+$", "1"),
    "not this word": checked("^(?!foo$)[a-z]+$", "a"),
    "not two dashes": checked("^(?:(?!--)[a-z-])+$", "a"),
    "a word": checked(r"\bfoo\b", "foo"),
    # of the bundled contracts
    "an event id": Case(EVENT_ID, "evt_" + "0" * 26),
    "an item id": Case("^P[1-9][0-9]{0,2}$", "P1"),
    "a path": Case(PATH, "0", low=1, high=300),
    "a command": Case(COMMAND, "0", low=1, high=400),
    "a host": Case(HOST, "0.aa", high=253),
}


def _cases() -> list[Any]:
    return [pytest.param(case, id=name) for name, case in CASES.items()]


@pytest.mark.parametrize("case", _cases())
def test_smallest(case: Case) -> None:
    """The smallest text is the shortest one that a person would write."""
    texts = case.texts()

    assert (texts.smallest, texts.certain) == (case.smallest, case.certain)
    assert case.misfits([texts.smallest]) == []
    assert texts.lengths[0] == len(case.smallest)


@pytest.mark.parametrize("case", _cases())
def test_texts_match(case: Case) -> None:
    """Five hundred texts match and have their lengths; none is rejected."""
    chooser = Trial(1)

    assert case.misfits([case.texts().make(chooser) for _ in range(500)]) == []


@pytest.mark.parametrize("case", [c for c in _cases() if c.values[0].certain])
def test_the_smallest_choices_make_the_smallest_text(case: Case) -> None:
    """Where no text is looked at, the smallest choices lead to the smallest text."""
    assert case.texts().make(Smallest()) == case.smallest


@settings(deadline=None)
@given(st.sampled_from(sorted(CASES)), st.data())
def test_texts_match_whatever_hypothesis_chooses(name: str, data: st.DataObject) -> None:
    """Texts that Hypothesis makes match and have their lengths."""
    case = CASES[name]

    assert case.misfits([case.texts().make(Drawn(data.draw))]) == []


@pytest.mark.parametrize(
    ("source", "wanted", "expected"),
    [
        pytest.param(EVENT_ID, "[^0_]$", "evt_" + "0" * 25 + "1", id="an event id"),
        pytest.param(PATH, ".{5}", "00000", id="a path"),
        pytest.param("^[a-z]+(?:-[a-z]+)*$", "-.*-", "a-a-a", id="parts"),
        pytest.param(r"^(?!0+$)\d+$", "..", "01", id="not only zeros"),
        pytest.param(HOST, r"\..*\.", "0.0.aa", id="a host"),
    ],
)
def test_hypothesis_shrinks(source: str, wanted: str, expected: str) -> None:
    """The example that Hypothesis shows is the one that a person would write."""
    texts, fails = PatternTexts(source), compile_pattern(wanted)
    made = st.composite(lambda draw: texts.make(Drawn(draw)))()
    few = settings(max_examples=300, database=None, derandomize=True)

    assert find(made, fails.matches, settings=few) == expected


def bundled_patterns() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each pattern of the published schemas, with the subschema that holds it."""
    pending: list[Any] = [json.loads(each.read_text("utf-8")) for each in SCHEMAS.glob("*.json")]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            if isinstance(value.get("pattern"), str):
                yield value["pattern"], value
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)


def test_bundled_patterns() -> None:
    """Each pattern of the published schemas has texts, and none of them has to be looked at."""
    seen = set()
    for source, schema in bundled_patterns():
        low, high = schema.get("minLength", 0), schema.get("maxLength")
        texts, chooser = planned(source, low, high), Trial(2)
        assert texts.certain
        assert all(fits(source, texts.make(chooser), low, high) for _ in range(100))
        seen.add(source)
    assert len(seen) == 9


@pytest.mark.parametrize(
    ("source", "low", "high", "expected"),
    [
        pytest.param("a", 0, None, (1, None), id="no bound"),
        pytest.param("a", 0, 9, (1, 9), id="a bound"),
        pytest.param("^a{2,5}$", 0, None, (2, 5), id="of the pattern itself"),
        pytest.param("^a{2,5}$", 3, 4, (3, 4), id="of both"),
        pytest.param("^(?:ab)*$", 3, 7, (4, 6), id="the next that can be"),
        pytest.param("^(?=.{3,5}$)[a-z]*$", 0, None, (3, 5), id="of a look-ahead"),
        pytest.param("^a*$", 0, 200_000, (0, 100_000), id="as long as texts are made"),
    ],
)
def test_lengths(source: str, low: int, high: int | None, expected: tuple[int, int | None]) -> None:
    """The lengths are those of the shortest and the longest text that can be made."""
    assert PatternTexts(source, low=low, high=high).lengths == expected


@pytest.mark.parametrize(
    ("source", "low", "high"),
    [
        pytest.param("^abc$", 4, None, id="too short"),
        pytest.param("^abc$", 0, 2, id="too long"),
        pytest.param("^(?:ab)*$", 3, 3, id="between two lengths"),
        pytest.param("[]", 0, None, id="no character"),
        pytest.param(r"^\ud83d$", 0, None, id="half a character"),
        pytest.param("a^", 0, None, id="text before the start"),
        pytest.param("$a", 0, None, id="text after the end"),
        pytest.param("", 5, 4, id="bounds that are crossed"),
        pytest.param("^(?=.{1,3}$).{4,}$", 0, None, id="a look-ahead that bounds"),
    ],
)
def test_impossible(source: str, low: int, high: int | None) -> None:
    """Where no text of these lengths matches, that is said."""
    with pytest.raises(Impossible):
        PatternTexts(source, low=low, high=high)


@pytest.mark.parametrize(
    ("source", "low", "reason"),
    [
        pytest.param(
            r"^(?!.)\w+$",
            0,
            "only 0 of 60 texts that were tried keep what must be ahead",
            id="a look-ahead that nothing keeps",
        ),
        pytest.param(
            r"^a\Bb\b(?<=x)c$",
            0,
            "only 0 of 60 texts that were tried keep its word boundaries and what must be behind",
            id="several things",
        ),
        pytest.param(
            r"((?<=a))\1$",
            0,
            "only 0 of 60 texts that were tried keep what must be behind",
            id="a look-behind inside a group that is asked for again",
        ),
        pytest.param(
            r"^(a+)-\1$", 200, "no text that was planned has a length that fits", id="a long group"
        ),
        pytest.param(
            "a", 100_001, "its texts are longer than 100000 characters", id="a very long text"
        ),
        pytest.param(
            "^a{200000}$", 0, "its texts are longer than 100000 characters", id="a very long run"
        ),
        pytest.param("(?m:^a)", 0, "it has anchors of lines", id="what is not followed"),
    ],
)
def test_unsupported(source: str, low: int, reason: str) -> None:
    """What cannot be made is refused, and the reason says why in words."""
    with pytest.raises(Unsupported) as error:
        PatternTexts(source, low=low)

    assert error.value.reason == reason


def test_a_match_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pattern that is slow to look at is refused when its texts are tried out."""
    monkeypatch.setattr(_ecma, "MATCH_LIMIT", 1e-6)

    with pytest.raises(Unsupported) as error:
        PatternTexts(r"^(?!(a*)*\1b)a{900,}$")

    assert error.value.reason == "it takes too long to match"


def test_not_a_pattern() -> None:
    """What is no regular expression is refused as such."""
    with pytest.raises(PatternError):
        PatternTexts("[")


def test_spread_over_alternatives() -> None:
    """Each alternative is taken within two hundred texts, at any depth, and each optional part."""
    texts = PatternTexts("^(?:red|gr(?:e|a)y|[0-9]{3}|(?:blue|sky)(?:-(?:dark|light))?)$")
    chooser = Trial(3)

    seen = {text if text.isalpha() or "-" in text else "" for text in _made(texts, chooser, 200)}

    assert seen == {
        *("red", "grey", "gray", "", "blue", "sky"),
        *("blue-dark", "blue-light", "sky-dark", "sky-light"),
    }


def test_spread_over_lengths() -> None:
    """Both edges of the length are seen, and an ordinary text stays short."""
    lengths = sorted(len(text) for text in _made(planned(PATH, 1, 300), Trial(4), 300))

    assert (lengths[0], lengths[-1]) == (1, 300)
    assert lengths[150] < 12


def test_spread_over_what_stands_around() -> None:
    """What is found anywhere mostly stands alone, but not always."""
    texts = list(_made(PatternTexts("foo"), Trial(5), 300))

    assert 150 < texts.count("foo") < 290
    assert any(text.startswith("foo") and text != "foo" for text in texts)
    assert any(text.endswith("foo") and text != "foo" for text in texts)


def _made(texts: PatternTexts, chooser: Trial, count: int) -> Iterator[str]:
    return (texts.make(chooser) for _ in range(count))


class Counting(Trial):
    """A trial that counts its choices."""

    choices = 0

    def integer(self, low: int, high: int) -> int:
        self.choices += 1
        return super().integer(low, high)

    def flag(self, one_in: int) -> bool:
        self.choices += 1
        return super().flag(one_in)

    def pick(self, options: Sequence[T]) -> T:
        self.choices += 1
        return super().pick(options)

    def text(self, alphabet: Alphabet, low: int, high: int) -> str:
        self.choices += 1
        return super().text(alphabet, low, high)


@pytest.mark.parametrize(
    ("source", "low", "most"),
    [
        pytest.param("^fixed$", 0, 0, id="a literal"),
        pytest.param("^(?:0[1-9]|1[0-2]):[0-5][0-9]$", 0, 1, id="a clock"),
        pytest.param(r"^\d{4}-[0-9a-f]{4}$", 0, 2, id="counted"),
        pytest.param(EVENT_ID, 0, 2, id="an event id"),
        pytest.param(r"^\d\d*[a-z]\w{30}$", 0, 3, id="neighbours of one class"),
        pytest.param("^[a-z ]*$", 4000, 3, id="a long run"),
        pytest.param("^(?:[a-z]+,)*$", 4000, 40, id="many rounds"),
    ],
)
def test_few_choices(source: str, low: int, most: int) -> None:
    """A text costs few choices, however long it is."""
    texts, chooser = PatternTexts(source, low=low), Counting(6)

    counts = []
    for _ in range(50):
        chooser.choices = 0
        texts.make(chooser)
        counts.append(chooser.choices)

    assert max(counts) <= most


def test_characters_within() -> None:
    """Characters come from the given alphabet where the pattern leaves a choice."""
    within = Alphabet.of_characters("xyz")
    texts = PatternTexts(r"é[a-z]\d", low=8, within=within)

    made = set("".join(_made(texts, Trial(7), 100)))

    assert made == {*"xyz", "é", *"0123456789"}


@pytest.mark.parametrize("case", [c for c in _cases() if not c.values[0].certain])
def test_few_texts_are_made_in_vain(case: Case) -> None:
    """Of the texts that are looked at, most match at the first try."""
    assert case.texts().kept >= (60 if r"\1" in case.source else 25)


def test_texts_that_are_looked_at_fall_back() -> None:
    """Choices that lead nowhere lead to a text that matched when the pattern was tried out."""
    texts = PatternTexts(r"^(?!0+$)\d+$")

    assert texts.make(Smallest()) == texts.smallest == "1"


def test_texts_can_be_pickled() -> None:
    """What makes texts can be sent to another process, where it makes the same."""
    texts = PatternTexts(PASSWORD)
    copied = pickle.loads(pickle.dumps(texts))

    assert list(_made(copied, Trial(8), 20)) == list(_made(texts, Trial(8), 20))


# The law on patterns of a small grammar, held against all short texts over four characters.

CHARACTERS = "ab1-"
SHORT_TEXTS = ["".join(each) for n in range(5) for each in product(CHARACTERS, repeat=n)]
ATOMS = ["a", "b", "1", "[ab]", "[^a]", r"\d", ".", "ab", "(?:)", "^", "$", r"\b"]
QUANTIFIERS = ["?", "*", "+", "{2}", "{0,1}", "{1,2}", "{2,}", "{0}", "{3,5}?"]


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.lists(inner, min_size=2, max_size=3).map("".join),
        st.builds("({}|{})".format, inner, inner),
        st.builds("(?:{}){}".format, inner, st.sampled_from(QUANTIFIERS)),
        st.builds("({}{})".format, st.sampled_from(["?=", "?!", "?<=", "?<!"]), inner),
    )


PATTERNS = st.recursive(st.sampled_from(ATOMS), _larger, max_leaves=6)
ALL_PATTERNS = st.one_of(
    PATTERNS,
    PATTERNS.map("^{}$".format),
    st.builds(r"({}){}\1".format, PATTERNS, PATTERNS),
    st.builds(r"^(?:({})|a){}\1$".format, PATTERNS, PATTERNS),
)


@settings(deadline=None, max_examples=150)
@given(ALL_PATTERNS, st.integers(0, 4), st.none() | st.integers(0, 4))
def test_law(source: str, low: int, more: int | None) -> None:
    """Texts match, are as short as can be, and only what has no text is impossible."""
    high = None if more is None else low + more
    found = [len(text) for text in SHORT_TEXTS if fits(source, text, low, high)]
    try:
        texts = PatternTexts(source, low=low, high=high, within=Alphabet.of_characters(CHARACTERS))
    except Unsupported:
        return
    except Impossible:
        assert found == []
        return
    made = [*_made(texts, Trial(9), 5), texts.make(Smallest()), texts.smallest]
    assert all(fits(source, text, low, high) for text in made)
    if texts.certain and found and r"\1" not in source:
        assert len(texts.smallest) == min(found)


@pytest.mark.parametrize(
    ("sources", "options", "smallest"),
    [
        pytest.param(["[a-z]", "[A-Z]", r"\d", "^.{8,}$"], {}, "aA000000", id="a password"),
        pytest.param(["^abc", "xyz$"], {}, "abcxyz", id="a start and an end"),
        pytest.param(["^[a-m]*$", "^[h-z]*$"], {"low": 3}, "hhh", id="two alphabets"),
        pytest.param(["^[a-z]*$", "^.{3,5}$"], {}, "aaa", id="an alphabet and a length"),
        pytest.param(["^(?:ab)+$", "^(?:aba|b)*$"], {}, "abab", id="two repetitions"),
        pytest.param(["^[^a]*$", "[aeiou]"], {}, "e", id="all but one"),
        pytest.param(["^a", "^a"], {}, "a", id="the same twice"),
        pytest.param(["^[a-c]*$", "^[x-z]*$", ""], {}, "", id="no character in common"),
        pytest.param([PATH], {"refused": NO_PATH, "low": 1, "high": 300}, "0", id="a path"),
        pytest.param([], {"refused": ["^0"], "low": 2}, "10", id="refusals alone"),
        pytest.param([COMMAND], {"refused": ["^sudo "], "high": 400}, "0", id="a command"),
    ],
)
def test_conjunction(sources: list[str], options: dict[str, Any], smallest: str) -> None:
    """Texts match all of several patterns and none of those that are refused."""
    texts = conjunction(sources, **options)
    refused = options.get("refused", [])

    assert texts.smallest == smallest
    for text in _made(texts, Trial(10), 300):
        assert all(fits(s, text, options.get("low", 0), options.get("high")) for s in sources)
        assert not any(compiled(source).matches(text) for source in refused)


def test_conjunction_of_lengths_that_exclude_each_other() -> None:
    """Patterns whose texts have no length in common have no text in common."""
    with pytest.raises(Impossible):
        conjunction(["^a{2}$", "^a{3}$"])


def test_conjunction_that_is_not_found() -> None:
    """Patterns whose texts are never the same are refused."""
    with pytest.raises(Unsupported) as error:
        conjunction(["^a$", "^b$"])

    reason = "only 0 of 60 texts that were tried keep all that is demanded"
    assert error.value.reason == reason

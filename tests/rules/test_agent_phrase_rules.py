"""The phrases that an agent's text must not have, and what its result says of them."""

from __future__ import annotations

import pytest
from agent_results import ITEM, PROPOSING, READING

PHRASES = [
    "sks naruto run",
    "sks research run",
    "sks autoresearch run",
    "sks qa-loop",
    "sks goal",
    "$Naruto",
    "$Work",
    "$Research",
    "$AutoResearch",
    "$QA-LOOP",
    "$Goal",
    "node dist/bin/sks.js naruto",
    "node dist/bin/sks.js research run",
]
PHRASE_RULE = "agent-result/no-recursion-phrase"
GUARD_RULE = "agent-result/recursion-guard-consistent"
BLOCKS_RULE = "agent-result/guard-blocks"
LAUNCH_RULE = "agent-result/follow-up-no-route-launch"


def has(*phrases, kind="text"):
    """The message about a text with phrases."""
    named = ", ".join(f'"{each}"' for each in phrases)
    return f"the {kind} has {named}, which starts a route; an agent starts none, so take it out"


@pytest.mark.parametrize("phrase", PHRASES)
@pytest.mark.parametrize("write", [str, str.lower, str.upper], ids=["as is", "lower", "upper"])
def test_a_phrase_is_found_in_the_middle_of_a_text(broken_by_all, changed, phrase, write):
    """Each phrase is found between spaces, without letter case, and shown as it was written."""
    phrase = write(phrase)

    found = broken_by_all("agent-result", changed(READING, {"/summary": f"Now {phrase} again."}))

    assert found == {PHRASE_RULE: [("/summary", has(phrase))]}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("sks goal now", id="at the start"),
        pytest.param("use sks goal", id="at the end"),
        pytest.param("use sks goal.", id="before a full stop"),
        pytest.param("use (sks goal )", id="behind a bracket"),
        pytest.param("use\nsks goal now", id="behind a line end"),
        pytest.param("use sks goal\tnow", id="before a tab"),
        pytest.param("use\x1fsks goal\x1fnow", id="between separators of units"),
        pytest.param("use\u0085sks goal\u0085now", id="between next lines"),
        pytest.param("use sks  goal now", id="two spaces within"),
        pytest.param("use sks\u00a0goal now", id="another space within"),
        pytest.param("use sks goals now", id="a longer word"),
        pytest.param("use $Goals now", id="a longer route"),
        pytest.param("use xsks goalx now", id="amid a word"),
        pytest.param("use s\u212as goal now", id="a sign that is a k in lower case"),
        pytest.param("use sks autoresearch now", id="half a phrase"),
    ],
)
def test_what_is_no_phrase_is_left_alone(broken_by_all, changed, text):
    """The compact JSON text is searched: neither a quote mark nor an escape is white space."""
    assert broken_by_all("agent-result", changed(READING, {"/summary": text})) == {}


@pytest.mark.parametrize(
    "space",
    [" ", "\u00a0", "\u1680", "\u2003", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "\ufeff"],
    ids=ascii,
)
def test_every_space_sets_a_phrase_apart(broken_by_all, changed, space):
    """White space is what ECMAScript takes for it."""
    found = broken_by_all("agent-result", changed(READING, {"/summary": f"a{space}$Work{space}b"}))

    assert found == {PHRASE_RULE: [("/summary", has("$Work"))]}


def test_each_text_is_told_once_and_with_all_its_phrases(broken_by_all, changed):
    """Two phrases may share a space, and one that comes twice is named once."""
    text = "a $Work $Goal $Work b"

    found = broken_by_all("agent-result", changed(READING, {"/summary": text}))

    assert found == {PHRASE_RULE: [("/summary", has("$Work", "$Goal"))]}


def test_phrases_are_found_at_any_depth_in_document_order(broken_by_all, changed):
    """Open objects are searched too, and the names of their members, at the place of the value."""
    report = {
        "rows": [1, None, {"deep": "a $Work b"}],
        "a $Goal b": ["a sks goal b"],
        "last": True,
    }

    found = broken_by_all("agent-result", changed(READING, {"/no_patch_reason": report}))

    assert found == {
        PHRASE_RULE: [
            ("/no_patch_reason/rows/2/deep", has("$Work")),
            ("/no_patch_reason/a $Goal b", has("$Goal", kind="name")),
            ("/no_patch_reason/a $Goal b/0", has("sks goal")),
        ]
    }


def guard(ok, *violations, summary="", status="done", blockers=()):
    """Changes that give the result a guard, and what may agree with it."""
    return {
        "/recursion_guard": {"ok": ok, "violations": list(violations)},
        "/summary": summary,
        "/status": status,
        "/blockers": list(blockers),
    }


SAYS_GOAL = "a SKS goal b"
GOAL = [("/summary", has("SKS goal"))]
BOTH = "a $goal $work b"


@pytest.mark.parametrize(
    ("changes", "pointer", "message"),
    [
        pytest.param(
            guard(True, "sks goal"),
            "/recursion_guard/ok",
            '"ok" is true, and "violations" has "sks goal"; '
            "a scan finds no phrase, so empty the list",
            id="ok with a violation",
        ),
        pytest.param(
            guard(False),
            "/recursion_guard/ok",
            '"ok" is false, and "violations" is empty; a scan finds no phrase, so make it true',
            id="not ok without a violation",
        ),
        pytest.param(
            guard(False, "sks goal"),
            "/recursion_guard/violations/0",
            'a scan does not find "sks goal"; list what is found, and nothing else',
            id="a violation that is not there",
        ),
    ],
)
def test_a_guard_agrees_with_itself_and_with_the_document(
    broken_by_all, changed, changes, pointer, message
):
    """A guard that reports what is not there is the one fault of its result."""
    assert broken_by_all("agent-result", changed(READING, changes)) == {
        GUARD_RULE: [(pointer, message)]
    }


LACKS_GOAL = (
    "/recursion_guard/violations",
    'a scan finds "sks goal", and "violations" lacks it; list what is found',
)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param(
            guard(
                True,
                "sks goal",
                summary=SAYS_GOAL,
                status="blocked",
                blockers=["recursion:sks goal"],
            ),
            [
                (
                    "/recursion_guard/ok",
                    '"ok" is true, and "violations" has "sks goal"; make it false',
                )
            ],
            id="ok with a violation",
        ),
        pytest.param(
            guard(False, summary=SAYS_GOAL),
            [
                (
                    "/recursion_guard/ok",
                    '"ok" is false, and "violations" is empty; list "sks goal"',
                )
            ],
            id="not ok without a violation",
        ),
        pytest.param(
            guard(False, "$Work", summary=SAYS_GOAL),
            [
                LACKS_GOAL,
                (
                    "/recursion_guard/violations/0",
                    'a scan does not find "$Work"; list what is found, and nothing else',
                ),
            ],
            id="another violation",
        ),
        pytest.param(
            guard(False, "SKS goal", summary=SAYS_GOAL),
            [
                LACKS_GOAL,
                (
                    "/recursion_guard/violations/0",
                    'a scan does not find "SKS goal"; list what is found, and nothing else',
                ),
            ],
            id="a violation in another letter case",
        ),
    ],
)
def test_a_guard_that_reports_amiss_is_a_second_fault(broken_by_all, changed, changes, expected):
    """Where there is a phrase, a guard that reports something else is told beside it."""
    found = broken_by_all("agent-result", changed(READING, changes))

    assert found == {PHRASE_RULE: GOAL, GUARD_RULE: expected}


def test_a_guard_that_reports_nothing_is_no_second_fault(broken_by_all, changed):
    """A result is sent with an empty guard: the phrase is the fault, and nothing beside it."""
    found = broken_by_all("agent-result", changed(READING, guard(True, summary=SAYS_GOAL)))

    assert found == {PHRASE_RULE: GOAL}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param(
            guard(
                False,
                "sks goal",
                summary=SAYS_GOAL,
                status="blocked",
                blockers=["x", "recursion:sks goal"],
            ),
            [],
            id="blocked by the phrase",
        ),
        pytest.param(
            guard(False, "sks goal", summary=SAYS_GOAL, status="blocked", blockers=["x"]),
            [
                (
                    "/blockers",
                    'the guard reports "sks goal", and "blockers" lacks "recursion:sks goal"; '
                    "add it",
                )
            ],
            id="blocked by something else",
        ),
        pytest.param(
            guard(False, "sks goal", summary=SAYS_GOAL, status="failed"),
            [
                (
                    "/blockers",
                    'the guard reports "sks goal", and "blockers" lacks "recursion:sks goal"; '
                    "add it",
                ),
                (
                    "/status",
                    'the guard reports "sks goal", and the status is "failed"; make it "blocked"',
                ),
            ],
            id="not blocked",
        ),
        pytest.param(
            guard(
                False,
                "sks goal",
                summary=SAYS_GOAL,
                status="failed",
                blockers=["recursion:sks goal"],
            ),
            [
                (
                    "/status",
                    'the guard reports "sks goal", and the status is "failed"; make it "blocked"',
                )
            ],
            id="a blocker, and not blocked",
        ),
    ],
)
def test_what_the_guard_reports_blocks_the_result(broken_by_all, changed, changes, expected):
    """A result whose guard reports the phrase is blocked by it; it breaks the phrase's rule too."""
    found = broken_by_all("agent-result", changed(READING, changes))

    assert found.pop(PHRASE_RULE) == GOAL
    assert found.pop(BLOCKS_RULE, []) == expected
    assert found == {}


def test_every_phrase_blocks_the_result(broken_by_all, changed):
    """What lacks is told of all phrases at once, in the consumer's order and spelling."""
    changes = guard(False, "$Work", "$Goal", summary=BOTH, status="blocked", blockers=["x"])

    found = broken_by_all("agent-result", changed(READING, changes))

    assert found == {
        PHRASE_RULE: [("/summary", has("$goal", "$work"))],
        BLOCKS_RULE: [
            (
                "/blockers",
                'the guard reports "$Work", "$Goal", and "blockers" lacks "recursion:$Work", '
                '"recursion:$Goal"; add it',
            )
        ],
    }


def launches(found):
    """The message about an item that starts a route."""
    return f'the text has "{found}", which starts a route; a follow-up starts none, so take it out'


def item(**members):
    """Changes that give the proposed item these members."""
    return {"/follow_up_work_items/0": {**ITEM, **members}}


@pytest.mark.parametrize(
    ("text", "found", "kept"),
    [
        pytest.param("sks naruto", "sks naruto", "sks narutos", id="naruto"),
        pytest.param("(SKS Research)", "SKS Research", "asks research", id="research"),
        pytest.param("sks  qa-loop.", "sks  qa-loop", "sks_qa-loop", id="qa-loop"),
        pytest.param("\u00e9sks goal", "sks goal", "sks goal_2", id="goal"),
        pytest.param("a$naruto-x", "$naruto", "$narutox", id="$Naruto"),
        pytest.param("$Work", "$Work", "Work", id="$Work"),
        pytest.param("$Goal!", "$Goal", "$ Goal", id="$Goal"),
        pytest.param("$Research", "$Research", "$AutoResearch", id="$Research"),
        pytest.param("$QA-LOOP", "$QA-LOOP", "$QA-LOOPS", id="$QA-LOOP"),
        pytest.param(
            "(main  Route recursion)",
            "main  Route recursion",
            "domain route recursion",
            id="recursion",
        ),
        pytest.param(
            "Main route recursion",
            "Main route recursion",
            "main route recursions",
            id="recursion, once",
        ),
        pytest.param("sks\u00a0goal", "sks\u00a0goal", "sks\ngoal", id="a space within"),
    ],
)
def test_an_item_starts_no_route(broken_by_all, changed, text, found, kept):
    """These words are found at the borders of words, also at the start or the end of a text."""
    shown = found.replace("\u00a0", "\\u00a0")

    assert broken_by_all("agent-result", changed(PROPOSING, item(description=text))) == {
        LAUNCH_RULE: [("/follow_up_work_items/0/description", launches(shown))]
    }
    assert broken_by_all("agent-result", changed(PROPOSING, item(description=kept))) == {}


@pytest.mark.parametrize(
    ("members", "pointer"),
    [
        ({"id": "$Work"}, "/id"),
        ({"title": "$Work"}, "/title"),
        ({"required_persona_category": "$Work"}, "/required_persona_category"),
        ({"dependencies": ["x", "$Work"]}, "/dependencies/1"),
        (
            {"lease_requirements": [{"kind": "$Work", "path": "x"}]},
            "/lease_requirements/0/kind",
        ),
        (
            {"lease_requirements": [{"kind": "x", "path": "$Work"}]},
            "/lease_requirements/0/path",
        ),
        ({"reason": "$Work"}, "/reason"),
        ({"source_agent_session_id": "$Work"}, "/source_agent_session_id"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_every_text_of_an_item_is_looked_at(broken_by_all, changed, members, pointer):
    """No text of an item starts a route, whatever it is for."""
    found = broken_by_all("agent-result", changed(PROPOSING, item(**members)))

    assert found == {LAUNCH_RULE: [(f"/follow_up_work_items/0{pointer}", launches("$Work"))]}


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_phrase_in_an_item_breaks_both_rules(broken_by_all, changed, phrase):
    """A phrase between spaces is no text for an item, and none for any part of a result."""
    found = broken_by_all("agent-result", changed(PROPOSING, item(reason=f"a {phrase} b")))

    place = "/follow_up_work_items/0/reason"
    assert found == {
        PHRASE_RULE: [(place, has(phrase))],
        LAUNCH_RULE: [(place, launches(phrase))],
    }


def test_a_route_in_another_text_is_no_matter(broken_by_all, changed):
    """Only items are held to the borders of words."""
    assert broken_by_all("agent-result", changed(PROPOSING, {"/summary": "sks goal"})) == {}

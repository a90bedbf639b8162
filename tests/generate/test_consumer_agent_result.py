"""Agent results as their consumer wants them: documents, near misses and vectors of its rules."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from bundled import AGENT_RESULT, ENVELOPE
from hypothesis import Phase, find, given, settings
from sampled import NEW, sampled, smallest

import pytest_schemas as ps
from pytest_schemas._generate._chooser import Smallest
from pytest_schemas._generate._mending import menders
from pytest_schemas._generate._mending._phrases import avoid_phrases

CONTRACT = ps.contract("agent-result").including("consumer")
STAGES: dict[str, dict[str, Any]] = {
    "intake": {},
    "apply": {"stage": "apply"},
    "merge": {"stage": "merge"},
    "proof": {"stage": "proof"},
}
QUICK = settings(max_examples=1, phases=(Phase.generate,))
MERGE = STAGES["merge"]
RULES = [each.id for each in CONTRACT.clauses if each.keyword == "rule"]
#: The rules that are judged at some stages alone; those of the scout are judged at any.
STAGED = {
    "write-needs-rollback": {"apply"},
    "operation-protected-path": {"apply", "merge"},
    "lease-proof-path-allowed": {"apply", "merge"},
    "envelopes-disjoint": {"merge"},
    "conflict-prediction-apart": {"merge"},
    "proof-strategy-reference": {"proof"},
    "proof-verification-node": {"proof"},
    "proof-rollback-node": {"proof"},
    "proof-owner-agent": {"proof"},
    "scout-evidence-local": {"apply", "merge", "proof"},
}


def names(found: list[ps.Violation]) -> set[str]:
    """The ids of the broken clauses: the leaves of the causes."""
    leaves = (names(list(each.causes)) if each.causes else {each.clause.id} for each in found)
    return set().union(*leaves)


def holders(found: list[ps.Violation]) -> set[str]:
    """The ids of the `anyOf` that hold them."""
    return {each.clause.id for each in found if each.causes}


#: So many documents are made; a stage adds little to intake.
MANY = 300


@cache
def documents_at(stage: str) -> list[Any]:
    """Many documents, the same ones in every run."""
    return sampled(CONTRACT.documents(**STAGES[stage]), MANY)


# Documents.


@pytest.mark.parametrize("stage", STAGES)
def test_every_document_is_valid(stage: str) -> None:
    """What the consumer enforces is kept at intake and at each stage, without a document lost."""
    documents = documents_at(stage)

    found = [v for each in documents for v in CONTRACT.violations(each, **STAGES[stage])]
    assert (len(documents), names(found)) == (MANY, set())


def envelopes(result: Any) -> list[Any]:
    """The patch envelopes of a result."""
    return list(result.get("patch_envelopes", []))


def any_envelope(test: Callable[[Any], Any]) -> Callable[[Any], bool]:
    """Whether any envelope of a result is of some kind."""
    return lambda result: any(test(each) for each in envelopes(result))


def lease(envelope: Any) -> Any:
    """The lease proof of an envelope."""
    return envelope.get("lease_proof", {})


def verified(result: Any) -> str:
    """The status of what was verified, as the consumer reads it; nothing if nothing is written."""
    is_written = result["writes"] or result["changed_files"] or envelopes(result)
    return result["verification"]["status"].strip().lower() if is_written else ""


KINDS: dict[str, Callable[[Any], bool]] = {
    "patches": lambda result: bool(envelopes(result)),
    "no patches": lambda result: not envelopes(result),
    "several patches": lambda result: len(envelopes(result)) > 1,
    "changed files without a patch": lambda r: r["changed_files"] and not envelopes(r),
    "nothing written": lambda result: not verified(result),
    "passed": lambda result: verified(result) == "passed",
    "not applicable": lambda result: verified(result) == "not_applicable",
    "a status in other letters": lambda result: (
        verified(result) == "passed" and result["verification"]["status"] != "passed"
    ),
    "a repair with its hypothesis": lambda result: (
        bool(verified(result)) and result.get("work_item_kind") == "conflict_resolution"
    ),
    "a lease in the envelope alone": any_envelope(
        lambda each: each.get("lease_id") and not lease(each).get("lease_id")
    ),
    "a lease in the proof alone": any_envelope(
        lambda each: not each.get("lease_id") and lease(each).get("lease_id")
    ),
    "allowed paths": any_envelope(lambda each: each.get("allowed_paths")),
    "allowed paths that are empty": any_envelope(lambda each: each.get("allowed_paths") == []),
    "allowed paths in the proof": any_envelope(lambda each: lease(each).get("allowed_paths")),
    "a path beneath an allowed one": any_envelope(
        lambda each: any(
            operation["path"].startswith(f"{allowed}/")
            for operation in each["operations"]
            for allowed in each.get("allowed_paths", [])
        )
    ),
    **{
        f"source {source}": any_envelope(lambda each, source=source: each.get("source") == source)
        for source in (
            None,
            "fixture",
            "model_authored",
            "process_generated",
            "zellij_generated",
            "git-worktree-diff",
        )
    },
    **{
        f"op {op}": any_envelope(
            lambda each, op=op: any(operation["op"] == op for operation in each["operations"])
        )
        for op in ("replace", "write", "unified_diff", "git_apply_patch")
    },
    "follow-up items": lambda result: bool(result.get("follow_up_work_items")),
    "no follow-up items": lambda result: not result.get("follow_up_work_items"),
    "scout evidence": lambda result: "worker_scout_evidence" in result,
}


@pytest.mark.parametrize("stage", STAGES)
def test_both_sides_of_each_condition_are_met(stage: str) -> None:
    """The documents show each kind of result, and no kind is all of them."""
    documents = documents_at(stage)
    seen = {kind: sum(map(bool, map(test, documents))) for kind, test in KINDS.items()}

    rare = {"allowed paths that are empty"} if stage != "intake" else set()
    assert [kind for kind, count in seen.items() if not count and kind not in rare] == []
    assert [kind for kind, count in seen.items() if count > 0.9 * len(documents)] == []


SMALLEST = {**AGENT_RESULT, "recursion_guard": {"ok": True, "violations": []}}
LEASED = {
    **ENVELOPE,
    "operations": [{"op": "replace", "path": "0", "search": ""}],
    "lease_id": "lease-1",
}
PASSED = {"status": "passed", "checks": ["tests passed"]}
WRITE = {"op": "write", "path": "0", "content": ""}
IN_PROOF = {
    "lease_id": "lease-1",
    "owner_agent": "0",
    "strategy_task_id": "task-1",
    "verification_node_id": "verify-1",
    "rollback_node_id": "rollback-1",
}


def without(envelope: Any, member: str) -> dict[str, Any]:
    """An envelope without a member."""
    return {name: each for name, each in envelope.items() if name != member}


def changed(**members: Any) -> dict[str, Any]:
    """The smallest result with a patch, and other members of its envelope."""
    envelope = {**LEASED, **members}
    return {**SMALLEST, "verification": PASSED, "patch_envelopes": [envelope]}


@pytest.mark.parametrize(
    ("stage", "condition", "document"),
    [
        pytest.param("intake", lambda _: True, SMALLEST, id="any"),
        pytest.param("intake", envelopes, changed(), id="a patch"),
        pytest.param(
            "intake",
            KINDS["allowed paths"],
            changed(allowed_paths=["0"]),
            id="a patch within its lease",
            marks=NEW,
        ),
        pytest.param(
            "intake",
            KINDS["op write"],
            changed(operations=[WRITE]),
            id="a new file",
        ),
        pytest.param(
            "apply",
            KINDS["op write"],
            changed(operations=[WRITE], lease_proof={"rollback_node_id": "rollback-1"}),
            id="a new file that is applied",
            marks=NEW,
        ),
        pytest.param(
            "merge",
            KINDS["several patches"],
            {
                **changed(),
                "patch_envelopes": [
                    LEASED,
                    {**LEASED, "operations": [{"op": "replace", "path": "2-0", "search": ""}]},
                ],
            },
            id="two patches that are merged",
            marks=NEW,
        ),
        pytest.param(
            "proof",
            envelopes,
            {
                **changed(),
                "patch_envelopes": [{**without(LEASED, "lease_id"), "lease_proof": IN_PROOF}],
            },
            id="a patch that is proved",
            marks=NEW,
        ),
        pytest.param(
            "proof",
            KINDS["scout evidence"],
            {
                **SMALLEST,
                "worker_scout_evidence": {
                    "schema": "sks.worker-scout-evidence.v1",
                    "ok": True,
                    "agent_id": "0",
                    "artifact_path": "sessions/0/worker-scout/notes.json",
                    "central_proof_ssot": False,
                },
            },
            id="notes of a scout",
        ),
    ],
)
def test_the_smallest_document(stage: str, condition: Any, document: Any) -> None:
    """A failing test shows what a person would write, and what the consumer asks for."""
    assert smallest(CONTRACT.documents(**STAGES[stage]), condition) == document


@pytest.mark.parametrize(
    ("parts", "stage"),
    [
        pytest.param({"/task_slice_id": "rollback-2"}, "intake", id="a repair"),
        pytest.param({"/writes": ["src/a.py"]}, "intake", id="a write"),
        pytest.param(
            {"/verification": {"status": "not_run", "checks": []}}, "intake", id="not verified"
        ),
        pytest.param({"/patch_envelopes/1/allowed_paths": ["src"]}, "merge", id="a lease"),
        pytest.param({"/patch_envelopes/1/operations/0/path": "0"}, "merge", id="a path"),
        pytest.param({"/patch_envelopes/0/operations/0/op": "write"}, "apply", id="a new file"),
        pytest.param({"/worker_scout_evidence/agent_id": "writer-1"}, "proof", id="an agent"),
    ],
)
def test_a_part_is_fixed(parts: dict[str, Any], stage: str) -> None:
    """What else the consumer asks for follows from it."""
    documents = sampled(CONTRACT.documents(parts, **STAGES[stage]), 30)

    found = [v for each in documents for v in CONTRACT.violations(each, **STAGES[stage])]
    assert (names(found), bool(documents)) == (set(), True)


@pytest.mark.parametrize("alphabet", ["/.\\a", "$Work gal", " ", "\0a"])
def test_odd_letters(alphabet: str) -> None:
    """Paths and texts of any letters keep the rules about paths, phrases and blank texts."""
    for stage in ("intake", "merge"):
        for each in sampled(CONTRACT.documents(alphabet=alphabet, **STAGES[stage]), 30):
            assert names(CONTRACT.violations(each, **STAGES[stage])) == set()


SAYING = [
    pytest.param("Then $Work goes on.", "Then Work goes on.", id="with a sign"),
    pytest.param("Then SKS Goal\u00a0goes on.", "Then SKS-Goal\u00a0goes on.", id="two words"),
    pytest.param("$Work goes on.", "$Work goes on.", id="at the start"),
    pytest.param("Then sks research works.", "Then sks research works.", id="no phrase"),
]
SAYING_IN_ITEMS = [
    pytest.param("$Work goes on.", "Work goes on.", id="at the start of an item"),
    pytest.param("main route  recursion", "main-route-recursion", id="spaces"),
    pytest.param("the Global scout ledger", "the Global-scout-ledger", id="the ledger"),
    pytest.param("tasks goal", "tasks goal", id="within a word"),
]


@pytest.mark.parametrize(("text", "mended"), SAYING)
def test_a_phrase_is_broken_up(text: str, mended: str) -> None:
    """It stands in a text by chance, or by letters that a test asks for."""
    result = {"summary": text, "machine_feedback": {text: [{"deep": text}]}}

    avoid_phrases(result, Smallest(), rules={"no-recursion-phrase"})

    assert result == {"summary": mended, "machine_feedback": {mended: [{"deep": mended}]}}


@pytest.mark.parametrize(("text", "mended"), SAYING_IN_ITEMS)
def test_a_phrase_of_an_item_is_broken_up(text: str, mended: str) -> None:
    """An item of work may say less than other texts."""
    result = {"summary": text, "follow_up_work_items": [{"title": text}]}

    avoid_phrases(
        result,
        Smallest(),
        rules={"follow-up-no-route-launch", "follow-up-no-scout-ledger"},
    )

    assert result == {"summary": text, "follow_up_work_items": [{"title": mended}]}


def test_predictions_are_told_apart() -> None:
    """The first envelope keeps its id, and one that says nothing of a conflict has none."""
    leases = [{"conflict_prediction_id": each} for each in ("a", "a", "a-2")]
    result = {"patch_envelopes": [*({"lease_proof": each} for each in leases), {}]}

    for mend in menders("agent-result", {"agent-result/conflict-prediction-apart"}, MERGE):
        mend(result, Smallest())

    assert [each["conflict_prediction_id"] for each in leases] == ["a", "a-2", "a-2-2"]
    assert result["patch_envelopes"][3] == {}


# Near misses.


def judged_at(stage: str) -> list[str]:
    """The rules that are judged at a stage, with all those of intake."""
    return [rule for rule in RULES if stage in STAGED.get(rule.partition("/")[2], {*STAGES})]


@pytest.mark.parametrize(
    ("stage", "rule"), [(stage, rule) for stage in STAGES for rule in judged_at(stage)]
)
def test_a_near_miss_breaks_one_rule(stage: str, rule: str) -> None:
    """Each rule is broken alone, or with what cannot be kept beside it."""
    context = STAGES[stage]
    is_shown_before = stage != "intake" and rule.partition("/")[2] not in STAGED

    @settings(max_examples=2 if is_shown_before else 8)
    @given(CONTRACT.near_misses(rule, **context))
    def breaks(miss: ps.NearMiss) -> None:
        found = CONTRACT.violations(miss.document, **context)
        assert (miss.clause, miss.context) == (rule, context)
        assert names(found) == {rule, *miss.also}

    breaks()


def why_not_alone(clause: str, **context: Any) -> str:
    """What is broken along with a rule, or why it is not broken."""
    try:
        strategy = CONTRACT.near_misses(clause, **context)
    except ps.ContractError as error:
        return str(error).removeprefix(f"{clause} is judged only ")
    return " ".join(find(strategy, lambda _: True, settings=QUICK).also)


@pytest.mark.parametrize("stage", STAGES)
def test_what_cannot_be_broken_alone(stage: str) -> None:
    """What a guard has found stands in the document; other rules are not judged at this stage."""
    found = {rule: why_not_alone(rule, **STAGES[stage]) for rule in RULES}

    assert {rule: why for rule, why in found.items() if why} == {
        "agent-result/guard-blocks": "agent-result/no-recursion-phrase",
        **{rule: not_judged(rule, stage) for rule in RULES if rule not in judged_at(stage)},
    }


def not_judged(rule: str, stage: str) -> str:
    """Where a rule is judged instead."""
    stages = [f'stage="{each}"' for each in STAGES if each in STAGED[rule.partition("/")[2]]]
    where = "where stage= is given" if stage == "intake" else f"with {' or '.join(stages)}"
    return f"{where}: pass it to near_misses."


def test_a_rule_that_is_switched_off_breaks_nothing() -> None:
    """What cannot be kept beside a rule is named where it is judged."""
    fewer = CONTRACT.without("agent-result/no-recursion-phrase")
    strategy = fewer.near_misses("agent-result/guard-blocks")

    assert find(strategy, lambda _: True, settings=QUICK).also == ()


def test_the_demands_of_the_schema_are_broken_as_before() -> None:
    """Whatever the consumer enforces, a fault is of the level that it breaks first."""
    demands = {each.id for each in CONTRACT.clauses if each.kind == "demand"} - set(RULES)
    seen = set()

    @settings(max_examples=2 * len(demands))
    @given(CONTRACT.near_misses())
    def breaks(miss: ps.NearMiss) -> None:
        seen.add(miss.clause.id)
        found = CONTRACT.violations(miss.document)
        held = holders(found) & {miss.clause.id}
        assert names(found) | held == {miss.clause.id, *miss.also}

    breaks()
    assert len(demands - seen) < 10


# Vectors.


@pytest.mark.parametrize("stage", STAGES)
def test_each_vector_has_its_verdict(stage: str) -> None:
    """The contract accepts the valid ones, and refuses the others by the clause and the level."""
    wrong = []
    for vector in CONTRACT.vectors(**STAGES[stage]):
        found = CONTRACT.violations(vector.document, **vector.context)
        levels = {each.level for each in found} or {None}
        is_told = vector.valid or vector.clause in names(found) | holders(found)
        if (not found, levels, is_told) != (vector.valid, {vector.level}, True):
            wrong.append(vector.id)

    assert wrong == []


def test_every_rule_has_its_vectors() -> None:
    """Each has one that keeps it and one that breaks it, in one context alone."""
    vectors = [each for each in CONTRACT.vectors() if each.clause in RULES]

    assert {each.clause for each in vectors if each.valid} == set(RULES)
    assert {each.clause for each in vectors if not each.valid} == set(RULES)
    contexts = {(str(each.clause), str(dict(each.context))) for each in vectors}
    assert len(contexts) == len(RULES)


#: What is right though it looks wrong, by the rule: a consumer that is too strict refuses it.
ONLY_JUST = {
    "envelope-lease-id": ["in-the-envelope", "in-the-proof"],
    "operation-payload": ["empty-search-and-no-replace"],
    "operation-path-safe": ["dots-in-a-name", "three-dots", "backslash", "drive-letter", "home"],
    "operation-path-allowed": [
        "the-path-itself",
        "beneath-it",
        "beneath-by-the-proof",
        "in-other-words",
        "with-backslashes",
        "git-patch",
    ],
    "model-authored-proof": [
        "only-a-child-process-id",
        "only-a-sdk-thread-id",
        "only-a-ollama-request-id",
    ],
    "writes-need-patch": ["changed-files-for-a-reason", "changed-files-with-empty-envelopes"],
    "write-verification": ["not-applicable", "in-other-letters", "blank-beside-a-check"],
    "repair-hypothesis": [
        "its-own-hypothesis",
        "that-of-an-envelope",
        "no-border",
        "a-part-of-a-word",
    ],
    "follow-up-no-route-launch": ["other-words", "a-part-of-a-word"],
    "follow-up-no-scout-ledger": ["another-ledger"],
    "follow-up-protected-path": ["deeper-down", "longer", "no-policy", "another-package"],
    "write-needs-rollback": ["node-in-the-proof", "any-hint"],
    "operation-protected-path": ["deeper-down", "longer", "no-skill", "no-policy"],
    "lease-proof-path-allowed": ["git-patch-beneath-it", "empty-list"],
    "envelopes-disjoint": ["shares-a-start", "worktree", "twice-in-one-envelope"],
    "conflict-prediction-apart": ["different-ids", "only-one-id"],
    "proof-strategy-reference": [
        "only-a-strategy-task-id",
        "only-a-micro-win-id",
        "only-its-own-slice",
    ],
    "proof-verification-node": ["only-in-the-proof", "only-in-the-hint"],
    "proof-rollback-node": ["only-in-the-proof", "only-in-the-hint"],
    "scout-evidence-local": ["deeper-down"],
}


def test_what_only_just_keeps_a_rule() -> None:
    """Each of these is a valid vector of its rule, and so are no others but a plain one."""
    found: dict[str, list[str]] = {}
    for each in CONTRACT.vectors():
        if each.valid and each.clause in RULES:
            rule = str(each.clause).partition("/")[2]
            found.setdefault(rule, []).append(each.id.removeprefix(f"rule-{rule}-"))

    names = [rule.partition("/")[2] for rule in RULES]
    assert found == {rule: ["kept", *ONLY_JUST.get(rule, [])] for rule in names}


def test_ids_are_those_without_the_consumer_and_more() -> None:
    """What is asked for beyond adds vectors and renames none."""
    ids = [each.id for each in CONTRACT.vectors()]
    before = [each.id for each in ps.contract("agent-result").vectors()]

    assert [each for each in ids if not each.startswith("rule-")] == before
    assert len(ids) == len(set(ids))
    assert max(map(len, ids)) <= max(60, *map(len, before))


def test_the_list_is_the_same_everywhere() -> None:
    """Ids, texts and verdicts do not change from one run to another."""
    digest = hashlib.sha256()
    for each in CONTRACT.vectors():
        digest.update(repr((each.id, each.text, each.valid, each.level)).encode())

    assert digest.hexdigest()[:16] == "8a2b6170a47e7c08"

"""What the consumer of agent results enforces at the stages after intake."""

from __future__ import annotations

import pytest
from agent_results import ENVELOPE, READING, WRITING

import pytest_schemas as ps

ENVELOPE_AT = "/patch_envelopes/0"
LEASE_AT = "/patch_envelopes/0/lease_proof"
OPERATION_AT = "/patch_envelopes/0/operations/0"
STAGES = ("apply", "merge", "proof")
LEASE = ENVELOPE["lease_proof"]


def path(text, op="replace", **members):
    """Changes that let the envelope change one path, with these further members."""
    payload = {"search": ""} if op == "replace" else {"diff": ""}
    return {
        ENVELOPE_AT: {**ENVELOPE, "operations": [{"op": op, "path": text, **payload}], **members}
    }


def second(*paths, first=("src/a",), **members):
    """Changes that give the result two envelopes that change these paths."""

    def operations(paths):
        return [{"op": "replace", "path": each, "search": ""} for each in paths]

    return {
        "/patch_envelopes": [
            {**ENVELOPE, "operations": operations(first)},
            {**ENVELOPE, "operations": operations(paths), **members},
        ]
    }


def predicted(first, other):
    """Changes that give the result two envelopes with these predictions."""
    return {
        "/patch_envelopes": [
            {**ENVELOPE, "lease_proof": {**LEASE, "conflict_prediction_id": first}},
            {
                **ENVELOPE,
                "lease_proof": {**LEASE, "conflict_prediction_id": other},
                "operations": [{"op": "replace", "path": "src/b", "search": ""}],
            },
        ]
    }


def without(*names, **members):
    """Changes that take names from the lease proof and give the envelope these members."""
    lease = {name: value for name, value in LEASE.items() if name not in names}
    replaced = [{"op": "replace", "path": "src/a", "search": ""}]
    return {ENVELOPE_AT: {**ENVELOPE, "operations": replaced, "lease_proof": lease, **members}}


def scout(**members):
    """Changes that give the result the notes of a scout."""
    return {
        "/worker_scout_evidence": {
            "schema": "sks.worker-scout-evidence.v1",
            "ok": True,
            "agent_id": "a",
            "artifact_path": "sessions/a/worker-scout/notes.json",
            "central_proof_ssot": False,
            **members,
        }
    }


def outside(text, allowed):
    """The message about a path that the lease proof does not allow."""
    return (
        f'the path "{text}" does not lie within "allowed_paths" of "lease_proof", which has '
        f'"{allowed}"; leave that file alone, or allow its path'
    )


def protected(text):
    """The message about a protected path."""
    return f'the path "{text}" is protected; leave that file alone'


def meets(text, other):
    """The message about a path that another envelope changes."""
    return f'the path "{text}" meets "{other}" of patch envelope 0; change it in one of the two'


def elsewhere(text):
    """The message about notes that are not in the session of their agent."""
    return f'"{text}" is not a file under "sessions/a/worker-scout/"; keep the notes in the session'


NO_WAY_BACK = (
    'the op is "write", and its envelope names no way back; give "rollback_hint", or '
    '"rollback_node_id" in "lease_proof"'
)
NO_TASK = (
    'the envelope names no task; give "strategy_task_id" or "micro_win_id" in "lease_proof", or '
    '"task_slice_id"'
)


def no_node(kind):
    """The message about an envelope that names no node of a kind."""
    return (
        f'the envelope names no {kind} node; give "{kind}_node_id" in "lease_proof", or "node_id" '
        f'in "{kind}_hint"'
    )


ALLOWS_SRC = {**LEASE, "allowed_paths": ["src"]}

# name: (rule, stages, changes, pointer, message, the changes of a neighbour that keeps the rule)
FAULTS = {
    "a write without a way back": (
        "write-needs-rollback",
        ("apply",),
        {f"{LEASE_AT}/rollback_node_id": ...},
        OPERATION_AT,
        NO_WAY_BACK,
        {ENVELOPE_AT: {**ENVELOPE, "lease_proof": {}, "rollback_hint": {}}},
    ),
    "a write without a lease proof": (
        "write-needs-rollback",
        ("apply",),
        {LEASE_AT: ...},
        OPERATION_AT,
        NO_WAY_BACK,
        {LEASE_AT: {"rollback_node_id": "r"}},
    ),
    "a write with an empty way back": (
        "write-needs-rollback",
        ("apply",),
        {f"{LEASE_AT}/rollback_node_id": ""},
        OPERATION_AT,
        NO_WAY_BACK,
        path("src/a", lease_proof={}),
    ),
    **{
        f"an operation on {text}": (
            "operation-protected-path",
            ("apply", "merge"),
            path(text),
            f"{OPERATION_AT}/path",
            protected(text),
            path(kept),
        )
        for text, kept in {
            ".codex/config.toml": ".codex",
            "././.codex//x": "src/.codex/x",
            ".agents/skills/x": ".agents/x",
            "AGENTS.md": "docs/AGENTS.md",
            "node_modules/sneakoscope/x": "node_modules/sneakoscope2/x",
            ".sneakoscope/policy.json": ".sneakoscope/policy.jsonl",
            ".sneakoscope/a/my-policy.json": ".sneakoscope/a.json",
        }.items()
    },
    "a git patch to a protected path with a backslash": (
        "operation-protected-path",
        ("apply", "merge"),
        path(".\\AGENTS.md", "git_apply_patch"),
        f"{OPERATION_AT}/path",
        protected(".\\\\AGENTS.md"),
        path("AGENTS.md.txt", "git_apply_patch"),
    ),
    "a git patch outside the lease proof": (
        "lease-proof-path-allowed",
        ("apply", "merge"),
        path("docs/a", "git_apply_patch", lease_proof=ALLOWS_SRC),
        f"{OPERATION_AT}/path",
        outside("docs/a", "src"),
        path("docs/a", "git_apply_patch", lease_proof={**LEASE, "allowed_paths": []}),
    ),
    "a path that the envelope allows and its lease proof does not": (
        "lease-proof-path-allowed",
        ("apply", "merge"),
        path("src2", allowed_paths=["src2"], lease_proof=ALLOWS_SRC),
        f"{OPERATION_AT}/path",
        outside("src2", "src"),
        path("./src//2", allowed_paths=["src/2"], lease_proof=ALLOWS_SRC),
    ),
    "two envelopes on one path": (
        "envelopes-disjoint",
        ("merge",),
        second("./src//a"),
        "/patch_envelopes/1/operations/0/path",
        meets("./src//a", "src/a"),
        second("src/ab"),
    ),
    "a path beneath that of another envelope": (
        "envelopes-disjoint",
        ("merge",),
        second("src/b", "src/a/b"),
        "/patch_envelopes/1/operations/1/path",
        meets("src/a/b", "src/a"),
        second("src/b", "src/b", "src/b/c"),
    ),
    "a path above that of another envelope": (
        "envelopes-disjoint",
        ("merge",),
        second("src", first=("docs", "src\\a")),
        "/patch_envelopes/1/operations/0/path",
        meets("src", "src\\\\a"),
        second("src/a", source="git-worktree-diff", git_worktree={"worktree_path": "w"}),
    ),
    "one prediction of two envelopes": (
        "conflict-prediction-apart",
        ("merge",),
        predicted("c", "c"),
        "/patch_envelopes/1/lease_proof/conflict_prediction_id",
        'patch envelope 0 has "c" too, so the two are predicted to conflict; send one of them, or '
        "plan them apart",
        predicted("c", "C"),
    ),
    "an envelope without a task": (
        "proof-strategy-reference",
        ("proof",),
        {f"{ENVELOPE_AT}/task_slice_id": ..., f"{ENVELOPE_AT}/strategy_task_id": "t"},
        ENVELOPE_AT,
        NO_TASK,
        {f"{ENVELOPE_AT}/task_slice_id": ..., f"{LEASE_AT}/strategy_task_id": "t"},
    ),
    "an envelope with empty tasks": (
        "proof-strategy-reference",
        ("proof",),
        {
            f"{ENVELOPE_AT}/task_slice_id": "",
            f"{LEASE_AT}/strategy_task_id": "",
            f"{LEASE_AT}/micro_win_id": "",
        },
        ENVELOPE_AT,
        NO_TASK,
        {f"{ENVELOPE_AT}/task_slice_id": "", f"{LEASE_AT}/micro_win_id": "t"},
    ),
    **{
        f"an envelope without a node of {kind}": (
            f"proof-{kind}-node",
            ("proof",),
            without(f"{kind}_node_id", **{f"{kind}_node_id": "n", f"{kind}_hint": {"x": "n"}}),
            ENVELOPE_AT,
            no_node(kind),
            without(f"{kind}_node_id", **{f"{kind}_hint": {"node_id": "n"}}),
        )
        for kind in ("verification", "rollback")
    },
    **{
        f"an envelope with an empty node of {kind}": (
            f"proof-{kind}-node",
            ("proof",),
            without(
                lease_proof={**LEASE, f"{kind}_node_id": ""}, **{f"{kind}_hint": {"node_id": ""}}
            ),
            ENVELOPE_AT,
            no_node(kind),
            without(lease_proof={**LEASE, f"{kind}_node_id": "n"}),
        )
        for kind in ("verification", "rollback")
    },
    "a lease without an owner": (
        "proof-owner-agent",
        ("proof",),
        without("owner_agent"),
        ENVELOPE_AT,
        'the envelope names no owner; give "owner_agent" in "lease_proof"',
        {f"{LEASE_AT}/owner_agent": "b"},
    ),
    "a lease with an empty owner": (
        "proof-owner-agent",
        ("proof",),
        {f"{LEASE_AT}/owner_agent": ""},
        ENVELOPE_AT,
        'the envelope names no owner; give "owner_agent" in "lease_proof"',
        {f"{LEASE_AT}/owner_agent": " "},
    ),
    "notes of nobody": (
        "scout-evidence-local",
        STAGES,
        scout(agent_id=""),
        "/worker_scout_evidence/agent_id",
        '"agent_id" is empty; name the agent that made the notes',
        scout(agent_id="b", artifact_path="sessions/b/worker-scout/notes.json"),
    ),
    **{
        f"notes of an agent called {agent}, at {artifact}": (
            "scout-evidence-local",
            STAGES,
            scout(agent_id=agent, artifact_path=artifact),
            "/worker_scout_evidence/agent_id",
            f'"agent_id" is "{agent}", which names no folder of its own in sessions/; '
            "give the agent's id",
            scout(agent_id=kept, artifact_path=f"sessions/{kept}/worker-scout/x"),
        )
        for agent, artifact, kept in (
            ("..", "worker-scout/x", "..a"),
            ("..", "sessions/../worker-scout/x", "a.."),
            ("a/../b", "sessions/b/worker-scout/x", "a/b"),
            (".", "sessions/worker-scout/x", ".a"),
        )
    },
    "notes of another agent": (
        "scout-evidence-local",
        STAGES,
        scout(artifact_path="sessions/b/worker-scout/notes.json"),
        "/worker_scout_evidence/artifact_path",
        elsewhere("sessions/b/worker-scout/notes.json"),
        scout(artifact_path="./sessions//a/worker-scout/x/../notes.json"),
    ),
    "notes that climb": (
        "scout-evidence-local",
        STAGES,
        scout(artifact_path="sessions/a/worker-scout/../notes.json"),
        "/worker_scout_evidence/artifact_path",
        elsewhere("sessions/a/worker-scout/../notes.json"),
        scout(artifact_path="sessions/a/worker-scout/..notes.json"),
    ),
    "no file in the folder": (
        "scout-evidence-local",
        STAGES,
        scout(artifact_path="sessions/a/worker-scout/"),
        "/worker_scout_evidence/artifact_path",
        elsewhere("sessions/a/worker-scout/"),
        scout(artifact_path="sessions/a/worker-scout/x"),
    ),
    "the scout ledger of the mission": (
        "scout-evidence-local",
        STAGES,
        scout(artifact_path="scout-ledger.json", ok=False),
        "/worker_scout_evidence/artifact_path",
        elsewhere("scout-ledger.json"),
        scout(artifact_path="sessions/a/worker-scout/scout-ledger.json"),
    ),
    "notes from the root of the file system": (
        "scout-evidence-local",
        STAGES,
        scout(artifact_path="/sessions/a/worker-scout/notes.json"),
        "/worker_scout_evidence/artifact_path",
        elsewhere("/sessions/a/worker-scout/notes.json"),
        scout(blockers=["x"]),
    ),
    "good notes that are not ok": (
        "scout-evidence-local",
        STAGES,
        scout(ok=False),
        "/worker_scout_evidence/ok",
        '"ok" is false, and the notes are where they should be; make it true',
        scout(),
    ),
    "notes that are the central proof": (
        "scout-evidence-local",
        STAGES,
        scout(central_proof_ssot=True),
        "/worker_scout_evidence/central_proof_ssot",
        '"central_proof_ssot" is true; notes of a scout are no central proof: make it false',
        scout(rows=12),
    ),
}
CASES = [
    pytest.param(stage, *row[:1], *row[2:], id=f"{name}, {stage}")
    for name, row in FAULTS.items()
    for stage in row[1]
]
OTHER_STAGES = [
    pytest.param({"stage": stage} if stage else {}, row[0], row[2], id=f"{name}, {stage}")
    for name, row in FAULTS.items()
    for stage in (None, *STAGES)
    if stage not in row[1]
]


@pytest.mark.parametrize(("stage", "rule", "changes", "pointer", "message", "_kept"), CASES)
def test_a_fault_breaks_one_rule_at_its_stage(
    broken_by_all, changed, stage, rule, changes, pointer, message, _kept
):
    """Each rule finds its fault, there and in these words, and no other rule finds anything."""
    found = broken_by_all("agent-result", changed(base(changes), changes), stage=stage)

    assert found == {f"agent-result/{rule}": [(pointer, message)]}


@pytest.mark.parametrize(("stage", "_rule", "_changes", "_pointer", "_message", "kept"), CASES)
def test_a_neighbour_of_a_fault_keeps_the_rule(
    broken_by_all, changed, stage, _rule, _changes, _pointer, _message, kept
):
    """What stands close to a fault, and is none, is left alone by every rule of the stage."""
    assert broken_by_all("agent-result", changed(base(kept), kept), stage=stage) == {}


@pytest.mark.parametrize(("given", "rule", "changes"), OTHER_STAGES)
def test_a_rule_is_silent_at_other_stages(broken_by_all, changed, given, rule, changes):
    """A rule of one stage says nothing at another, nor when a result comes in."""
    found = broken_by_all("agent-result", changed(base(changes), changes), **given)

    assert f"agent-result/{rule}" not in found


def base(changes):
    """The result that is changed: one that wrote nothing, where the notes of a scout matter."""
    return READING if "/worker_scout_evidence" in changes else WRITING


@pytest.mark.parametrize("stage", STAGES)
def test_the_rules_of_intake_hold_at_each_stage(broken_by_all, changed, stage):
    """A stage adds rules to those of intake."""
    found = broken_by_all(
        "agent-result", changed(WRITING, {f"{ENVELOPE_AT}/lease_id": ...}), stage=stage
    )

    assert set(found) == {"agent-result/envelope-lease-id"}


def test_a_path_outside_the_one_list_breaks_the_rules_of_both_stages(broken_by_all, changed):
    """Where the lease proof alone allows paths, intake and merge each refuse what it does not."""
    found = broken_by_all(
        "agent-result", changed(WRITING, path("docs/a", lease_proof=ALLOWS_SRC)), stage="merge"
    )

    place = [(f"{OPERATION_AT}/path", outside("docs/a", "src"))]
    assert found == {
        "agent-result/operation-path-allowed": place,
        "agent-result/lease-proof-path-allowed": place,
    }


def test_a_write_without_a_way_back_misses_the_node_at_the_proof(broken_by_all, changed):
    """The two rules are of two stages, so each stage finds one."""
    changes = {f"{LEASE_AT}/rollback_node_id": ...}
    found = {
        stage: set(broken_by_all("agent-result", changed(WRITING, changes), stage=stage))
        for stage in STAGES
    }

    assert found == {
        "apply": {"agent-result/write-needs-rollback"},
        "merge": set(),
        "proof": {"agent-result/proof-rollback-node"},
    }


def test_an_envelope_meets_the_first_that_stands_before_it(broken_by_all, changed):
    """Each path that meets others is told once, and empty predictions are none."""
    same = {**ENVELOPE, "lease_proof": {**LEASE, "conflict_prediction_id": ""}}

    found = broken_by_all(
        "agent-result", changed(WRITING, {"/patch_envelopes": [same] * 3}), stage="merge"
    )

    assert found == {
        "agent-result/envelopes-disjoint": [
            (f"/patch_envelopes/{index}/operations/0/path", meets("src/a", "src/a"))
            for index in (1, 2)
        ]
    }


def test_the_rules_are_judged_on_request_alone(changed):
    """Without `including`, the consumer's rules judge nothing, at no stage."""
    contract = ps.contract("agent-result")
    result = changed(WRITING, second("src/a"))

    assert contract.violations(result, stage="merge") == []
    assert [
        (each.level, each.clause.id, each.instance_location)
        for each in contract.including("consumer").violations(result, stage="merge")
    ] == [
        ("consumer", "agent-result/envelopes-disjoint", "/patch_envelopes/1/operations/0/path"),
    ]

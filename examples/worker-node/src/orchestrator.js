'use strict';

// The orchestrator's check: an agent-result comes in as a line, and out goes whether it is taken.

const {
  anyObject, arrayOf, boolean, filled, integerFrom, mapOf, number, object, oneOf, orNull, string,
} = require('./check');
const { answerLines } = require('./lines');

const strings = arrayOf(string);
const verdict = object({ ok: boolean, violations: strings });

const operation = object(
  { op: oneOf('replace', 'write', 'unified_diff', 'git_apply_patch'), path: filled },
  { search: string, replace: string, content: string, diff: string },
);

const leaseProof = object({}, {
  lease_id: string,
  owner_agent: string,
  owner_persona: string,
  allowed_paths: strings,
  strategy_task_id: string,
  micro_win_id: string,
  protected_path_check: oneOf('passed', 'blocked', 'not_checked'),
  conflict_prediction_id: string,
  verification_node_id: string,
  rollback_node_id: string,
});

const envelope = object(
  {
    schema: oneOf('sks.agent-patch-envelope.v1'),
    agent_id: filled,
    session_id: filled,
    slot_id: filled,
    generation_index: integerFrom(0),
    operations: arrayOf(operation, 1),
  },
  {
    source: oneOf(
      'fixture', 'model_authored', 'process_generated', 'zellij_generated', 'git-worktree-diff',
    ),
    mission_id: string,
    route: string,
    task_slice_id: string,
    native_cli_worker_session_id: string,
    native_cli_process_id: number,
    worker_process_id: number,
    backend_child_process_id: number,
    backend_sdk_thread_id: string,
    backend_ollama_request_id: string,
    fast_mode: boolean,
    service_tier: oneOf('fast', 'standard'),
    lease_id: string,
    allowed_paths: strings,
    strategy_task_id: string,
    micro_win_id: string,
    verification_node_id: string,
    rollback_node_id: string,
    lease_proof: leaseProof,
    rationale: string,
    verification_hint: mapOf(string),
    rollback_hint: mapOf(string),
    cochange_acknowledged: boolean,
    cochange_acknowledged_reason: string,
    regression_proof: anyObject,
    repair_hypothesis: anyObject,
    tournament: anyObject,
    git_worktree: anyObject,
  },
);

const followUp = object(
  {
    id: filled,
    title: filled,
    description: filled,
    required_persona_category: filled,
    priority: integerFrom(0),
    dependencies: strings,
    lease_requirements: arrayOf(object({ kind: string, path: string })),
    max_attempts: integerFrom(1),
    reason: filled,
  },
  { source_agent_session_id: string },
);

const scoutEvidence = object(
  {
    schema: oneOf('sks.worker-scout-evidence.v1'),
    ok: boolean,
    agent_id: string,
    artifact_path: string,
    central_proof_ssot: boolean,
  },
  { blockers: strings },
  { open: true },
);

const agentResult = object(
  {
    schema: oneOf('sks.agent-result.v1'),
    mission_id: string,
    agent_id: filled,
    session_id: filled,
    persona_id: string,
    task_slice_id: string,
    status: oneOf('done', 'blocked', 'failed'),
    backend: oneOf(
      'fake', 'process', 'codex-sdk', 'python-codex-sdk', 'zellij', 'ollama', 'local-llm',
    ),
    summary: string,
    findings: strings,
    proposed_changes: strings,
    changed_files: strings,
    lease_compliance: verdict,
    recursion_guard: verdict,
    verification: object({ status: string, checks: strings }, { reason: filled }),
    blockers: strings,
    confidence: string,
    handoff_notes: string,
    artifacts: strings,
    unverified: strings,
    writes: strings,
  },
  {
    work_item_kind: string,
    patch_envelopes: arrayOf(envelope),
    patch_queue_refs: strings,
    applied_patch_refs: strings,
    rollback_refs: strings,
    backend_router_report: anyObject,
    codex_child_report: anyObject,
    codex_sdk_thread: anyObject,
    process_child_report: anyObject,
    zellij_child_report: anyObject,
    model_authored_patch_envelopes: boolean,
    fixture_patch_envelopes: boolean,
    no_patch_reason: anyObject,
    machine_feedback: anyObject,
    regression_proof: anyObject,
    repair_hypothesis: anyObject,
    tournament: anyObject,
    follow_up_work_items: arrayOf(followUp),
    source_intelligence_refs: orNull(anyObject),
    goal_mode_ref: orNull(anyObject),
    worker_scout_evidence: scoutEvidence,
  },
);

answerLines((result) => {
  const reasons = agentResult(result, '');
  return { accepted: reasons.length === 0, reasons };
});

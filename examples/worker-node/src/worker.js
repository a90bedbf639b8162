'use strict';

// An SKS worker: a task comes in as a line, and its agent-result goes out as a line.

const { answerLines } = require('./lines');

/** Whether a path is one of the leased ones, or lies beneath one. */
function isLeased(path, leases) {
  return leases.some((lease) => path === lease || path.startsWith(`${lease}/`));
}

/** The patch that writes files, as this worker hands it over. */
function envelope(task, files, generation) {
  return {
    schema: 'sks.agent-patch-envelope.v1',
    source: 'process_generated',
    agent_id: task.agent_id,
    session_id: task.session_id,
    slot_id: 'slot-1',
    generation_index: generation,
    lease_id: `lease:${task.agent_id}`,
    allowed_paths: task.leases,
    operations: files.map(({ path, content }) => ({ op: 'write', path, content })),
    rollback_hint: { node_id: 'restore-from-git' },
  };
}

/** What the worker reports of a task. */
function result(task) {
  const wanted = task.files.filter((file) => file.content !== null);
  const violations = wanted
    .filter((file) => !isLeased(file.path, task.leases))
    .map((file) => `no lease for ${file.path}`);
  const written = violations.length ? [] : wanted;
  const paths = [...new Set(written.map((file) => file.path))];
  return {
    schema: 'sks.agent-result.v1',
    mission_id: task.mission_id,
    agent_id: task.agent_id,
    session_id: task.session_id,
    persona_id: task.persona_id,
    task_slice_id: task.task_slice_id,
    status: violations.length ? 'blocked' : 'done',
    backend: 'process',
    // Cut by characters, so that no pair of surrogates is torn apart.
    summary: Array.from(task.brief).slice(0, 200).join(''),
    findings: task.files.filter((file) => file.content === null).map((file) => `read ${file.path}`),
    proposed_changes: paths.map((path) => `write ${path}`),
    changed_files: paths,
    lease_compliance: { ok: violations.length === 0, violations },
    recursion_guard: { ok: true, violations: [] },
    verification: paths.length
      ? { status: 'passed', checks: ['every path is leased'] }
      : { status: 'not_applicable', checks: [], reason: 'nothing is written' },
    blockers: violations,
    confidence: 'high',
    handoff_notes: '',
    artifacts: [],
    unverified: [],
    writes: paths,
    ...(paths.length
      ? { patch_envelopes: [envelope(task, written, 0)] }
      : { no_patch_reason: { ok: true, reason: 'nothing is written' } }),
  };
}

answerLines(result);

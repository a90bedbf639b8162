"""What may be odd about an agent result: habits of its producer, and our own inferences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_schemas._rules._rule import Finding, Given, rule
from pytest_schemas._show import show

if TYPE_CHECKING:
    from collections.abc import Iterator

_SOURCE_OF_FLAG = (
    ("model_authored_patch_envelopes", "model_authored"),
    ("fixture_patch_envelopes", "fixture"),
)


@rule(
    "agent-result/source-flags",
    level="documented",
    severity="advisory",
    source="the producer's habit",
    summary="Each of the two flags about patch envelopes is true exactly when an envelope has the "
    "source that the flag names.",
)
def source_flags(result: Any, _: Given) -> Iterator[Finding]:
    sources = {envelope.get("source") for envelope in result.get("patch_envelopes", ())}
    for flag, source in _SOURCE_OF_FLAG:
        is_flagged = result.get(flag, False)
        if is_flagged and source not in sources:
            yield Finding(
                (flag,), f"{show(flag)} is true, and no envelope has source {show(source)}"
            )
        elif not is_flagged and source in sources:
            found = "false" if flag in result else "missing"
            message = f"{show(flag)} is {found}, and an envelope has source {show(source)}"
            yield Finding((flag,), message)


@rule(
    "agent-result/no-patch-reason-without-patches",
    level="documented",
    severity="advisory",
    source="the producer's habit",
    summary="A result has a no_patch_reason exactly when it has no patch envelopes.",
)
def no_patch_reason_without_patches(result: Any, _: Given) -> Iterator[Finding]:
    has_envelopes = bool(result.get("patch_envelopes"))
    has_reason = "no_patch_reason" in result
    if has_envelopes and has_reason:
        yield Finding(
            ("no_patch_reason",),
            '"no_patch_reason" is given although there are patch envelopes; leave it out',
        )
    elif not has_envelopes and not has_reason:
        yield Finding(
            ("no_patch_reason",),
            'there are no patch envelopes, and "no_patch_reason" is missing; say why',
        )


@rule(
    "agent-result/lease-compliance-consistent",
    level="documented",
    severity="advisory",
    source="our inference",
    summary="lease_compliance is ok exactly when it lists no violations.",
)
def lease_compliance_consistent(result: Any, _: Given) -> Iterator[Finding]:
    is_ok, violations = result["lease_compliance"]["ok"], result["lease_compliance"]["violations"]
    if is_ok and violations:
        yield Finding(
            ("lease_compliance", "ok"), f'"ok" is true, and "violations" has {show(violations[0])}'
        )
    elif not is_ok and not violations:
        yield Finding(("lease_compliance", "ok"), '"ok" is false, and "violations" is empty')


@rule(
    "agent-result/blockers-match-status",
    level="documented",
    severity="advisory",
    source="our inference",
    summary="A result that is done has no blockers, and one that is blocked has some.",
)
def blockers_match_status(result: Any, _: Given) -> Iterator[Finding]:
    status, blockers = result["status"], result["blockers"]
    if status == "done" and blockers:
        yield Finding(
            ("blockers",), f'the status is "done", and "blockers" has {show(blockers[0])}'
        )
    elif status == "blocked" and not blockers:
        yield Finding(
            ("blockers",), 'the status is "blocked", and "blockers" is empty; say by what'
        )


@rule(
    "agent-result/envelope-owner",
    level="documented",
    severity="advisory",
    source="our inference",
    summary="Each patch envelope has the agent_id and the session_id of its result.",
)
def envelope_owner(result: Any, _: Given) -> Iterator[Finding]:
    for index, envelope in enumerate(result.get("patch_envelopes", ())):
        for name in ("agent_id", "session_id"):
            if envelope[name] != result[name]:
                yield Finding(
                    ("patch_envelopes", index, name),
                    f"the envelope has {show(envelope[name])}, its result {show(result[name])}",
                )


RULES = (
    source_flags,
    no_patch_reason_without_patches,
    lease_compliance_consistent,
    blockers_match_status,
    envelope_owner,
)

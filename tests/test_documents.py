"""Documents with known verdicts: each gets the verdict, level, clause and place that is right."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import pytest_schemas as ps
from pytest_schemas._rules import rules_for

DOCUMENTS = Path(__file__).parent / "documents"
CONTRACTS = ["feedback", "plan", "plan-edit", "agent-result"]

#: Rules that documents break and that nothing judges yet: what only the consumer's code enforces,
#: and what takes more context than a direction, a plan or a stage. A rule that is added leaves
#: this list.
NOT_JUDGED = frozenset(
    {
        "feedback/id-stable-on-retry",
        "feedback/message-from-harness",
        "plan/base-path-free",
        "plan/base-path-present",
        "plan/cmd-allowed",
        "plan/issue-matches",
        "plan/revision-expected",
        "agent-result/changed-files-leased",
        "agent-result/dispatch-identity",
        "agent-result/follow-up-capacity",
        "agent-result/follow-up-dependency-known",
        "agent-result/follow-up-id-new",
    }
)
#: The rule is judged, but not with what this document needs: the paths of the repository.
NEEDS_PATHS = "plan-edit-invalid-added-file-that-is-not-in-the-repository"


@dataclass(frozen=True)
class Case:
    """A document, and what is right about it."""

    contract: str
    path: str
    right: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.contract}-{self.path.removesuffix('.json').replace('/', '-')}"

    @property
    def file(self) -> Path:
        """Where the document lies."""
        return DOCUMENTS / self.contract / self.path

    @property
    def judge(self) -> ps.Contract:
        """What judges the document: the consumer's rules too, where it is said to keep them."""
        contract = ps.contract(self.contract)
        includes = self.right["level"] in {"consumer", "context"}
        return contract.including("consumer") if includes else contract

    @property
    def judged(self) -> bool:
        """Whether the fault of the document is one that is looked for."""
        return self.right["clause"] not in NOT_JUDGED and str(self) != NEEDS_PATHS

    @property
    def context(self) -> dict[str, Any]:
        """What the document is judged against."""
        given = {
            name: value
            for name, value in self.right.get("given", {}).items()
            if name in {"direction", "plan", "stage"}
        }
        if "plan" in given:
            given["plan"] = contents(DOCUMENTS / self.contract / given["plan"])
        return given


def contents(path: Path) -> Any:
    """Read one of the files that are JSON for certain."""
    return json.loads(path.read_text(encoding="utf-8"))


CASES = [
    Case(contract, path, right)
    for contract in CONTRACTS
    for path, right in contents(DOCUMENTS / contract / "expected.json").items()
]
VALID = [case for case in CASES if case.right["verdict"] == "valid"]
INVALID = [case for case in CASES if case.right["verdict"] == "invalid"]


@pytest.mark.parametrize("case", VALID, ids=str)
def test_a_valid_document_is_read(case: Case) -> None:
    """A valid document is accepted as it lies in its file, and warned about where that is right."""
    document = case.judge.read(case.file, **case.context)

    warned = {each.clause.id for each in case.judge.warnings(document, **case.context)}
    assert set(case.right.get("warnings", ())) - NOT_JUDGED <= warned


@pytest.mark.parametrize("case", [case for case in INVALID if case.judged], ids=str)
def test_an_invalid_document_breaks_what_is_meant(case: Case) -> None:
    """An invalid document breaks the clause that is meant, there, and nothing beside its kin."""
    with pytest.raises(ps.ContractViolation) as refusal:
        case.judge.read(case.file, **case.context)

    found = refusal.value.violations
    # What breaks along with a rule about a stage is found at another stage.
    also = () if "stage" in case.context else case.right.get("also", ())
    kin = [place(each) for each in also]
    assert sorted(map(broken, found)) == sorted([place(case.right), *kin])
    assert {each.level for each in found} == {case.right["level"]}
    meant = next(each for each in found if broken(each) == place(case.right))
    assert meant.member == case.right.get("property")


@pytest.mark.parametrize("case", [case for case in INVALID if "branch" in case.right], ids=str)
def test_the_branch_that_was_meant_is_explained(case: Case) -> None:
    """The causes of a broken `anyOf` lie in the branch that the document was meant for."""
    with pytest.raises(ps.ContractViolation) as refusal:
        case.judge.read(case.file, **case.context)

    causes = {broken(each) for each in leaves(refusal.value.violations)}
    assert causes
    assert causes <= {place(each) for each in case.right["branch"]}


@pytest.mark.parametrize("case", [case for case in INVALID if not case.judged], ids=str)
def test_a_document_of_a_later_level_keeps_the_levels_below(case: Case) -> None:
    """A document whose fault nothing looks for yet is accepted: the levels below hold."""
    case.judge.read(case.file, **case.context)


def test_the_rules_that_are_not_judged_yet_are_known() -> None:
    """No document is left out but for a rule of the list, and no rule of the list exists."""
    rules = {rule.id for contract in CONTRACTS for rule in rules_for(contract)}
    named = {
        each
        for case in CASES
        for each in [case.right["clause"], *case.right.get("warnings", ())]
        if each is not None and case.right["level"] not in {"parse", "schema"}
    }

    assert named - rules == NOT_JUDGED
    assert NEEDS_PATHS in set(map(str, INVALID))


@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_document_has_a_verdict(contract: str) -> None:
    """The files and the entries of expected.json are the same."""
    folder = DOCUMENTS / contract
    files = [
        path.relative_to(folder).as_posix()
        for verdict in ("valid", "invalid")
        for path in (folder / verdict).iterdir()
    ]

    assert sorted(files) == sorted(case.path for case in CASES if case.contract == contract)


def broken(violation: ps.Violation) -> tuple[str, str]:
    """The clause that is broken, and the place in the document."""
    return violation.clause.location, violation.instance_location


def place(right: dict[str, Any]) -> tuple[str, str]:
    """Likewise, as expected.json says it."""
    return right["clause"], right["instance"]


def leaves(violations: Any) -> Any:
    """What stands at the end of the causes; the violations themselves have some."""
    for each in violations:
        for cause in each.causes:
            yield from leaves([cause]) if cause.causes else [cause]

"""The contract: judging, asserting both ways, reading, context, and fewer rules."""

from __future__ import annotations

import copy
import json
import pickle
from typing import TYPE_CHECKING, Any

import pytest

import pytest_schemas as ps

if TYPE_CHECKING:
    from pathlib import Path

EVENT: dict[str, Any] = {
    "v": 1,
    "type": "feedback",
    "id": "evt_01M89M6GMCX9B5EDKGZT2YD93G",
    "ts": "2026-11-24T09:41:07Z",
    "workspace_id": "ws_01M8BGQYK368R7F421G6MP510Q",
    "actor": {"kind": "person", "id": "usr_a"},
    "message_id": "msg_01M83HCA5NTNPXN8EA4FZW6KBS",
    "kind": "correction",
    "text": "Old.",
    "from": {"participant_id": "usr_a", "kind": "person", "display_name": "Ada", "role": "member"},
}
PLAN: dict[str, Any] = {
    "schema_version": 1,
    "issue": 7,
    "revision": 4,
    "summary": "Dim the lamp.",
    "items": [
        {
            "id": "P1",
            "title": "Dim it",
            "intent": "Dim the lamp at night.",
            "files": [
                {"path": "lamp.py", "kind": "edit", "renamed_from": None, "change": "Dim at ten."}
            ],
            "acceptance": [{"type": "check", "text": "The lamp is dim at ten."}],
            "depends_on": [],
        }
    ],
    "questions": [],
}
EDIT: dict[str, Any] = {
    "op": "set_field",
    "item": "P1",
    "summary": "A better title",
    "reason": "It is clearer.",
    "field": "title",
    "value": "Dim the lamp",
    "file": None,
    "check": None,
    "check_index": None,
    "depends_on": None,
    "new_item": None,
}
ANSWER = {"schema_version": 1, "base_revision": 4, "reply": "Done.", "edits": [EDIT]}
CHOICE = {
    "title": "choice",
    "properties": {
        "file": {
            "anyOf": [
                {"type": "null"},
                {"required": ["path"], "properties": {"kind": {"enum": ["a", "b"]}}},
            ]
        },
        "size": {"type": "integer"},
    },
}


@pytest.fixture(name="feedback")
def _feedback() -> ps.Contract:
    """The contract of the feedback event."""
    return ps.contract("feedback")


@pytest.fixture(name="choice")
def _choice() -> ps.Contract:
    """A small contract in which a file is null or an object."""
    return ps.contract(CHOICE)


class TestJudging:
    """One judgement in four forms."""

    def test_a_valid_document(self, feedback: ps.Contract) -> None:
        """Nothing is broken, and the document itself is returned."""
        assert feedback.violations(EVENT) == []
        assert feedback.is_valid(EVENT) is True
        assert feedback.assert_valid(EVENT) is EVENT

    def test_an_invalid_document(self, feedback: ps.Contract) -> None:
        """The failure is an AssertionError that carries the violations."""
        document = {**EVENT, "v": 2}

        assert feedback.is_valid(document) is False
        with pytest.raises(AssertionError) as refused:
            feedback.assert_valid(document)
        assert type(refused.value) is ps.ContractViolation
        assert refused.value.violations == feedback.violations(document)
        assert [str(each.clause) for each in refused.value.violations] == ["/properties/v/const"]

    def test_violations_are_of_the_lowest_level_alone(self, feedback: ps.Contract) -> None:
        """A rule is not judged while the schema is broken, nor the schema while JSON is."""
        document = {**EVENT, "kind": "reaction"}

        levels = {
            "rule": {each.level for each in feedback.violations(document)},
            "schema": {each.level for each in feedback.violations({**document, "v": 2})},
            "json": {each.level for each in feedback.violations({**document, "v": {2}})},
        }

        assert levels == {"rule": {"documented"}, "schema": {"schema"}, "json": {"parse"}}

    def test_a_broken_rule_is_a_violation_like_any_other(self, feedback: ps.Contract) -> None:
        """Its clause is the rule's id, and so is its keyword location."""
        event = {name: value for name, value in EVENT.items() if name != "text"}

        (violation,) = feedback.violations({**event, "kind": "reaction"})

        assert violation.clause == violation.keyword_location == "feedback/reaction-required"
        assert (violation.level, violation.severity) == ("documented", "error")
        assert violation.instance_location == "/reaction"
        assert violation.message == (
            'the kind is "reaction", and the member "reaction" is missing; add the emoji'
        )

    def test_a_failure_survives_a_pickle(self, feedback: ps.Contract) -> None:
        """pytest-xdist sends failures from one process to another."""
        with pytest.raises(ps.ContractViolation) as refused:
            feedback.assert_valid({**EVENT, "v": 2})

        twin = pickle.loads(pickle.dumps(refused.value))

        assert str(twin) == str(refused.value)
        assert twin.violations == refused.value.violations

    def test_warnings_are_no_failures(self) -> None:
        """What a reader may stumble over is told, and the document stays valid."""
        document = {**EVENT, "from": {**EVENT["from"], "x": 2**53}}
        open_contract = ps.contract({})

        found = open_contract.warnings(document)

        assert open_contract.is_valid(document)
        assert [(each.clause, each.instance_location, each.severity) for each in found] == [
            ("json/portable-integer", "/from/x", "advisory")
        ]
        assert found[0].message == (
            "the integer is beyond 2^53 - 1, so a reader with doubles rounds it"
        )
        assert open_contract.warnings({1}) == []

    def test_a_contract_is_named_in_its_repr(self, feedback: ps.Contract) -> None:
        """A failing test shows which contract it used."""
        assert repr(feedback) == "<Contract feedback>"
        assert repr(ps.contract({"title": "order"})) == "<Contract order>"
        assert repr(ps.contract({})) == "<Contract the schema>"

    def test_contracts_of_one_name_say_the_same(self, feedback: ps.Contract) -> None:
        """However often it is asked for."""
        again = ps.contract("feedback")

        assert again.clauses == feedback.clauses
        assert again.rules == feedback.rules


class TestAssertInvalid:
    """A test that a document is refused passes for the right reason alone."""

    @pytest.mark.parametrize(
        ("document", "clause"),
        [
            pytest.param({"size": "x"}, None, id="any clause"),
            pytest.param({"size": "x"}, "/properties/size/type", id="location"),
            pytest.param(
                {"file": {}}, "/properties/file/anyOf/1/required", id="location of several"
            ),
            pytest.param({"file": {}}, '/properties/file/anyOf/1/required="path"', id="id"),
            pytest.param(
                {"file": {"path": 1, "kind": "c"}},
                "/properties/file/anyOf/1/properties/kind/enum",
                id="inside anyOf",
            ),
            pytest.param(
                {"file": {"path": 1, "kind": "c"}},
                "/properties/file/anyOf",
                id="the anyOf that holds it",
            ),
            pytest.param({"size": "x", "file": {}}, "/properties/size/type", id="one of two"),
            pytest.param({"size": {1}}, "json/value", id="no JSON"),
            pytest.param({"size": float("nan")}, "json/non-finite", id="not a number"),
            pytest.param({"size": float("nan")}, None, id="not a number, any clause"),
        ],
    )
    def test_it_returns_what_is_broken(
        self, choice: ps.Contract, document: object, clause: str | None
    ) -> None:
        """The clause is named by location or by id; a holder of causes counts as broken."""
        assert choice.assert_invalid(document, clause=clause) == choice.violations(document)

    @pytest.mark.parametrize(
        ("clause", "wanted"),
        [(None, ""), ("/properties/size/type", " It should break /properties/size/type.")],
        ids=["any clause", "one clause"],
    )
    def test_a_valid_document_fails(
        self, choice: ps.Contract, clause: str | None, wanted: str
    ) -> None:
        """The message says what was expected and shows the document."""
        with pytest.raises(AssertionError) as refused:
            choice.assert_invalid({"size": 1}, clause=clause)

        assert str(refused.value) == (
            f"choice accepts a document that it should refuse.{wanted}\n\n"
            '  The document: {"size": 1}'
        )

    def test_another_broken_clause_fails(self, choice: ps.Contract) -> None:
        """Being invalid is not enough where a clause is asked for."""
        with pytest.raises(AssertionError) as refused:
            choice.assert_invalid({"size": "x"}, clause="/properties/file/anyOf")

        assert str(refused.value) == (
            "The document does not break /properties/file/anyOf; instead choice breaks "
            '/properties/size/type at /size: expected integer, found "x" (a string).\n\n'
            '  The document: {"size": "x"}'
        )

    @pytest.mark.parametrize(
        ("clause", "hint"),
        [
            pytest.param("/typ", " Did you mean '/type'?", id="like another"),
            pytest.param(
                "nonsense",
                ' Known are "/type", "json/bom", "json/duplicate-key", "json/lone-surrogate", '
                '"json/nesting", "json/non-finite", "json/size", "json/syntax" and 2 more.',
                id="like none",
            ),
        ],
    )
    @pytest.mark.parametrize("document", [1, None], ids=["invalid", "valid"])
    def test_an_unknown_clause_is_an_error(self, clause: str, hint: str, document: object) -> None:
        """A misspelt clause must not make a test pass or fail for a wrong reason."""
        with pytest.raises(ps.ContractError) as refused:
            ps.contract({"title": "nothing", "type": "null"}).assert_invalid(
                document, clause=clause
            )

        assert str(refused.value) == f"nothing has no clause {clause!r}.{hint}"

    def test_a_value_that_is_no_json_shows_nothing(self, choice: ps.Contract) -> None:
        """A set in the test is a slip of the test, unless it is asked for."""
        with pytest.raises(AssertionError) as refused:
            choice.assert_invalid({"size": {1}})

        assert str(refused.value) == (
            "choice was given what is no JSON document, which shows nothing: choice breaks "
            "json/value at /size: a value of type set, {1}: use a list. If that is meant, ask for "
            "clause='json/value'."
        )

    def test_a_rule_can_be_asked_for(self, feedback: ps.Contract) -> None:
        """The id of a rule is the name of its clause."""
        document = {**EVENT, "kind": "reaction"}

        violations = feedback.assert_invalid(document, clause="feedback/reaction-required")

        assert "feedback/reaction-required" in [each.clause for each in violations]

    def test_the_clause_of_a_false_root_can_be_asked_for(self) -> None:
        """Its name is the pointer of the root, which is empty."""
        assert len(ps.contract(False).assert_invalid(1, clause="")) == 1


class TestReading:
    """`read` takes a JSON text and gives back what it says, judged."""

    @pytest.mark.parametrize(
        "kind",
        [
            pytest.param(str, id="str"),
            pytest.param(str.encode, id="bytes"),
            pytest.param(lambda text: bytearray(text.encode()), id="bytearray"),
            pytest.param(lambda text: memoryview(text.encode()), id="memoryview"),
        ],
    )
    def test_a_text(self, feedback: ps.Contract, kind: Any) -> None:
        """As a string or as its bytes."""
        assert feedback.read(kind(json.dumps(EVENT))) == EVENT

    @pytest.mark.parametrize("kind", [lambda path: path, str], ids=["path", "str"])
    def test_a_file(self, feedback: ps.Contract, tmp_path: Path, kind: Any) -> None:
        """By its path, or by a string that ends in .json."""
        path = tmp_path / "event.json"
        path.write_text(json.dumps(EVENT), encoding="utf-8")

        assert feedback.read(kind(path)) == EVENT

    @pytest.mark.parametrize("text", ['"a.json"', '["b.json"]'])
    def test_a_text_about_a_file_is_a_text(self, text: str) -> None:
        """No JSON text ends like a file name."""
        assert ps.contract(True).read(text) == json.loads(text)

    @pytest.mark.parametrize("kind", [lambda path: path, str], ids=["path", "str"])
    def test_a_file_that_is_not_there(
        self, feedback: ps.Contract, tmp_path: Path, kind: Any
    ) -> None:
        """That is a mistake of the test, not a fault of a document."""
        path = tmp_path / "event.json"

        with pytest.raises(ps.ContractError) as refused:
            feedback.read(kind(path))

        assert str(refused.value).startswith('The document "')
        assert str(refused.value).endswith(" cannot be read: No such file or directory.")

    def test_the_context_is_used(self) -> None:
        """As for any other judgement."""
        with pytest.raises(ps.ContractViolation) as refused:
            ps.contract("plan-edit").read(json.dumps({**ANSWER, "base_revision": 3}), plan=PLAN)

        assert {each.level for each in refused.value.violations} == {"context"}
        assert refused.value.violations[0].position == (1, 40)

    def test_what_cannot_be_read_is_a_violation(self, feedback: ps.Contract) -> None:
        """Of level parse, with the place."""
        with pytest.raises(ps.ContractViolation) as refused:
            feedback.read('{"v": 1,\n "v": 2}')

        (violation,) = refused.value.violations
        assert (violation.clause, violation.level) == ("json/duplicate-key", "parse")
        assert (violation.instance_location, violation.position) == ("/v", (2, 2))

    @pytest.mark.parametrize("source", [5, None, ["{}"], {"v": 1}], ids=repr)
    def test_what_is_no_text_is_a_type_error(self, feedback: ps.Contract, source: Any) -> None:
        """A document that is read already belongs into `assert_valid`."""
        with pytest.raises(TypeError, match="str"):
            feedback.read(source)


class TestLimits:
    """How much of a document is read."""

    @pytest.mark.parametrize("judge", ["value", "text"])
    def test_nesting(self, judge: str) -> None:
        """The limit holds for Python values as for texts, and can be set."""
        contract = ps.contract(True, max_nesting=2)

        def violations(document: Any) -> list[tuple[str, str]]:
            try:
                if judge == "text":
                    contract.read(json.dumps(document))
                else:
                    contract.assert_valid(document)
            except ps.ContractViolation as refused:
                return [(str(each.clause), each.instance_location) for each in refused.violations]
            return []

        assert violations([[1]]) == []
        assert violations([1, [2, {"a": 3}]]) == [("json/nesting", "/1/1")]

    def test_the_default_nesting_is_100(self) -> None:
        """One level more is refused."""
        contract = ps.contract(True)

        assert contract.read("[" * 100 + "]" * 100)
        with pytest.raises(ps.ContractViolation, match="json/nesting"):
            contract.read("[" * 101 + "]" * 101)

    def test_size(self) -> None:
        """The bytes of the text count, not its characters."""
        contract = ps.contract(True, max_size=4)

        assert contract.read('"é"') == "é"
        with pytest.raises(ps.ContractViolation, match="json/size"):
            contract.read('"é "')

    def test_the_limits_stay_with_fewer_rules(self) -> None:
        """A contract that is made from another keeps what was asked for."""
        contract = ps.contract("plan", max_nesting=2)
        fewer = contract.without(contract.rules[0].id)

        assert [each.clause for each in fewer.violations([[[1]]])] == ["json/nesting"]

    def test_a_contract_with_limits_leaves_others_alone(self) -> None:
        """What is shared between contracts of one name has no limits in it."""
        ps.contract("plan", max_nesting=1)

        assert ps.contract("plan").is_valid(PLAN)


class TestContext:
    """What a document is judged against."""

    def test_a_word(self, feedback: ps.Contract) -> None:
        """The direction of an event decides which of its rules are judged."""
        assert feedback.is_valid({**EVENT, "seq": 7}, direction="stored")
        assert not feedback.is_valid(EVENT, direction="stored")

    def test_a_document(self) -> None:
        """An answer fits one plan and not another."""
        contract = ps.contract("plan-edit")

        assert contract.assert_valid(ANSWER, plan=PLAN) is ANSWER
        assert not contract.is_valid(ANSWER, plan={**PLAN, "revision": 5})

    def test_none_is_no_context(self, feedback: ps.Contract) -> None:
        """A test that has nothing to hand over can say so."""
        assert feedback.is_valid(EVENT, direction=None)
        assert ps.contract("plan-edit").is_valid(ANSWER, plan=None)

    @pytest.mark.parametrize(
        ("name", "context", "message"),
        [
            pytest.param(
                "feedback",
                {"directon": "inbound"},
                "feedback has no context 'directon'. Did you mean 'direction'?",
                id="a name like another",
            ),
            pytest.param("plan", {"plan": 1}, "plan has no context 'plan'.", id="none known"),
            pytest.param(
                "feedback",
                {"direction": "outbound"},
                'direction=\'outbound\' is unknown to feedback: use "inbound", "stored".',
                id="a word",
            ),
            pytest.param(
                "feedback",
                {"direction": ["inbound"]},
                'direction=[\'inbound\'] is unknown to feedback: use "inbound", "stored".',
                id="a list",
            ),
            pytest.param(
                "plan-edit",
                {"plan": {**PLAN, "issue": 0}},
                "The plan that plan-edit is judged against is itself not valid: plan breaks "
                "/properties/issue/minimum at /issue: expected at least 1, found 0.",
                id="a plan",
            ),
            pytest.param(
                "plan-edit",
                {"plan": {1}},
                "The plan that plan-edit is judged against is itself not valid: plan breaks "
                "json/value at the root: a value of type set, {1}: use a list.",
                id="no JSON",
            ),
        ],
    )
    @pytest.mark.parametrize(
        "method", ["violations", "warnings", "is_valid", "assert_valid", "assert_invalid"]
    )
    def test_a_context_that_cannot_be_used_is_an_error(
        self, name: str, context: dict[str, Any], message: str, method: str
    ) -> None:
        """Whatever is asked, and however broken the document is."""
        with pytest.raises(ps.ContractError) as refused:
            getattr(ps.contract(name), method)({}, **context)

        assert str(refused.value) == message

    def test_the_context_is_not_changed(self) -> None:
        """The plan is the same after it was edited in thought."""
        plan = copy.deepcopy(PLAN)

        ps.contract("plan-edit").violations(ANSWER, plan=plan)

        assert plan == PLAN


class TestWithout:
    """A contract with fewer rules."""

    def test_a_rule_is_no_longer_judged(self, feedback: ps.Contract) -> None:
        """Neither as a violation nor as a clause, and the contract itself stays as it is."""
        document = {**EVENT, "kind": "reaction"}
        rules = [str(each.clause) for each in feedback.violations(document)]

        fewer = feedback.without(*rules)

        assert fewer.is_valid(document)
        assert not feedback.is_valid(document)
        assert [rule.id for rule in fewer.rules] == [
            r.id for r in feedback.rules if r.id not in rules
        ]
        assert set(feedback.clauses) - set(fewer.clauses) == set(rules)
        assert fewer.name == "feedback"

    def test_no_rule_is_no_change(self, feedback: ps.Contract) -> None:
        """A list of rules may be empty."""
        assert feedback.without().clauses == feedback.clauses

    @pytest.mark.parametrize(
        ("contract", "rule", "message"),
        [
            pytest.param(
                "feedback",
                "feedback/reaction-requird",
                "feedback has no rule 'feedback/reaction-requird'. "
                "Did you mean 'feedback/reaction-required'?",
                id="like another",
            ),
            pytest.param(
                "plan",
                "x",
                "plan has no rule 'x'. Known are "
                + ", ".join(f'"{rule.id}"' for rule in ps.contract("plan").rules)
                + ".",
                id="like none",
            ),
            pytest.param({"title": "own"}, "x", "own has no rule 'x'.", id="none known"),
            pytest.param("plan", 5, "5 names no rule: give the id of one as a text.", id="no text"),
            pytest.param(
                "plan",
                "plan/depends-unique",
                "plan does not judge plan/depends-unique as it is.",
                id="one that is off",
            ),
        ],
    )
    def test_an_unknown_rule_is_an_error(self, contract: Any, rule: str, message: str) -> None:
        """The nearest one is named, or those that there are."""
        with pytest.raises(ps.ContractError) as refused:
            ps.contract(contract).without(rule)

        assert str(refused.value) == message

    def test_a_rule_that_was_taken_away_is_unknown(self, feedback: ps.Contract) -> None:
        """It cannot be taken away twice, nor be asked for."""
        fewer = feedback.without("feedback/reaction-required")

        with pytest.raises(ps.ContractError):
            fewer.without("feedback/reaction-required")
        with pytest.raises(ps.ContractError):
            fewer.assert_invalid({}, clause="feedback/reaction-required")


#: Its second item needs the first one twice, which the schema allows.
TWICE: dict[str, Any] = {
    **PLAN,
    "items": [PLAN["items"][0], {**PLAN["items"][0], "id": "P2", "depends_on": ["P1", "P1"]}],
}


class TestIncluding:
    """A contract with more rules."""

    @pytest.mark.parametrize("asked", ["consumer", "plan/depends-unique"])
    def test_a_rule_of_the_consumer_is_judged_on_request(self, asked: str) -> None:
        """By its level or its id; the contract itself stays as it is."""
        plan = ps.contract("plan")

        more = plan.including(asked)

        assert plan.is_valid(TWICE)
        assert "plan/depends-unique" not in plan.clauses
        (violation,) = more.violations(TWICE)
        assert (violation.clause, violation.level) == ("plan/depends-unique", "consumer")
        assert violation.instance_location == "/items/1/depends_on/1"
        assert "plan/depends-unique" in more.clauses
        assert "plan/depends-unique" in {rule.id for rule in more.rules}

    def test_a_level_means_all_of_its_rules(self) -> None:
        """In the order in which they are judged, so the clauses of a level stand together."""
        plan = ps.contract("plan")
        more = plan.including("consumer")

        added = [rule for rule in more.rules if rule not in plan.rules]

        assert {rule.level for rule in added} == {"consumer"}
        assert len(added) > 10
        assert [rule for rule in more.rules if rule in plan.rules] == list(plan.rules)
        assert more.including("consumer").rules == more.rules

    def test_one_rule_brings_no_other(self) -> None:
        """Its level stays off."""
        plan = ps.contract("plan")

        assert len(plan.including("plan/depends-unique").rules) == len(plan.rules) + 1

    def test_it_undoes_without(self) -> None:
        """By the id or the level, and the other way round."""
        plan = ps.contract("plan")
        fewer = plan.without("plan/depends-earlier")

        assert fewer.including("plan/depends-earlier").rules == plan.rules
        assert fewer.including("documented").rules == plan.rules
        assert plan.including("consumer").without("plan/depends-unique").is_valid(TWICE)

    def test_a_plan_is_judged_by_the_consumer_too(self) -> None:
        """The plan that an answer edits is one that the consumer has accepted."""
        answer = {"schema_version": 1, "base_revision": 4, "reply": "Yes.", "edits": []}
        plan_edit = ps.contract("plan-edit")

        assert plan_edit.is_valid(answer, plan=TWICE)
        with pytest.raises(ps.ContractError) as refused:
            plan_edit.including("consumer").violations(answer, plan=TWICE)

        assert str(refused.value).startswith(
            "The plan that plan-edit is judged against is itself not valid: "
            "plan breaks plan/depends-unique at /items/1/depends_on/1: "
        )

    @pytest.mark.parametrize(
        ("asked", "message"),
        [
            pytest.param(
                "consumr",
                "plan has no rule or level 'consumr'. Did you mean 'consumer'?",
                id="like a level",
            ),
            pytest.param(
                "plan/depends-uniqe",
                "plan has no rule or level 'plan/depends-uniqe'. "
                "Did you mean 'plan/depends-unique'?",
                id="like a rule",
            ),
            pytest.param(None, "None names no rule: give the id of one as a text.", id="no text"),
        ],
    )
    def test_what_is_unknown_is_an_error(self, asked: Any, message: str) -> None:
        """The nearest is named."""
        with pytest.raises(ps.ContractError) as refused:
            ps.contract("plan").including(asked)

        assert str(refused.value) == message

    def test_a_rule_that_is_off_is_no_clause_yet(self) -> None:
        """The error says how to judge it."""
        with pytest.raises(ps.ContractError) as refused:
            ps.contract("plan").assert_invalid(TWICE, clause="plan/depends-unique")

        assert str(refused.value) == (
            "plan does not judge plan/depends-unique. Ask it to: .including('plan/depends-unique')."
        )

    def test_a_schema_of_ones_own_has_no_rules(self) -> None:
        """So a level of rules adds nothing."""
        assert ps.contract({"type": "integer"}).including("consumer").rules == ()


class TestSourceLimits:
    """How large a plan may be for the consumer: as a text, or as the shortest text of a value."""

    def test_a_text_is_measured_as_it_is(self) -> None:
        """White space counts."""
        consumer = ps.contract("plan").including("consumer")
        text = json.dumps(PLAN)
        fits = text + " " * (1024 * 1024 - len(text))

        assert consumer.read(fits) == PLAN
        with pytest.raises(ps.ContractViolation) as refused:
            consumer.read(fits + " ")
        assert refused.value.violations[0].clause == "plan/source-limits"
        assert ps.contract("plan").read(fits + " ") == PLAN


@pytest.mark.parametrize("name", ["feedback", "plan", "plan-edit", "agent-result"])
def test_rules_are_data(name: str) -> None:
    """Each has an id of its contract, a sentence, a level, a severity and a source."""
    rules = ps.contract(name).rules

    assert len({rule.id for rule in rules}) == len(rules) > 0
    for rule in rules:
        assert isinstance(rule, ps.Rule)
        assert rule.id.startswith(f"{name}/")
        assert rule.summary.endswith(".")
        assert rule.level in {"documented", "context"}
        assert rule.severity in {"error", "warning", "advisory"}
        assert rule.source

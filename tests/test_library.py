"""Which contracts there are, and what can be asked for."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from typing import TYPE_CHECKING, Any

import pytest

import pytest_schemas as ps

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

ALONE = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
BUNDLED = ("feedback", "plan", "plan-edit", "agent-result")
KNOWN = (
    "Known are feedback, plan, plan-edit, agent-result; more can be named by the configuration "
    "key schemas_contracts. A path has a '/' in it or ends in .json."
)


def error(asked: Any) -> str:
    """Why there is no such contract."""
    with pytest.raises(ps.ContractError) as refused:
        ps.contract(asked)
    return str(refused.value)


class TestNames:
    """A string without a slash that does not end in .json is a name."""

    @pytest.mark.parametrize("name", BUNDLED)
    def test_a_bundled_contract(self, name: str) -> None:
        """It comes with the rules of its name."""
        contract = ps.contract(name)

        assert contract.name == name
        assert {rule.id.partition("/")[0] for rule in contract.rules} == {name}

    @pytest.mark.parametrize(
        ("name", "hint"),
        [
            ("feedbak", "Did you mean 'feedback'? "),
            ("plan_edit", "Did you mean 'plan-edit'? "),
            ("Plan", "Did you mean 'plan'? "),
            ("order", ""),
            ("", ""),
        ],
    )
    def test_an_unknown_name_lists_the_known_ones_and_the_nearest(
        self, name: str, hint: str
    ) -> None:
        """And it says what would have been a path."""
        assert error(name) == f"There is no contract named {name!r}. {hint}{KNOWN}"

    def test_a_contract_is_itself(self) -> None:
        """What takes something to be asked for takes a contract too."""
        contract = ps.contract("plan").without("plan/item-ids-unique")

        assert ps.contract(contract) is contract

    @pytest.mark.parametrize(
        "option", [{"formats": False}, {"max_nesting": 3}, {"resources": {}}], ids=str
    )
    def test_a_contract_cannot_be_asked_for_with_other_options(self, option: Any) -> None:
        """An option is used or refused, and never passed over in silence."""
        contract = ps.contract({"format": "date"})

        try:
            other = ps.contract(contract, **option)
        except (TypeError, ps.ContractError):
            return
        assert other.is_valid("x") is ("formats" in option)
        assert other.is_valid([[[[]]]]) is ("max_nesting" not in option)


class TestPaths:
    """A string with a slash or ending in .json, or a path object, is a file."""

    @pytest.mark.parametrize(
        "kind", [lambda path: path, str, os.fspath], ids=["Path", "str", "fspath"]
    )
    def test_a_file(self, tmp_path: Path, kind: Any) -> None:
        """An absolute path is taken as it is."""
        path = tmp_path / "order.json"
        path.write_text('{"type": "integer"}')

        contract = ps.contract(kind(path))

        assert contract.name == str(path)
        assert contract.rules == ()
        assert not contract.is_valid("x")

    def test_a_file_without_json_at_its_end(self, tmp_path: Path) -> None:
        """The slash makes it a path."""
        (tmp_path / "order").write_text('{"type": "integer"}')

        assert not ps.contract(f"{tmp_path}/order").is_valid("x")

    @pytest.mark.parametrize(
        ("name", "hint"),
        [("oder.json", " Did you mean 'order.json'?"), ("x.json", "")],
        ids=["like another", "like none"],
    )
    def test_a_file_that_is_not_there(self, tmp_path: Path, name: str, hint: str) -> None:
        """The nearest of its folder is named."""
        (tmp_path / "order.json").write_text("{}")
        path = tmp_path / name

        assert error(path) == f"There is no schema file {str(path)!r}.{hint}"

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        """It is the folder that is missing."""
        path = tmp_path / "no" / "order.json"

        assert error(path) == f"There is no schema file {str(path)!r}: its folder is not there."

    def test_a_folder_is_no_file(self, tmp_path: Path) -> None:
        """Not even where it is called like one, and it is not offered in its own place."""
        path = tmp_path / "order.json"
        path.mkdir()

        text = error(path)

        assert repr(str(path)) in text
        assert "Did you mean" not in text

    def test_a_file_of_the_same_schema_as_a_bundled_one_has_no_rules(self, tmp_path: Path) -> None:
        """The rules belong to the name, not to the text."""
        path = tmp_path / "plan.schema.json"
        path.write_bytes((ps.contract("plan").source.text or "").encode())

        assert ps.contract(path).rules == ()


def run(pytester: pytest.Pytester, test: str) -> None:
    """Run a test module in a project of its own, where every test passes."""
    pytester.makepyfile(test)
    result = pytester.runpytest(*ALONE)
    assert result.parseoutcomes().keys() == {"passed"}


class TestInsideARun:
    """Relative paths start at pytest's root folder."""

    def test_relative_to_the_root_folder(
        self, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Wherever pytest was started, and wherever the test goes."""
        pytester.makefile(".json", order='{"type": "integer"}')
        pytester.makefile(".ini", pytest="[pytest]")
        sub = pytester.mkdir("sub")
        (sub / "test_it.py").write_text(
            "import pathlib\n"
            "import pytest_schemas as ps\n"
            "def test_it(monkeypatch, tmp_path):\n"
            "    monkeypatch.chdir(tmp_path)\n"
            "    for asked in ('order.json', './order.json', pathlib.Path('order.json')):\n"
            "        contract = ps.contract(asked)\n"
            "        assert contract.name == 'order.json'\n"
            "        assert not contract.is_valid('x')\n"
        )
        monkeypatch.chdir(sub)

        result = pytester.runpytest(*ALONE)

        result.assert_outcomes(passed=1)

    def test_the_file_name_of_a_bundled_schema(self, pytester: pytest.Pytester) -> None:
        """Without such a file in the project it means the bundled one."""
        run(
            pytester,
            """
            import pytest
            import pytest_schemas as ps

            @pytest.mark.parametrize("name", ["feedback", "plan", "plan-edit", "agent-result"])
            def test_it(name):
                contract = ps.contract(f"{name}.schema.json")
                assert contract.name == name
                assert contract.rules

            def test_in_a_folder():
                with pytest.raises(ps.ContractError, match="its folder is not there"):
                    ps.contract("schemas/plan.schema.json")

            def test_misspelt():
                with pytest.raises(ps.ContractError, match="There is no schema file"):
                    ps.contract("plann.schema.json")
            """,
        )

    def test_a_file_of_the_project_comes_before_the_bundled_one(
        self, pytester: pytest.Pytester
    ) -> None:
        """A project's own plan.schema.json is what its tests mean by that name."""
        (pytester.path / "plan.schema.json").write_text('{"type": "integer"}')
        run(
            pytester,
            """
            import pytest_schemas as ps

            def test_it():
                contract = ps.contract("plan.schema.json")
                assert contract.name == "plan.schema.json"
                assert contract.rules == ()
                assert contract.is_valid(1)

            def test_the_name_is_the_bundled_one():
                assert ps.contract("plan").rules
            """,
        )

    def test_names_of_the_configuration(self, pytester: pytest.Pytester) -> None:
        """They are names like the bundled ones, in messages too."""
        pytester.makeini("[pytest]\nschemas_contracts =\n  order = api/order.json\n")
        folder = pytester.mkdir("api")
        (folder / "order.json").write_text('{"type": "integer"}')
        run(
            pytester,
            """
            import pytest
            import pytest_schemas as ps

            def test_it(contracts):
                assert ps.contract("order").name == "order"
                assert list(contracts) == ["feedback", "plan", "plan-edit", "agent-result", "order"]
                assert contracts["order"].assert_invalid("x", clause="/type")

            def test_the_nearest():
                with pytest.raises(ps.ContractError) as refused:
                    ps.contract("odrer")
                assert str(refused.value).startswith(
                    "There is no contract named 'odrer'. Did you mean 'order'? "
                    "Known are feedback, plan, plan-edit, agent-result, order; "
                )
            """,
        )


def test_outside_a_run_paths_start_at_the_current_folder(tmp_path: Path) -> None:
    """A script may use contracts as a test does."""
    (tmp_path / "order.json").write_text('{"type": "integer"}')
    script = (
        "import pytest_schemas as ps; "
        "print(ps.contract('order.json').name, ps.contract('order.json').is_valid('x'), "
        "ps.contract('plan.schema.json').name)"
    )

    assert python(script, cwd=tmp_path) == "order.json False plan\n"


class TestTheMapping:
    """The fixture `contracts` is a mapping by name."""

    def test_it_has_every_bundled_contract(self, contracts: Mapping[str, ps.Contract]) -> None:
        """In a fixed order, before those of the configuration."""
        assert tuple(contracts)[:4] == BUNDLED
        assert len(contracts) == len(list(contracts))
        assert [contracts[name].name for name in contracts] == list(contracts)
        assert repr(contracts).startswith("<Contracts feedback, plan, plan-edit, agent-result")

    @pytest.mark.parametrize("name", ["order", 5, None, "schemas/order.json"], ids=repr)
    def test_it_does_not_have_what_is_unknown(
        self, contracts: Mapping[Any, ps.Contract], name: object
    ) -> None:
        """Asking whether a name is there is no error, as with any mapping."""
        assert name not in contracts
        assert contracts.get(name) is None
        assert contracts.get(name, 1) == 1

    def test_looking_up_an_unknown_name_names_the_nearest(
        self, contracts: Mapping[str, ps.Contract]
    ) -> None:
        """As asking for the contract does."""
        with pytest.raises((KeyError, ps.ContractError), match="Did you mean 'feedback'"):
            contracts["feedbak"]

    def test_a_path_is_no_name(self, contracts: Mapping[str, ps.Contract], tmp_path: Path) -> None:
        """The mapping has what it lists, and nothing else."""
        path = tmp_path / "order.json"
        path.write_text("{}")

        assert str(path) not in contracts


class TestFormats:
    """Formats are asserted; one that nothing here can check is told once."""

    SCHEMA: Any = {  # noqa: RUF012
        "title": "order",
        "properties": {
            "a": {"format": "colour"},
            "b": {"format": "colour"},
            "c": {"items": {"format": "x y"}},
            "d": {"format": "date"},
        },
    }

    def test_a_format_that_is_not_asserted_is_told_once(self) -> None:
        """With its first place, and how to say that it is meant so."""
        with pytest.warns(ps.UnassertedFormat) as told:
            contract = ps.contract(self.SCHEMA)

        assert [str(each.message) for each in told] == [
            f"order: the format {name} at {at}/format is not asserted, since nothing here can "
            "check it. formats=False makes all formats annotations."
            for name, at in (('"colour"', "/properties/a"), ('"x y"', "/properties/c/items"))
        ]
        assert {each.filename for each in told} == {__file__}
        assert contract.is_valid({"a": "?", "c": ["?"]})
        assert not contract.is_valid({"d": "?"})

    def test_judging_tells_nothing_more(self) -> None:
        """The warning is about the schema, not about its documents."""
        with pytest.warns(ps.UnassertedFormat):
            contract = ps.contract(self.SCHEMA)

        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert contract.is_valid({"a": "?"})

    def test_annotations_are_not_asserted_and_not_told(self) -> None:
        """formats=False is silent about all of them."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            contract = ps.contract(self.SCHEMA, formats=False)

        assert contract.is_valid({"d": "?"})
        assert "/properties/d/format" in contract.clauses

    def test_a_bundled_contract_with_formats_as_annotations_keeps_its_rules(self) -> None:
        """The option is about formats alone."""
        contract = ps.contract("feedback", formats=False)

        assert contract.rules == ps.contract("feedback").rules
        assert contract.clauses == ps.contract("feedback").clauses

    def test_bundled_contracts_have_no_format_that_is_not_asserted(self) -> None:
        """Whoever uses them need not know about formats."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for name in BUNDLED:
                ps.contract(name, resources={"urn:unused": {}})

    def test_a_format_in_another_file_is_told_with_the_file(self, tmp_path: Path) -> None:
        """The place says which file it is in."""
        (tmp_path / "a.json").write_text('{"$ref": "b.json"}')
        (tmp_path / "b.json").write_text('{"format": "colour"}')

        with pytest.warns(ps.UnassertedFormat, match=r'the format "colour" at b.json#/format is'):
            ps.contract(tmp_path / "a.json")


def python(script: str, **options: Any) -> str:
    """What a script prints in a Python of its own."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env=env,
        capture_output=True,
        text=True,
        check=False,
        **options,
    )
    assert done.stderr == ""
    return done.stdout


class TestTheFrontDoor:
    """Everything that a user may import is in the package itself."""

    def test_every_public_name_is_reachable_after_every_module_has_been_imported(self) -> None:
        """No module hides a name of the front door, in whatever order they come."""
        script = (
            "import importlib, pkgutil\n"
            "import pytest_schemas as ps\n"
            "found = [m.name for m in pkgutil.walk_packages(ps.__path__, 'pytest_schemas.')]\n"
            "for name in found:\n"
            "    if not name.endswith('__main__'):\n"
            "        importlib.import_module(name)\n"
            "for name in ps.__all__:\n"
            "    value = getattr(ps, name)\n"
            "    assert type(value).__name__ != 'module', name\n"
            "    assert value.__name__ == name, name\n"
            "    assert name in dir(ps)\n"
            "print(len(found) > 20)\n"
        )

        assert python(script) == "True\n"

    def test_all_names_can_be_imported_at_once(self) -> None:
        """`from pytest_schemas import *` brings the names of `__all__` and no others."""
        script = (
            "before = set(globals())\n"
            "from pytest_schemas import *\n"
            "import pytest_schemas\n"
            "added = set(globals()) - before - {'before', 'pytest_schemas'}\n"
            "print(added == set(pytest_schemas.__all__))\n"
        )

        assert python(script) == "True\n"

    def test_the_names_are_listed_in_order(self) -> None:
        """The list of names is literal, sorted and without repetition."""
        assert ps.__all__ == sorted(set(ps.__all__))

    def test_modules_other_than_the_plugin_are_private(self) -> None:
        """So none of them can hide a public name."""
        script = (
            "import pkgutil, pytest_schemas as ps\n"
            "print(sorted(m.name for m in pkgutil.iter_modules(ps.__path__) if m.name[0] != '_'))\n"
        )

        assert python(script) == "['plugin']\n"

    def test_an_unknown_name_is_an_attribute_error(self) -> None:
        """As with any module."""
        with pytest.raises(AttributeError) as refused:
            _ = ps.contracts

        assert str(refused.value) == "module 'pytest_schemas' has no attribute 'contracts'"

    def test_errors_are_what_they_are_caught_as(self) -> None:
        """A test fails by an AssertionError, a mistake is an error of its own."""
        assert issubclass(ps.ContractViolation, AssertionError)
        assert issubclass(ps.NotExactCopy, AssertionError)
        assert issubclass(ps.SchemaError, ps.ContractError)
        assert not issubclass(ps.ContractError, AssertionError)
        assert issubclass(ps.UnassertedFormat, UserWarning)

    @pytest.mark.parametrize(
        "name",
        [
            "Clause",
            "Contract",
            "ContractError",
            "ContractViolation",
            "NotExactCopy",
            "SchemaError",
            "UnassertedFormat",
            "Violation",
            "conforms",
        ],
    )
    def test_public_classes_say_where_they_are_imported_from(self, name: str) -> None:
        """A traceback and a pickle show the front door."""
        assert getattr(ps, name).__module__ == "pytest_schemas"

"""Where a schema comes from, what its references lead to, and what is wrong with it."""

from __future__ import annotations

import copy
import json
import socket
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

import pytest_schemas as ps

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

ALONE = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
INTEGER = {"type": "integer"}
DRAFT4 = "http://json-schema.org/draft-04/schema#"
DRAFT6 = "http://json-schema.org/draft-06/schema#"
DRAFT7 = "http://json-schema.org/draft-07/schema#"
DRAFT2019 = "https://json-schema.org/draft/2019-09/schema"
DRAFT2020 = "https://json-schema.org/draft/2020-12/schema"
KNOWN = (
    "Known are: https://json-schema.org/draft/2020-12/schema, "
    "https://json-schema.org/draft/2019-09/schema, http://json-schema.org/draft-07/schema, "
    "http://json-schema.org/draft-06/schema, http://json-schema.org/draft-04/schema"
)
HAND_OVER = "; another metaschema can be handed over by resources=."


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every attempt to reach a network fail the test."""

    def refuse(*_: object, **__: object) -> NoReturn:
        pytest.fail("something reaches for the network")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def write(folder: Path, files: Mapping[str, Any]) -> None:
    """Write files, those that are no text or bytes as JSON."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            text = content if isinstance(content, str) else json.dumps(content)
            path.write_text(text, encoding="utf-8")


def clause(asked: Any, document: object = None, **options: Any) -> str:
    """The clause that a document breaks."""
    (violation,) = ps.contract(asked, **options).violations(document)
    return str(violation.clause)


def error(asked: Any, **options: Any) -> str:
    """Why a schema cannot be used."""
    with pytest.raises(ps.SchemaError) as refused:
        ps.contract(asked, **options)
    return str(refused.value)


class TestReferencesInsideOneDocument:
    """A reference finds its target by pointer, by anchor and by id."""

    @pytest.mark.parametrize(
        ("reference", "name"),
        [
            pytest.param("#/$defs/plain", "plain", id="plain"),
            pytest.param("#/$defs/a~1b", "a/b", id="a slash"),
            pytest.param("#/$defs/a~0b", "a~b", id="a tilde"),
            pytest.param("#/$defs/a~01b", "a~1b", id="a tilde before 1"),
            pytest.param("#/$defs/a%25b", "a%b", id="a percent sign"),
            pytest.param("#/$defs/a%2525b", "a%25b", id="an escaped percent sign"),
            pytest.param("#/$defs/a%20b", "a b", id="a space"),
            pytest.param("#/$defs/a%22b", 'a"b', id="a quote"),
            pytest.param("#/$defs/%C3%A9", "é", id="a letter in UTF-8"),
            pytest.param("#/$defs/é", "é", id="a letter as it is"),
            pytest.param("#/$defs/", "", id="the empty name"),
            pytest.param("#/$defs/0", "0", id="digits"),
        ],
    )
    def test_a_pointer_is_unescaped(self, reference: str, name: str) -> None:
        """First the percent signs of the URI, then the tildes of the pointer."""
        schema = {"$ref": reference, "$defs": {name: INTEGER, "other": True}}
        escaped = name.replace("~", "~0").replace("/", "~1")

        assert clause(schema) == f"/$defs/{escaped}/type"

    @pytest.mark.parametrize(
        ("reference", "schema", "found"),
        [
            pytest.param(
                "#/$defs/a/allOf/1",
                {"$defs": {"a": {"allOf": [True, INTEGER]}}},
                "/$defs/a/allOf/1/type",
                id="array",
            ),
            pytest.param(
                "#/prefixItems/0",
                {"prefixItems": [INTEGER]},
                "/prefixItems/0/type",
                id="prefixItems",
            ),
            pytest.param(
                "#/properties/a",
                {"properties": {"a": INTEGER}},
                "/properties/a/type",
                id="property",
            ),
            pytest.param(
                "#here",
                {"$defs": {"a": {"$anchor": "here", **INTEGER}}},
                "/$defs/a/type",
                id="anchor",
            ),
            pytest.param(
                "#here",
                {"$defs": {"a": {"$dynamicAnchor": "here", **INTEGER}}},
                "/$defs/a/type",
                id="dynamic anchor",
            ),
            pytest.param(
                "item",
                {"$defs": {"a": {"$id": "item", **INTEGER}}},
                "/$defs/a/type",
                id="relative $id",
            ),
            pytest.param(
                "item#here",
                {"$defs": {"a": {"$id": "item", "$defs": {"b": {"$anchor": "here", **INTEGER}}}}},
                "/$defs/a/$defs/b/type",
                id="anchor of an $id",
            ),
            pytest.param(
                "item#/$defs/b",
                {"$defs": {"a": {"$id": "item", "$defs": {"b": INTEGER}}}},
                "/$defs/a/$defs/b/type",
                id="pointer into an $id",
            ),
            pytest.param(
                "https://example.com/x/item",
                {"$id": "https://example.com/x/root", "$defs": {"a": {"$id": "item", **INTEGER}}},
                "/$defs/a/type",
                id="absolute $id",
            ),
            pytest.param(
                "urn:example:item",
                {"$defs": {"a": {"$id": "urn:example:item", **INTEGER}}},
                "/$defs/a/type",
                id="urn",
            ),
            pytest.param(
                "#/x-own/a",
                {"x-own": {"a": INTEGER}},
                "/x-own/a/type",
                id="under a keyword of one's own",
            ),
            pytest.param(
                "#/$defs/a",
                {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": INTEGER}},
                "/$defs/b/type",
                id="a reference to a reference",
            ),
        ],
    )
    def test_a_reference_finds_its_target(self, reference: str, schema: Any, found: str) -> None:
        """The clause is that of the target."""
        named = {**schema, "$ref": reference}

        assert clause(named) == found

    def test_a_pointer_starts_at_the_resource_and_not_at_the_document(self) -> None:
        """Within a subschema with an id of its own, # is that subschema."""
        inner = {"$id": "inner", "$ref": "#/$defs/x", "$defs": {"x": INTEGER}}
        schema = {"$ref": "inner", "$defs": {"inner": inner, "x": {"type": "null"}}}

        assert clause(schema) == "/$defs/inner/$defs/x/type"

    def test_ids_and_anchors_inside_values_are_no_ids(self) -> None:
        """What stands in an enum or a const is data."""
        schema = {
            "$ref": "item",
            "enum": [{"$id": "item", "type": "string"}],
            "$defs": {"a": {"$id": "item", "const": 1}},
        }

        assert [str(each.clause) for each in ps.contract(schema).violations(2)] == [
            "/$defs/a/const",
            "/enum",
        ]

    @pytest.mark.parametrize(
        ("schema", "reason"),
        [
            pytest.param(
                {"$ref": "#/$defs/adress", "$defs": {"address": True}},
                "the reference '#/$defs/adress' leads nowhere: there is no /$defs/adress in it. "
                "Did you mean '#/$defs/address'?",
                id="a name like another",
            ),
            pytest.param(
                {"$ref": "#/$defs/x", "$defs": {"address": True}},
                "the reference '#/$defs/x' leads nowhere: there is no /$defs/x in it.",
                id="a name like none",
            ),
            pytest.param(
                {"$ref": "#/$defs/x"},
                "the reference '#/$defs/x' leads nowhere: there is no /$defs/x in it.",
                id="no definitions",
            ),
            pytest.param(
                {"$ref": "#/allOf/01", "allOf": [True, True]},
                "the reference '#/allOf/01' leads nowhere: there is no /allOf/01 in it.",
                id="an index with a leading zero",
            ),
            pytest.param(
                {"$ref": "#/allOf/2", "allOf": [True, True]},
                "the reference '#/allOf/2' leads nowhere: there is no /allOf/2 in it.",
                id="an index too large",
            ),
            pytest.param(
                {"$ref": "#/allOf/-", "allOf": [True, True]},
                "the reference '#/allOf/-' leads nowhere: there is no /allOf/- in it.",
                id="the index after the last",
            ),
            pytest.param(
                {"$ref": "#/$comment/x", "$comment": "x"},
                "the reference '#/$comment/x' leads nowhere: there is no /$comment/x in it.",
                id="into a string",
            ),
            pytest.param(
                {"$ref": "#adress", "$defs": {"a": {"$anchor": "address"}}},
                "the reference '#adress' names an anchor that is not there. "
                "Did you mean '#address'?",
                id="an anchor like another",
            ),
            pytest.param(
                {"$ref": "#address", "$defs": {"address": {}}},
                "the reference '#address' names an anchor that is not there. "
                "A pointer starts with '#/'.",
                id="a pointer without its slash",
            ),
            pytest.param(
                {"$ref": "#/required", "required": ["a"]},
                "the reference '#/required' leads to a value that is not a schema.",
                id="to a list",
            ),
            pytest.param(
                {"$ref": "#/description", "description": "a"},
                "the reference '#/description' leads to a value that is not a schema.",
                id="to a string",
            ),
        ],
    )
    def test_a_reference_that_leads_nowhere(self, schema: Any, reason: str) -> None:
        """The error says which reference, why, and what was probably meant."""
        assert error(schema) == f"the schema: at /$ref: {reason}"

    def test_a_tilde_that_is_no_escape_leads_nowhere(self) -> None:
        """A broken pointer is told as any other reference that cannot be followed."""
        text = error({"$ref": "#/$defs/a~2b", "$defs": {"a~2b": True}})

        assert text.startswith("the schema: at /$ref: the reference '#/$defs/a~2b' ")

    @pytest.mark.parametrize(
        ("holder", "target"),
        [
            ("x-own", {"type": "text"}),
            ("x-own", {"properties": ["a"]}),
            ("x-own", {"required": 5}),
            ("x-own", {"minimum": "1"}),
            ("x-own", {"items": "integer"}),
            ("x-own", {"allOf": {}}),
            ("x-own", {"$ref": 5}),
            ("x-own", {"enum": "a"}),
            ("const", {"type": "text"}),
            ("default", {"type": "text"}),
            ("examples", {"type": "text"}),
        ],
        ids=str,
    )
    def test_a_target_that_the_metaschema_does_not_see_is_checked_too(
        self, holder: str, target: Any
    ) -> None:
        """What a reference makes a schema of must be one, wherever it stands."""
        inside = [target] if holder == "examples" else {"0": target}

        text = error({"$ref": f"#/{holder}/0", holder: inside})

        assert f"/{holder}/0" in text


class TestReferencesToOtherFiles:
    """Files under one folder may refer to each other, and to nothing outside."""

    @pytest.mark.parametrize(
        ("reference", "other", "found"),
        [
            pytest.param("b.json", "b.json", "b.json#/type", id="beside"),
            pytest.param("./sub/../b.json", "b.json", "b.json#/type", id="with dots"),
            pytest.param("sub/b.json", "sub/b.json", "sub/b.json#/type", id="below"),
            pytest.param("b.json#", "b.json", "b.json#/type", id="an empty fragment"),
            pytest.param("b%20c.json", "b c.json", "b c.json#/type", id="an escaped space"),
            pytest.param("b c.json", "b c.json", "b c.json#/type", id="a space"),
            pytest.param("%C3%A9.json", "é.json", "é.json#/type", id="an escaped letter"),
            pytest.param("é.json", "é.json", "é.json#/type", id="a letter"),
        ],
    )
    def test_by_relative_path(self, tmp_path: Path, reference: str, other: str, found: str) -> None:
        """A relative reference is a path beside the file that has it."""
        write(tmp_path, {"a.json": {"$ref": reference}, other: INTEGER})

        assert clause(tmp_path / "a.json") == found

    def test_each_file_refers_from_where_it_lies(self, tmp_path: Path) -> None:
        """A chain of references is followed from file to file."""
        write(
            tmp_path,
            {
                "a.json": {"$ref": "x/b.json"},
                "x/b.json": {"$ref": "y/c.json#/$defs/n"},
                "x/y/c.json": {"$defs": {"n": {"$ref": "../../d.json"}}},
                "d.json": INTEGER,
            },
        )

        assert clause(tmp_path / "a.json") == "d.json#/type"

    def test_two_files_may_refer_to_each_other(self, tmp_path: Path) -> None:
        """A circle of files has an end wherever a document has one."""
        write(
            tmp_path,
            {
                "a.json": {"type": "object", "properties": {"b": {"$ref": "b.json"}}},
                "b.json": {"type": "object", "properties": {"a": {"$ref": "a.json"}}},
            },
        )

        (violation,) = ps.contract(tmp_path / "a.json").violations({"b": {"a": {"b": 1}}})

        assert violation.clause == "b.json#/type"
        assert (
            violation.keyword_location
            == "/properties/b/$ref/properties/a/$ref/properties/b/$ref/type"
        )
        assert clause(tmp_path / "a.json", {"b": {"a": 1}}) == "/type"

    @pytest.mark.parametrize(
        ("uri", "schema"),
        [
            pytest.param("https://example.com/b", {"$id": "https://example.com/b"}, id="$id"),
            pytest.param("https://example.com/b#", {"$id": "https://example.com/b"}, id="with #"),
            pytest.param("urn:example:b", {"$id": "urn:example:b"}, id="urn"),
            pytest.param(
                "https://example.com/b",
                {"$schema": DRAFT4, "id": "https://example.com/b#"},
                id="id of draft 4",
            ),
        ],
    )
    def test_by_id(self, tmp_path: Path, uri: str, schema: Any) -> None:
        """A file that names itself is found by that name, whatever the file is called."""
        write(tmp_path, {"a.json": {"$ref": uri}, "deep/er/b.json": {**schema, **INTEGER}})

        assert clause(tmp_path / "a.json") == "deep/er/b.json#/type"

    @pytest.mark.parametrize("other", ["b.json", "sub/b.json"])
    def test_beside_a_root_that_has_an_id(self, tmp_path: Path, other: str) -> None:
        """The id of the root stands for its path, so its neighbours are found by theirs."""
        root = {"$id": "https://example.com/schemas/a.json", "$ref": other}
        write(tmp_path, {"a.json": root, other: INTEGER})

        assert clause(tmp_path / "a.json") == f"{other}#/type"

    def test_files_that_are_no_schemas_are_passed_over(self, tmp_path: Path) -> None:
        """A search by id is not stopped by a broken file that nobody refers to."""
        files = {"0.json": "{", "1.json": "[1]", "2.json": b"\xff", "3.json": '{"$id": 5}'}
        write(
            tmp_path, {**files, "a.json": {"$ref": "urn:b"}, "b.json": {"$id": "urn:b", **INTEGER}}
        )

        assert clause(tmp_path / "a.json") == "b.json#/type"

    @pytest.mark.parametrize(
        "reference",
        [
            pytest.param("../outside.json", id="dots"),
            pytest.param("sub/../../outside.json", id="dots later"),
            pytest.param("%2e%2e/outside.json", id="escaped dots"),
            pytest.param("file:///etc/passwd", id="file URI"),
            pytest.param("/etc/passwd", id="absolute path"),
            pytest.param("link.json", id="link to a file"),
            pytest.param("linked/outside.json", id="link to a folder"),
            pytest.param("sub/../linked/outside.json", id="link after dots"),
        ],
    )
    def test_no_way_leads_out_of_the_folder(self, tmp_path: Path, reference: str) -> None:
        """No path and no link, and the error says how to widen the folder."""
        folder = tmp_path / "schemas"
        write(tmp_path, {"outside.json": INTEGER, "schemas/a.json": {"$ref": reference}})
        (folder / "link.json").symlink_to(tmp_path / "outside.json")
        (folder / "linked").symlink_to(tmp_path)

        text = error(folder / "a.json")

        assert text.startswith(f"{folder}/a.json:1:10: at /$ref: the reference {reference!r}: ")
        assert text.endswith(
            f" lies outside the schema folder {folder}. Move it there, or name a wider folder by "
            "the configuration key schemas_folders."
        )

    def test_a_neighbouring_folder_with_the_same_beginning_is_outside(self, tmp_path: Path) -> None:
        """schemas-old is not schemas."""
        write(tmp_path, {"s/a.json": {"$ref": "../s-old/b.json"}, "s-old/b.json": INTEGER})

        assert " lies outside the schema folder " in error(tmp_path / "s" / "a.json")

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            pytest.param(
                '{"type": "null",\n "type": "null"}',
                "a.json:1:10: at /$ref: the reference 'b.json': b.json:2:2: the schema is not a "
                'JSON text: the name "type" a second time in one object (first at 1:2)',
                id="no JSON",
            ),
            pytest.param(
                '{\n "type": "nul"}',
                'b.json:2:10: at /type: expected one of "array", "boolean", "integer", "null", '
                '"number", "object", "string", found "nul"; did you mean "null"?',
                id="no schema",
            ),
            pytest.param(
                "[1]",
                "b.json:1:1: at the root: expected object or boolean, found [1] (an array).",
                id="an array",
            ),
        ],
    )
    def test_a_file_that_is_referred_to_must_be_a_schema(
        self, tmp_path: Path, content: str, reason: str
    ) -> None:
        """The error is about the other file, with line and column."""
        write(tmp_path, {"a.json": {"$ref": "b.json"}, "b.json": content})

        assert error(tmp_path / "a.json").removeprefix(f"{tmp_path}/") == reason

    def test_a_definition_that_another_file_does_not_have(self, tmp_path: Path) -> None:
        """The nearest one of the other file is named."""
        write(
            tmp_path, {"a.json": {"$ref": "b.json#/$defs/totl"}, "b.json": {"$defs": {"total": {}}}}
        )

        assert error(tmp_path / "a.json") == (
            f"{tmp_path}/a.json:1:10: at /$ref: the reference 'b.json#/$defs/totl' leads nowhere: "
            "there is no /$defs/totl in it. Did you mean '#/$defs/total'?"
        )

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        """The error names the file that was looked for and what can be done."""
        write(tmp_path, {"a.json": {"$ref": "b.json"}})
        uri = (tmp_path / "b.json").as_uri()

        assert error(tmp_path / "a.json") == (
            f"{tmp_path}/a.json:1:10: at /$ref: the reference 'b.json' leads to {uri!r}, which is "
            "not at hand, and nothing is ever fetched. Put the schema into the same folder, or "
            f"hand it over: contract(..., resources={{{uri!r}: schema}})."
        )

    def test_the_files_are_read_when_the_contract_is_made(self, tmp_path: Path) -> None:
        """A contract does not change with its files."""
        write(tmp_path, {"a.json": {"$ref": "b.json"}, "b.json": INTEGER})
        contract = ps.contract(tmp_path / "a.json")

        write(tmp_path, {"a.json": {}, "b.json": {}})

        assert not contract.is_valid("x")
        assert ps.contract(tmp_path / "a.json").is_valid("x")


def run(pytester: pytest.Pytester, files: Mapping[str, Any], test: str, **ini: str) -> None:
    """Run one test in a project with some files, and let it pass."""
    write(pytester.path, files)
    pytester.makeini("[pytest]\n" + "".join(f"{key} = {value}\n" for key, value in ini.items()))
    pytester.makepyfile(
        f"import pytest\nimport pytest_schemas as ps\n\ndef test_it():\n    {test}\n"
    )

    result = pytester.runpytest(*ALONE)

    result.assert_outcomes(passed=1)


class TestFolders:
    """`schemas_folders` names folders whose files may refer to each other."""

    FILES: Mapping[str, Any] = MappingProxyType(
        {
            "api/schemas/order.json": {"$ref": "../../common/money.json"},
            "common/money.json": INTEGER,
        }
    )

    def test_references_reach_across_a_wide_folder(self, pytester: pytest.Pytester) -> None:
        """The label of a file is its path in the folder."""
        test = (
            "violation, = ps.contract('api/schemas/order.json').violations('x')\n"
            "    assert violation.clause == 'common/money.json#/type'"
        )
        run(pytester, self.FILES, test, schemas_folders=".")

    def test_without_it_the_folder_of_the_file_is_the_limit(
        self, pytester: pytest.Pytester
    ) -> None:
        """What is not named is not opened."""
        test = "pytest.raises(ps.SchemaError, ps.contract, 'api/schemas/order.json')"
        run(pytester, self.FILES, test)

    def test_a_folder_elsewhere_opens_nothing(self, pytester: pytest.Pytester) -> None:
        """A named folder counts for the files in it alone."""
        test = "pytest.raises(ps.SchemaError, ps.contract, 'api/schemas/order.json')"
        run(pytester, self.FILES, test, schemas_folders="api common")

    def test_the_widest_folder_counts(self, pytester: pytest.Pytester) -> None:
        """One folder within another does not narrow it."""
        test = "assert not ps.contract('api/schemas/order.json').is_valid('x')"
        run(pytester, self.FILES, test, schemas_folders="api . api/schemas")

    def test_by_id_across_a_wide_folder(self, pytester: pytest.Pytester) -> None:
        """A file anywhere in the folder is found by its id."""
        files = {
            "api/order.json": {"$ref": "urn:money"},
            "common/deep/m.json": {"$id": "urn:money", **INTEGER},
        }
        test = (
            "violation, = ps.contract('api/order.json').violations('x')\n"
            "    assert violation.clause == 'common/deep/m.json#/type'"
        )
        run(pytester, files, test, schemas_folders=".")


class TestReferencesToWhatIsAtHand:
    """Resources of the caller, bundled contracts and metaschemas; nothing else."""

    @pytest.mark.parametrize(
        ("reference", "uri"),
        [
            ("https://example.com/money.json", "https://example.com/money.json"),
            ("https://example.com/money.json#", "https://example.com/money.json"),
            ("https://example.com/money.json", "https://example.com/money.json#"),
            ("https://example.com/money.json#", "https://example.com/money.json#"),
            ("urn:example:money", "urn:example:money"),
        ],
        ids=["plain", "reference with #", "resource with #", "both with #", "urn"],
    )
    def test_a_resource_of_the_caller(self, reference: str, uri: str) -> None:
        """With or without an empty fragment on either side."""
        found = clause({"$ref": reference}, resources={uri: INTEGER})

        assert found == f"{uri.rstrip('#')}#/type"

    def test_resources_may_refer_to_each_other(self) -> None:
        """Relative references start at the URI by which a resource was handed over."""
        resources = {
            "https://example.com/a/b.json": {"$ref": "../c.json#/$defs/n"},
            "https://example.com/c.json": {"$defs": {"n": INTEGER}},
        }

        found = clause({"$ref": "https://example.com/a/b.json"}, resources=resources)

        assert found == "https://example.com/c.json#/$defs/n/type"

    def test_a_file_may_refer_to_a_resource(self, tmp_path: Path) -> None:
        """What the caller hands over is there for files too."""
        write(tmp_path, {"a.json": {"$ref": "urn:x"}})

        assert clause(tmp_path / "a.json", resources={"urn:x": INTEGER}) == "urn:x#/type"

    @pytest.mark.parametrize(
        ("resource", "reason"),
        [
            pytest.param(
                [1],
                "the schema: at /$ref: the reference 'urn:x': resource urn:x must be an object or "
                "a boolean, not a Python list.",
                id="a list",
            ),
            pytest.param(
                {"type": "text"},
                'resource urn:x: at /type: expected one of "array", "boolean", "integer", "null", '
                '"number", "object", "string", found "text".',
                id="no schema",
            ),
            pytest.param(
                {"enum": [{1}]},
                "the schema: at /$ref: the reference 'urn:x': resource urn:x: at /enum/0: a value "
                "of type set, {1}: use a list",
                id="no JSON",
            ),
        ],
    )
    def test_a_resource_that_is_no_schema(self, resource: Any, reason: str) -> None:
        """The error names the resource."""
        assert error({"$ref": "urn:x"}, resources={"urn:x": resource}) == reason

    def test_a_bundled_contract_by_its_id(self) -> None:
        """The published ids of the bundled contracts are at hand everywhere."""
        for name in ("feedback", "plan", "plan-edit", "agent-result"):
            uri = ps.contract(name).source.contents["$id"]

            assert clause({"$ref": uri}, 5) == f"{name}.schema.json#/type"

    @pytest.mark.parametrize(
        ("uri", "document", "found"),
        [
            (
                DRAFT2020,
                {"minLength": -1},
                "https://json-schema.org/draft/2020-12/meta/validation#/$defs/nonNegativeInteger/minimum",
            ),
            (f"{DRAFT2020}#", 5, f"{DRAFT2020}#/type"),
            (DRAFT2019, 5, f"{DRAFT2019}#/type"),
            (DRAFT7, 5, "http://json-schema.org/draft-07/schema#/type"),
            (DRAFT7.rstrip("#"), 5, "http://json-schema.org/draft-07/schema#/type"),
            (DRAFT6, 5, "http://json-schema.org/draft-06/schema#/type"),
            (DRAFT4, 5, "http://json-schema.org/draft-04/schema#/type"),
            (
                f"{DRAFT7}/definitions/schemaArray",
                [],
                "http://json-schema.org/draft-07/schema#/definitions/schemaArray/minItems",
            ),
            (
                "https://json-schema.org/draft/2020-12/meta/core",
                {"$id": 5},
                "https://json-schema.org/draft/2020-12/meta/core#/$defs/uriReferenceString/type",
            ),
        ],
        ids=["2020-12", "2020-12#", "2019-09", "7#", "7", "6", "4", "a part of 7", "meta/core"],
    )
    def test_a_standard_metaschema(self, uri: str, document: object, found: str) -> None:
        """They are at hand, since schemas are documents too."""
        violations = ps.contract({"$ref": uri}).violations(document)

        assert found in [str(each.clause) for each in violations]

    @pytest.mark.parametrize(
        "uri",
        [
            "https://example.com/a.json",
            "http://localhost:8000/a.json",
            "ftp://example.com/a",
            "urn:example:a",
            "a.json",
        ],
    )
    def test_nothing_is_ever_fetched(self, uri: str) -> None:
        """The error says so, and what to do instead."""
        assert error({"items": {"$ref": f"{uri}#/$defs/x"}}) == (
            f"the schema: at /items/$ref: the reference '{uri}#/$defs/x' leads to '{uri}', which "
            "is not at hand, and nothing is ever fetched. Put the schema into the same folder, or "
            f"hand it over: contract(..., resources={{'{uri}': schema}})."
        )

    def test_a_reference_in_an_unused_definition_is_looked_at(self) -> None:
        """A schema is told to be broken before somebody uses the broken part."""
        text = error({"$defs": {"a": {"$ref": "#/$defs/b"}}})

        assert text.startswith("the schema: at /$defs/a/$ref: the reference '#/$defs/b' leads ")

    def test_an_unused_resource_does_not_matter(self) -> None:
        """Many tests hand over the same resources; only those that are needed are looked at."""
        assert ps.contract(True, resources={"urn:x": {"type": "text"}}).is_valid(1)


class TestDialects:
    """`$schema` says which draft a schema is written in; without it, it is 2020-12."""

    @pytest.mark.parametrize(
        ("uri", "schema", "document", "found"),
        [
            pytest.param(
                None, {"prefixItems": [INTEGER]}, ["x"], ["/prefixItems/0/type"], id="none: 2020-12"
            ),
            pytest.param(
                DRAFT2020, {"prefixItems": [INTEGER]}, ["x"], ["/prefixItems/0/type"], id="2020-12"
            ),
            pytest.param(DRAFT2020 + "#", INTEGER, "x", ["/type"], id="2020-12 with #"),
            pytest.param(
                DRAFT2019,
                {"items": [INTEGER], "additionalItems": False},
                ["x", 1],
                ["/items/0/type", "/additionalItems"],
                id="2019-09 items",
            ),
            pytest.param(
                DRAFT2019, {"prefixItems": [False]}, ["x"], [], id="2019-09 has no prefixItems"
            ),
            pytest.param(
                DRAFT2019,
                {"dependentRequired": {"a": ["b"]}},
                {"a": 1},
                ['/dependentRequired/a="b"'],
                id="2019-09 dependentRequired",
            ),
            pytest.param(
                DRAFT2019,
                {"contains": INTEGER, "unevaluatedItems": False},
                [1],
                ["/unevaluatedItems"],
                id="2019-09 contains evaluates nothing",
            ),
            pytest.param(
                DRAFT7, {"if": INTEGER, "then": {"minimum": 5}}, 1, ["/then/minimum"], id="7 if"
            ),
            pytest.param(
                DRAFT7,
                {"dependencies": {"a": ["b"]}},
                {"a": 1},
                ['/dependencies/a="b"'],
                id="7 dependencies",
            ),
            pytest.param(
                DRAFT7,
                {"dependentRequired": {"a": ["b"]}},
                {"a": 1},
                [],
                id="7 has no dependentRequired",
            ),
            pytest.param(
                DRAFT7,
                {"unevaluatedProperties": False},
                {"a": 1},
                [],
                id="7 has no unevaluatedProperties",
            ),
            pytest.param(
                DRAFT7,
                {
                    "allOf": [{"$ref": "#/definitions/a", "minimum": 5}],
                    "definitions": {"a": INTEGER},
                },
                1,
                [],
                id="7 $ref stands alone",
            ),
            pytest.param(
                DRAFT7,
                {"allOf": [{"$ref": "#a"}], "definitions": {"a": {"$id": "#a", **INTEGER}}},
                "x",
                ["/definitions/a/type"],
                id="7 $id as an anchor",
            ),
            pytest.param(
                DRAFT7, {"contains": INTEGER, "minContains": 2}, [1], [], id="7 has no minContains"
            ),
            pytest.param(
                DRAFT6,
                {"contains": INTEGER, "propertyNames": False, "const": []},
                [],
                ["/contains"],
                id="6 contains",
            ),
            pytest.param(DRAFT6, {"if": True, "then": False}, 1, [], id="6 has no if"),
            pytest.param(
                DRAFT6, {"exclusiveMinimum": 1}, 1, ["/exclusiveMinimum"], id="6 exclusiveMinimum"
            ),
            pytest.param(
                DRAFT4,
                {"minimum": 1, "exclusiveMinimum": True},
                1,
                ["/minimum"],
                id="4 exclusiveMinimum",
            ),
            pytest.param(DRAFT4, {"const": 2, "contains": INTEGER}, 1, [], id="4 has no const"),
            pytest.param(DRAFT4, INTEGER, 1.0, ["/type"], id="4 has no integer 1.0"),
            pytest.param(DRAFT7, INTEGER, 1.0, [], id="7 has an integer 1.0"),
            pytest.param(
                DRAFT4,
                {
                    "id": "http://example.com/r",
                    "allOf": [{"$ref": "i"}],
                    "definitions": {"a": {"id": "i", **INTEGER}},
                },
                "x",
                ["/definitions/a/type"],
                id="4 id",
            ),
        ],
    )
    def test_each_draft_has_its_keywords(
        self, uri: str | None, schema: Any, document: object, found: list[str]
    ) -> None:
        """A keyword of another draft says nothing."""
        named = {"$schema": uri, **schema} if uri else schema

        assert [str(each.clause) for each in ps.contract(named).violations(document)] == found

    @pytest.mark.parametrize(
        ("uri", "reason"),
        [
            pytest.param(5, "expected a URI, found 5.", id="a number"),
            pytest.param(None, "expected a URI, found null.", id="null"),
            pytest.param("", f"'' is not a known dialect. {KNOWN}{HAND_OVER}", id="empty"),
            pytest.param(
                "https://example.com/mine",
                f"'https://example.com/mine' is not a known dialect. {KNOWN}{HAND_OVER}",
                id="unknown",
            ),
            pytest.param(
                "https://json-schema.org/draft-07/schema#",
                "'https://json-schema.org/draft-07/schema' is not a known dialect. "
                f"Did you mean 'http://json-schema.org/draft-07/schema'? {KNOWN}{HAND_OVER}",
                id="https instead of http",
            ),
        ],
    )
    def test_an_unknown_dialect_is_an_error(self, uri: object, reason: str) -> None:
        """A schema whose words nobody knows is not judged by another's."""
        assert error({"$schema": uri}) == f"the schema: at /$schema: {reason}"

    def test_draft_3_is_not_known(self) -> None:
        """It has a metaschema, and yet it is no draft that is judged here."""
        text = error({"$schema": "http://json-schema.org/draft-03/schema#"})

        assert "http://json-schema.org/draft-03/schema" in text
        assert KNOWN in text

    def test_a_file_or_resource_without_schema_is_of_the_draft_that_refers_to_it(self) -> None:
        """A draft 7 schema in several pieces need not say so in each piece."""
        pieces = {"urn:x": {"items": [INTEGER]}}

        assert clause({"$schema": DRAFT7, "$ref": "urn:x"}, ["x"], resources=pieces) == (
            "urn:x#/items/0/type"
        )

    def test_a_resource_may_be_of_another_draft(self) -> None:
        """Each schema is read by its own draft."""
        pieces = {"urn:x": {"$schema": DRAFT4, "minimum": 1, "exclusiveMinimum": True}}

        assert clause({"$ref": "urn:x"}, 1, resources=pieces) == "urn:x#/minimum"

    @pytest.mark.parametrize(
        ("schema", "document", "found"),
        [
            pytest.param(
                {
                    "$schema": DRAFT7,
                    "$id": "old",
                    "definitions": {"n": INTEGER},
                    "allOf": [{"$ref": "#/definitions/n", "minimum": 5}],
                },
                1,
                [],
                id="7, where $ref stands alone",
            ),
            pytest.param(
                {"$schema": DRAFT7, "$id": "old", "items": [INTEGER]},
                ["x"],
                ["/$defs/old/items/0/type"],
                id="7, where items may be a list",
            ),
            pytest.param(
                {"$schema": DRAFT7, "$id": "old", "dependencies": {"a": ["b"]}},
                {"a": 1},
                ['/$defs/old/dependencies/a="b"'],
                id="7, which has dependencies",
            ),
            pytest.param(
                {
                    "$schema": DRAFT4,
                    "id": "https://example.com/old",
                    "minimum": 1,
                    "exclusiveMinimum": True,
                },
                1,
                ["/$defs/old/minimum"],
                id="4, where exclusiveMinimum is a boolean",
            ),
        ],
    )
    def test_an_embedded_resource_is_of_its_own_draft(
        self, schema: Any, document: object, found: list[str]
    ) -> None:
        """A bundled document may hold schemas of several drafts (core, section 9.3)."""
        bundle = {"$id": "https://example.com/all", "$ref": "old", "$defs": {"old": schema}}

        assert [str(each.clause) for each in ps.contract(bundle).violations(document)] == found

    def test_what_stands_under_a_keyword_of_ones_own_is_no_embedded_resource(self) -> None:
        """It is data, which may look like a schema of any dialect."""
        data = {"$schema": "https://example.com/mine", "$id": "https://example.com/a", "type": "x"}

        assert ps.contract({"x-own": data, "const": 1}).is_valid(1)

    @pytest.mark.parametrize("name", ["default", "const", "enum", "examples", "old"])
    def test_an_embedded_resource_may_be_a_property_of_any_name(self, name: str) -> None:
        """Under `properties` these are names and no keywords."""
        old = {"$schema": DRAFT7, "$id": "https://example.com/old", "items": [INTEGER]}

        assert clause({"properties": {name: old}}, {name: ["x"]}) == (
            f"/properties/{name}/items/0/type"
        )

    def test_an_embedded_resource_of_an_unknown_dialect_is_an_error(self) -> None:
        """Its words are as unknown there as they are at the root."""
        old = {"$schema": "https://example.com/mine", "$id": "https://example.com/old"}

        text = error({"$ref": "https://example.com/old", "$defs": {"old": old}})

        assert "/$defs/old" in text
        assert "https://example.com/mine" in text


def metaschema(*vocabularies: str, **members: Any) -> dict[str, Any]:
    """A metaschema with some vocabularies of 2020-12."""
    base = "https://json-schema.org/draft/2020-12"
    return {
        "$schema": DRAFT2020,
        "$id": "https://example.com/meta",
        "$vocabulary": {f"{base}/vocab/{name}": True for name in vocabularies},
        "$dynamicAnchor": "meta",
        "allOf": [{"$ref": f"{base}/meta/{name}"} for name in vocabularies],
        **members,
    }


class TestMetaschemasOfOnesOwn:
    """A `$schema` among the resources selects its vocabularies."""

    def asked(self, schema: Any, own: Any) -> Any:
        """The arguments for a schema that is written in a dialect of its own."""
        return {
            "asked": {"$schema": "https://example.com/meta", **schema},
            "resources": {"https://example.com/meta": own},
        }

    def test_without_the_validation_vocabulary_its_keywords_say_nothing(self) -> None:
        """`minimum` is then a word like any other, at every depth."""
        own = metaschema("core", "applicator")
        schema = {"minimum": 5, "properties": {"a": {"minimum": 5, "not": True}}}

        contract = ps.contract(**self.asked(schema, own))

        assert contract.is_valid(1)
        assert [str(each.clause) for each in contract.violations({"a": 1})] == ["/properties/a/not"]
        assert "/minimum" not in contract.clauses

    @pytest.mark.parametrize("vocabulary", ["format-annotation", "format-assertion"])
    def test_formats_are_asserted_with_either_vocabulary(self, vocabulary: str) -> None:
        """A contract asserts formats unless it is told not to."""
        contract = ps.contract(**self.asked({"format": "date"}, metaschema("core", vocabulary)))

        assert not contract.is_valid("x")

    def test_a_schema_is_checked_by_its_own_metaschema(self) -> None:
        """What the project demands of its schemas holds."""
        own = metaschema("core", "validation", required=["x-owner"])

        text = error(**self.asked(INTEGER, own))

        assert text == 'the schema: at the root: "x-owner" is missing.'

    def test_a_vocabulary_that_is_required_and_unknown_is_refused(self) -> None:
        """Such a schema must not be processed (core, section 8.1.2)."""
        own = metaschema("core")
        own["$vocabulary"]["https://example.com/vocab"] = True

        assert error(**self.asked({}, own)) == (
            "The metaschema https://example.com/meta requires the vocabulary "
            "'https://example.com/vocab', which is unknown here, so its schemas cannot be judged. "
            "A vocabulary that may be ignored has the value false."
        )

    def test_a_vocabulary_that_is_optional_and_unknown_is_ignored(self) -> None:
        """Its keywords are annotations."""
        own = metaschema("core", "validation")
        own["$vocabulary"]["https://example.com/vocab"] = False

        assert not ps.contract(**self.asked(INTEGER, own)).is_valid("x")

    def test_without_vocabularies_the_draft_of_the_metaschema_counts(self) -> None:
        """A metaschema that is written in draft 7 makes schemas of draft 7."""
        own = {"$schema": DRAFT7, "$ref": DRAFT7}

        contract = ps.contract(**self.asked({"dependencies": {"a": ["b"]}}, own))

        assert not contract.is_valid({"a": 1})

    def test_a_metaschema_in_the_folder_counts_too(self, tmp_path: Path) -> None:
        """It is found as any other schema is."""
        schema = {"$schema": "https://example.com/meta", "minimum": 5}
        write(tmp_path, {"a.json": schema, "meta.json": metaschema("core", "applicator")})

        assert ps.contract(tmp_path / "a.json").is_valid(1)

    @pytest.mark.parametrize(
        "own",
        [
            pytest.param({"type": "text"}, id="no schema"),
            pytest.param({"$vocabulary": 5}, id="vocabularies that are no object"),
            pytest.param({"$schema": "https://example.com/meta"}, id="written in itself"),
            pytest.param({"$schema": 5}, id="written in a number"),
            pytest.param(True, id="true"),
            pytest.param([], id="a list"),
        ],
    )
    def test_a_metaschema_that_is_none_is_an_error(self, own: Any) -> None:
        """The error names the metaschema."""
        assert "https://example.com/meta" in error(**self.asked(INTEGER, own))


class TestFiles:
    """A schema file is read as strictly as any document."""

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            pytest.param(
                b'{"type": "null",\n "type": "null"}',
                ':2:2: the schema is not a JSON text: the name "type" a second time in one object '
                "(first at 1:2)",
                id="a name twice",
            ),
            pytest.param(
                b"\xef\xbb\xbf{}",
                ":1:1: the schema is not a JSON text: "
                "a byte order mark: start with the value itself",
                id="a byte order mark",
            ),
            pytest.param(
                b'{"minimum":\n NaN}',
                ":2:2: the schema is not a JSON text: NaN, which is no JSON number",
                id="NaN",
            ),
            pytest.param(
                b'{"title": "\xff"}',
                ":1:12: the schema is not a JSON text: the byte 0xFF is not UTF-8 here",
                id="no UTF-8",
            ),
            pytest.param(
                b"",
                ":1:1: the schema is not a JSON text: "
                "the text is empty: a document is one JSON value",
                id="empty",
            ),
            pytest.param(
                b"[1]",
                ":1:1: at the root: expected object or boolean, found [1] (an array).",
                id="an array",
            ),
            pytest.param(
                b"5",
                ":1:1: at the root: expected object or boolean, found 5 (an integer).",
                id="a number",
            ),
            pytest.param(
                b'"x"',
                ':1:1: at the root: expected object or boolean, found "x" (a string).',
                id="a string",
            ),
            pytest.param(
                b"null", ":1:1: at the root: expected object or boolean, found null.", id="null"
            ),
            pytest.param(
                b'{\n  "properties": {\n    "a": {"type": "strng"}\n  }\n}',
                ':3:19: at /properties/a/type: expected one of "array", "boolean", "integer", '
                '"null", "number", "object", "string", found "strng"; did you mean "string"?',
                id="no schema",
            ),
            pytest.param(
                b'{"items":\n  {"$ref": "#/x"}}',
                ":2:12: at /items/$ref: the reference '#/x' leads nowhere: there is no /x in it.",
                id="a reference",
            ),
        ],
    )
    def test_what_is_wrong_is_told_with_line_and_column(
        self, tmp_path: Path, content: bytes, reason: str
    ) -> None:
        """The file, the line and the column come first."""
        write(tmp_path, {"a.json": content})

        assert error(tmp_path / "a.json") == f"{tmp_path}/a.json{reason}"

    @pytest.mark.parametrize(("content", "valid"), [("true", True), ("false", False)])
    def test_a_file_may_hold_a_boolean(self, tmp_path: Path, content: str, valid: bool) -> None:
        """A schema is an object or a boolean."""
        write(tmp_path, {"a.json": content})

        assert ps.contract(tmp_path / "a.json").is_valid(1) is valid


class TestValues:
    """A parsed schema is taken as it is at that moment, and never changed."""

    @pytest.mark.parametrize(
        ("schema", "reason"),
        [
            pytest.param(
                {"enum": [1, (2,)]},
                "the schema: at /enum/1: a value of type tuple, (2,): use a list",
                id="tuple",
            ),
            pytest.param(
                {"enum": {1}},
                "the schema: at /enum: a value of type set, {1}: use a list",
                id="set",
            ),
            pytest.param(
                {"const": b"x"},
                "the schema: at /const: a value of type bytes, b'x': decode it to a str",
                id="bytes",
            ),
            pytest.param(
                {1: {}}, "the schema: at the root: a name of type int, 1: use a str", id="name"
            ),
            pytest.param(
                {"minimum": float("inf")},
                "the schema: at /minimum: the float inf, which is no JSON number",
                id="infinity",
            ),
            pytest.param(
                [], "the schema must be an object or a boolean, not a Python list.", id="list"
            ),
            pytest.param(
                None, "the schema must be an object or a boolean, not a Python NoneType.", id="None"
            ),
            pytest.param(
                5, "the schema must be an object or a boolean, not a Python int.", id="int"
            ),
        ],
    )
    def test_what_is_no_json_is_no_schema(self, schema: Any, reason: str) -> None:
        """The error says where and what to write instead."""
        assert error(schema) == reason

    def test_a_schema_within_itself_is_no_json(self) -> None:
        """A Python object that holds itself is told before anyone walks into it."""
        schema: dict[str, Any] = {"properties": {}}
        schema["properties"]["self"] = schema

        assert error(schema) == (
            "the schema: at /properties/self: a value that contains itself: it is the root again"
        )

    def test_the_schema_of_the_caller_is_never_changed(self) -> None:
        """Neither when it is read nor when documents are judged."""
        schema = {
            "$id": "https://example.com/a",
            "properties": {"a": {"$ref": "#/$defs/x"}},
            "$defs": {"x": {"anyOf": [INTEGER, {"enum": ["a"]}]}},
        }
        resources = {"urn:x": {"type": "null"}}
        before = copy.deepcopy((schema, resources))

        contract = ps.contract(schema, resources=resources)
        contract.violations({"a": None})

        assert (schema, resources) == before

    def test_later_changes_of_the_schema_are_not_seen(self) -> None:
        """A contract never changes."""
        schema: dict[str, Any] = {"$ref": "urn:x", "properties": {"a": {"type": "integer"}}}
        resource = {"required": ["a"]}
        contract = ps.contract(schema, resources={"urn:x": resource})
        clauses = contract.clauses
        source = copy.deepcopy(contract.source.contents)

        schema["properties"]["a"]["type"] = "string"
        resource["required"].append("b")

        assert contract.is_valid({"a": 1})
        assert contract.clauses == clauses
        assert contract.source.contents == source

    def test_an_object_that_stands_in_two_places_is_two_subschemas(self) -> None:
        """Python shares what a text would repeat, and the clauses are those of the text."""
        shared = {"type": "integer"}
        schema = {"properties": {"a": shared, "b": shared}, "required": ["a", "b"]}
        contract = ps.contract(schema)

        assert [str(each.clause) for each in contract.violations({"a": "x", "b": "x"})] == [
            "/properties/a/type",
            "/properties/b/type",
        ]
        assert contract.clauses == ps.contract(json.loads(json.dumps(schema))).clauses

    @pytest.mark.parametrize("valid", [True, False])
    def test_a_boolean_is_a_schema(self, valid: bool) -> None:
        """It accepts everything, or nothing."""
        contract = ps.contract(valid)

        assert contract.is_valid({"a": [None]}) is valid
        assert [str(each) for each in contract.clauses] == ([] if valid else [""])

    @pytest.mark.parametrize(
        ("schema", "reason"),
        [
            pytest.param(
                {"properties": {"a": {"type": "strng"}}},
                'at /properties/a/type: expected one of "array", "boolean", "integer", "null", '
                '"number", "object", "string", found "strng"; did you mean "string"?',
                id="a misspelt type",
            ),
            pytest.param(
                {"minLength": -1}, "at /minLength: expected at least 0, found -1.", id="a bound"
            ),
            pytest.param(
                {"items": [INTEGER]},
                'at /items: expected object or boolean, found [{"type": "integer"}] (an array).',
                id="items as a list",
            ),
            pytest.param(
                {"type": []}, "at /type: expected at least 1 item, found 0: [].", id="no type"
            ),
            pytest.param(
                {"required": "a"},
                'at /required: expected array, found "a" (a string).',
                id="a name that is no list",
            ),
            pytest.param(
                {"exclusiveMaximum": True, "maximum": 3},
                "at /exclusiveMaximum: expected number, found true (a boolean); in JSON a boolean "
                "is not a number; the boolean form is draft 4's, which a schema names by "
                '"$schema": "http://json-schema.org/draft-04/schema#".',
                id="draft 4's exclusiveMaximum",
            ),
            pytest.param(
                {"$schema": DRAFT4, "properties": {"a": True}},
                "at /properties/a: expected object, found true (a boolean).",
                id="draft 4 has no boolean schemas",
            ),
            pytest.param(
                {"$ref": 5}, "at /$ref: expected string, found 5 (an integer).", id="a reference"
            ),
        ],
    )
    def test_a_schema_that_its_metaschema_refuses(self, schema: Any, reason: str) -> None:
        """The error has the pointer and what is expected there."""
        assert error(schema) == f"the schema: {reason}"


class TestPatterns:
    """A regular expression that is none is reported wherever it stands."""

    @pytest.mark.parametrize(
        ("schema", "at"),
        [
            pytest.param({"pattern": "("}, "/pattern", id="pattern"),
            pytest.param(
                {"patternProperties": {"(": True}}, "/patternProperties/(", id="patternProperties"
            ),
            pytest.param(
                {"$defs": {"a": {"pattern": "("}}}, "/$defs/a/pattern", id="unused definition"
            ),
            pytest.param(
                {"$defs": {"a": {"patternProperties": {"(": True}}}},
                "/$defs/a/patternProperties/(",
                id="unused patternProperties",
            ),
            pytest.param({"not": {"pattern": "("}}, "/not/pattern", id="not"),
            pytest.param({"if": {"pattern": "("}}, "/if/pattern", id="if"),
            pytest.param({"then": {"pattern": "("}}, "/then/pattern", id="then without if"),
            pytest.param(
                {"contains": {"pattern": "("}, "minContains": 0},
                "/contains/pattern",
                id="contains that demands nothing",
            ),
            pytest.param(
                {"propertyNames": {"pattern": "("}}, "/propertyNames/pattern", id="propertyNames"
            ),
            pytest.param(
                {"$schema": DRAFT7, "additionalItems": {"pattern": "("}},
                "/additionalItems/pattern",
                id="additionalItems without a list of items",
            ),
            pytest.param(
                {"$schema": DRAFT7, "dependencies": {"a": {"pattern": "("}}},
                "/dependencies/a/pattern",
                id="dependencies",
            ),
            pytest.param(
                {"$ref": "#/x-own", "x-own": {"pattern": "("}},
                "/x-own/pattern",
                id="under a keyword of one's own",
            ),
        ],
    )
    def test_a_broken_pattern_is_reported_with_its_pointer(self, schema: Any, at: str) -> None:
        """Never skipped, not even where no document gets to."""
        text = error(schema)

        assert text.startswith(f'the schema: at {at}: "(" is not a regular expression of ECMA-262')
        assert "unterminated group at offset 1" in text

    def test_the_reason_is_given_once(self) -> None:
        """The sentence names the pattern and ECMA-262 one time each."""
        text = error({"pattern": "a(b"})

        assert (text.count("a(b"), text.count("ECMA-262")) == (1, 1)

    @pytest.mark.parametrize("pattern", ["(?P<a>x)", r"a\Z", r"\_", "(?i)x", "[z-a]", "{1}", "x**"])
    def test_patterns_of_other_languages_are_refused(self, pattern: str) -> None:
        """What Python would take, or another engine without the u flag, is none of ECMA-262."""
        assert error({"pattern": pattern}).startswith("the schema: at /pattern: ")

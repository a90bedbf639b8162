"""The schema of the plan, which is our own file and keeps the published facts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

FILE = Path(__file__).parents[2] / "schemas" / "plan.schema.json"


def without_descriptions(value):
    """The schema with nothing but what decides a verdict."""
    if isinstance(value, dict):
        return {
            name: without_descriptions(each)
            for name, each in value.items()
            if not (name == "description" and isinstance(each, str))
        }
    return value


def test_the_wrapper_keeps_the_facts(schema):
    """Identity, members, limits and their order are those of the format; there is no $schema."""
    plan = schema("plan")
    expected = {
        "$id": "https://github.com/codeabovelab/codeboost/schema/versions/1/plan.schema.json",
        "title": "codeboost plan",
        "type": "object",
        "additionalProperties": False,
        "required": ["schema_version", "issue", "revision", "summary", "items", "questions"],
        "properties": {
            "schema_version": {"type": "integer", "enum": [1]},
            "issue": {"type": "integer", "minimum": 1},
            "revision": {"type": "integer", "minimum": 1},
            "summary": {"type": "string", "minLength": 1, "maxLength": 600},
            "items": {
                "type": "array",
                "minItems": 1,
                "maxItems": 30,
                "items": {"$ref": "#/$defs/item"},
            },
            "questions": {
                "type": "array",
                "maxItems": 10,
                "items": {"type": "string", "minLength": 1, "maxLength": 400},
            },
        },
    }
    definitions = plan.pop("$defs")
    assert json.dumps(without_descriptions(plan)) == json.dumps(expected)
    assert list(plan)[:3] == ["$id", "title", "description"]
    assert list(definitions) == ["item", "file", "check"]


@pytest.mark.parametrize("name", ["item", "file", "check"])
def test_the_definitions_are_those_of_the_plan_edit(schema, name):
    """Both files hold the same definition, the order of members and every description included."""
    ours, theirs = schema("plan")["$defs"][name], schema("plan-edit")["$defs"][name]
    assert json.dumps(ours) == json.dumps(theirs)


def test_the_file_is_laid_out_plainly(schema):
    """Two spaces to a level, one newline at the end, and short enough for a prompt."""
    text = FILE.read_bytes().decode("utf-8")
    assert text == json.dumps(schema("plan"), indent=2, ensure_ascii=False) + "\n"
    assert len(text) < 32 * 1024


def test_every_object_is_strict(schema):
    """Each object is closed and requires all of its members."""
    plan = schema("plan")
    for each in (plan, plan["$defs"]["item"], plan["$defs"]["file"], plan["$defs"]["check"]):
        assert each["additionalProperties"] is False
        assert each["required"] == list(each["properties"])


def test_it_is_a_schema_of_draft_2020_12(schema):
    """The file is a valid schema, and says in words why no line of it names the draft."""
    Draft202012Validator.check_schema(schema("plan"))
    assert "no $schema line on purpose" in schema("plan")["description"]

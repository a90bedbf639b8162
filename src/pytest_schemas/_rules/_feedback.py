"""The rules of the Chips feedback event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_schemas._nearest import nearest
from pytest_schemas._rules._emoji import is_one_emoji
from pytest_schemas._rules._rule import Finding, Given, Path, rule
from pytest_schemas._show import show

if TYPE_CHECKING:
    from collections.abc import Iterator

# The members that the schema names, for each object: none of these objects is closed, so the schema
# itself never reports a misspelt one. A test holds these names against the schema.
KNOWN_MEMBERS: tuple[tuple[Path, frozenset[str]], ...] = (
    (
        (),
        frozenset(
            {
                "v",
                "type",
                "id",
                "ts",
                "workspace_id",
                "space_id",
                "run_id",
                "seq",
                "idempotency_key",
                "actor",
                "message_id",
                "kind",
                "reaction",
                "text",
                "from",
            }
        ),
    ),
    (("actor",), frozenset({"kind", "id", "harness_id"})),
    (
        ("from",),
        frozenset({"participant_id", "kind", "display_name", "role", "workspace_role"}),
    ),
)


@rule(
    "feedback/reaction-required",
    level="documented",
    source="/properties/reaction/description",
    summary="An event of kind reaction has a reaction.",
)
def reaction_required(event: Any, _: Given) -> Iterator[Finding]:
    if event["kind"] == "reaction" and "reaction" not in event:
        yield Finding(
            ("reaction",),
            'the kind is "reaction", and the member "reaction" is missing; add the emoji',
        )


@rule(
    "feedback/text-required",
    level="documented",
    source="/properties/text/description",
    summary="An event of kind correction has a text.",
)
def text_required(event: Any, _: Given) -> Iterator[Finding]:
    if event["kind"] == "correction" and "text" not in event:
        yield Finding(
            ("text",),
            'the kind is "correction", and the member "text" is missing; say what went wrong',
        )


@rule(
    "feedback/reaction-only-for-reaction",
    level="documented",
    severity="advisory",
    source="/properties/reaction/description",
    summary="Only an event of kind reaction has a use for a reaction.",
)
def reaction_only_for_reaction(event: Any, _: Given) -> Iterator[Finding]:
    if event["kind"] != "reaction" and "reaction" in event:
        yield Finding(
            ("reaction",),
            f'the kind is {show(event["kind"])}, which has no use for "reaction"; leave it out',
        )


@rule(
    "feedback/text-only-for-correction",
    level="documented",
    severity="advisory",
    source="/properties/text/description",
    summary="Only an event of kind correction has a use for a text.",
)
def text_only_for_correction(event: Any, _: Given) -> Iterator[Finding]:
    if event["kind"] != "correction" and "text" in event:
        yield Finding(
            ("text",),
            f'the kind is {show(event["kind"])}, which has no use for "text"; leave it out',
        )


@rule(
    "feedback/system-actor-id",
    level="documented",
    source="/properties/actor/properties/id/description",
    summary="The id of an actor of kind system is the word system.",
)
def system_actor_id(event: Any, _: Given) -> Iterator[Finding]:
    actor = event["actor"]
    if actor["kind"] == "system" and actor["id"] != "system":
        yield Finding(
            ("actor", "id"),
            f'the actor is of kind "system", so its id is "system" and not {show(actor["id"])}',
        )


@rule(
    "feedback/system-id-reserved",
    level="documented",
    severity="warning",
    source="/properties/actor/properties/id/description",
    summary="Only an actor of kind system has the id system.",
)
def system_id_reserved(event: Any, _: Given) -> Iterator[Finding]:
    actor = event["actor"]
    if actor["id"] == "system" and actor["kind"] != "system":
        yield Finding(
            ("actor", "id"),
            f'the id "system" belongs to Chips, and this actor is of kind {show(actor["kind"])}',
        )


@rule(
    "feedback/harness-id-agent-only",
    level="documented",
    source="/properties/actor/properties/harness_id/description",
    summary="Only an actor of kind agent has a harness_id.",
)
def harness_id_agent_only(event: Any, _: Given) -> Iterator[Finding]:
    actor = event["actor"]
    if actor["kind"] != "agent" and "harness_id" in actor:
        yield Finding(
            ("actor", "harness_id"),
            f"only an agent speaks through a harness, and this actor is of kind "
            f'{show(actor["kind"])}; leave "harness_id" out',
        )


@rule(
    "feedback/harness-id-for-agent",
    level="documented",
    severity="advisory",
    source="/properties/actor/properties/harness_id/description",
    summary="In a stored event, an actor of kind agent has a harness_id.",
    needs=("direction",),
)
def harness_id_for_agent(event: Any, given: Given) -> Iterator[Finding]:
    actor = event["actor"]
    if given["direction"] == "stored" and actor["kind"] == "agent" and "harness_id" not in actor:
        yield Finding(
            ("actor", "harness_id"),
            'the stored event of an agent names its harness, and "harness_id" is missing',
        )


@rule(
    "feedback/inbound-seq-absent",
    level="documented",
    source="/properties/seq/description",
    summary="An event on its way in has no seq.",
    needs=("direction",),
)
def inbound_seq_absent(event: Any, given: Given) -> Iterator[Finding]:
    if given["direction"] == "inbound" and "seq" in event:
        yield Finding(
            ("seq",),
            f'{show(event["seq"])} is given as "seq", which the server assigns; leave it out',
        )


@rule(
    "feedback/inbound-idempotency-key",
    level="documented",
    source="/properties/idempotency_key/description",
    summary="An event on its way in has an idempotency_key, unless Chips itself is the actor.",
    needs=("direction",),
)
def inbound_idempotency_key(event: Any, given: Given) -> Iterator[Finding]:
    is_client_write = given["direction"] == "inbound" and event["actor"]["kind"] != "system"
    if is_client_write and "idempotency_key" not in event:
        yield Finding(
            ("idempotency_key",),
            'every write of a client has an "idempotency_key", and it is missing; '
            "send the same one again with each retry",
        )


@rule(
    "feedback/stored-seq-present",
    level="documented",
    source="/properties/seq/description",
    summary="A stored event has a seq.",
    needs=("direction",),
)
def stored_seq_present(event: Any, given: Given) -> Iterator[Finding]:
    if given["direction"] == "stored" and "seq" not in event:
        yield Finding(("seq",), 'a stored event has the "seq" it was given, and it is missing')


@rule(
    "feedback/space-named",
    level="documented",
    severity="advisory",
    source="/properties/message_id/description",
    summary="An event names the space in which its message stands.",
)
def space_named(event: Any, _: Given) -> Iterator[Finding]:
    if "space_id" not in event:
        yield Finding(
            ("space_id",),
            'the message stands in a space, and "space_id" is missing; name the space',
        )


@rule(
    "feedback/workspace-role-person-only",
    level="documented",
    source="/properties/from/properties/workspace_role/description",
    summary="A sender that is an agent or a harness has no workspace_role.",
)
def workspace_role_person_only(event: Any, _: Given) -> Iterator[Finding]:
    sender = event["from"]
    if sender["kind"] in {"agent", "harness"} and "workspace_role" in sender:
        yield Finding(
            ("from", "workspace_role"),
            f"only a person has a standing in the workspace, and this sender is of kind "
            f'{show(sender["kind"])}; leave "workspace_role" out',
        )


@rule(
    "feedback/from-agrees-with-actor",
    level="documented",
    severity="advisory",
    source="our inference",
    summary="The sender is the actor, except that an agent may be told as a harness.",
)
def from_agrees_with_actor(event: Any, _: Given) -> Iterator[Finding]:
    actor, sender = event["actor"], event["from"]
    if actor["kind"] == "system":  # a sender cannot be of this kind, so it must be somebody else
        return
    if sender["participant_id"] != actor["id"]:
        yield Finding(
            ("from", "participant_id"),
            f"the sender is {show(sender['participant_id'])}, and the actor {show(actor['id'])}",
        )
    if (actor["kind"], sender["kind"]) != ("agent", "harness") and actor["kind"] != sender["kind"]:
        yield Finding(
            ("from", "kind"),
            f"the sender is of kind {show(sender['kind'])}, and the actor {show(actor['kind'])}",
        )


@rule(
    "feedback/reaction-is-one-emoji",
    level="documented",
    severity="advisory",
    source="/properties/reaction/description",
    summary="A reaction is one emoji.",
)
def reaction_is_one_emoji(event: Any, _: Given) -> Iterator[Finding]:
    if "reaction" in event and not is_one_emoji(event["reaction"]):
        yield Finding(("reaction",), f"{show(event['reaction'])} is not one emoji")


@rule(
    "feedback/near-miss-member",
    level="documented",
    severity="advisory",
    source="our own: no object of the schema is closed",
    summary="No unknown member has a name that is close to a known one.",
)
def near_miss_member(event: Any, _: Given) -> Iterator[Finding]:
    for path, known in KNOWN_MEMBERS:
        holder = event
        for step in path:
            holder = holder[step]
        for name in holder:
            meant = None if name in known else nearest(name, known)
            if meant is not None:
                yield Finding(
                    (*path, name), f"the member {show(name)} is unknown; is {show(meant)} meant?"
                )


RULES = (
    reaction_required,
    text_required,
    reaction_only_for_reaction,
    text_only_for_correction,
    system_actor_id,
    system_id_reserved,
    harness_id_agent_only,
    harness_id_for_agent,
    inbound_seq_absent,
    inbound_idempotency_key,
    stored_seq_present,
    space_named,
    workspace_role_person_only,
    from_agrees_with_actor,
    reaction_is_one_emoji,
    near_miss_member,
)

"""What is said of a consumer whose verdict is wrong."""

from __future__ import annotations

from pytest_schemas._contract import Contract
from pytest_schemas._show import printable, sentence, show
from pytest_schemas._vector import Vector
from pytest_schemas._violations import ContractViolation

_WIDTH = 96


def wrongly_accepted(
    name: str, contract: Contract, vector: Vector, result: object, *, is_text: bool
) -> str:
    """What to say where a consumer accepted what breaks the contract."""
    kind = "text" if is_text else "document"
    lines = [f"{name} accepted a {kind} that breaks {vector.clause} of {contract.name}."]
    lines += _report(contract, vector, is_text=is_text) or _about(vector, "breaks", is_text=is_text)
    if result is not None:
        lines.append(f"  It returned: {_shown(result)}")
    return "\n".join([*lines, f"  The vector: {vector.id}"])


def wrongly_refused(
    name: str,
    contract: Contract,
    vector: Vector,
    result: object,
    error: BaseException | None,
    *,
    is_text: bool,
) -> str:
    """What to say where a consumer refused what keeps the contract.

    Args:
        result: what it returned, where it raised nothing.
        error: the exception by which it refused; None for its result.
    """
    kind = "text" if is_text else "document"
    why = f"It returned {_shown(result)}" if error is None else f"It raised {_told(error)}"
    lines = [
        f"{name} refused a {kind} that breaks nothing of {contract.name}. {sentence(why)}",
        *_about(vector, "keeps", is_text=is_text),
        f"  The vector: {vector.id}",
    ]
    return "\n".join(lines)


def _report(contract: Contract, vector: Vector, *, is_text: bool) -> list[str]:
    """What the contract itself says of the document, without the headline."""
    try:
        if is_text:
            contract.read(vector.text, **vector.context)
        else:
            contract.assert_valid(vector.document, **vector.context)
    except ContractViolation as refused:
        return str(refused).splitlines()[1:]
    return []


def _about(vector: Vector, verb: str, *, is_text: bool) -> list[str]:
    text, document = _shown(vector.text), show(vector.document, _WIDTH)
    lines = ["", f"  The text: {text}" if is_text else f"  The document: {document}"]
    lines += [f"  With {name}: {show(value, _WIDTH)}" for name, value in vector.context.items()]
    if vector.clause is not None:
        lines.append(f"  It {verb} {printable(vector.clause)}")
        about = printable(" ".join(vector.clause.description.split()))
        speaker = "rule" if vector.clause.keyword == "rule" else "schema"
        if about:
            cut = about if len(about) <= _WIDTH else f"{about[:_WIDTH]}..."
            lines.append(f"    The {speaker} says: {cut}")
    return lines


def _told(error: BaseException) -> str:
    name = type(error).__name__
    try:
        text = str(error).partition("\n")[0]
    except Exception:  # whatever a foreign __str__ may raise
        return name
    return f"{name}: {text}" if text else name


def _shown(value: object) -> str:
    try:
        text = printable(repr(value))
    except Exception:  # likewise
        return f"a Python {type(value).__name__}"
    return text if len(text) <= _WIDTH else f"{text[:_WIDTH]}..."

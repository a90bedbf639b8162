"""Test functions: which can be decorated, and how Hypothesis holds them."""

from __future__ import annotations

import inspect
from types import FunctionType
from unittest import IsolatedAsyncioTestCase

from pytest_schemas._errors import ContractError

#: The attributes of tests that `produces` and `consumes` decorate. Without an underscore, because
#: Hypothesis copies such attributes to the test that it makes of a function.
PRODUCES = "pytest_schemas_produces"
CONSUMES = "pytest_schemas_consumes"


def plain_function(test: object, decorator: str) -> FunctionType:
    """The function that is decorated.

    Raises:
        ContractError: it is anything else.
    """
    if isinstance(test, FunctionType) and not _is_rule(test):
        return test
    if isinstance(test, FunctionType):
        message = (
            f"@{decorator} stands above what makes {test.__name__} a step of a state machine, "
            "where it does not reach the function: put it below."
        )
    elif isinstance(test, (staticmethod, classmethod)):
        kind = type(test).__name__
        message = (
            f"@{decorator} stands above @{kind} at {test.__func__.__name__}, where it does not "
            f"reach the function: put it below."
        )
    elif isinstance(test, type):
        message = f"@{decorator} stands above the class {test.__name__}: put it above its tests."
    else:
        message = f"@{decorator} stands above a {type(test).__name__}, which is no test function."
    raise ContractError(message)


def _is_rule(function: FunctionType) -> bool:
    """Whether Hypothesis has taken a function as a rule, or as an invariant."""
    return any(name.startswith("hypothesis_stateful_") for name in vars(function))


def inner_test(function: FunctionType) -> FunctionType:
    """The function that Hypothesis calls with each input; without Hypothesis, the function."""
    handle = getattr(function, "hypothesis", None)
    inner = getattr(handle, "inner_test", function)
    return inner if isinstance(inner, FunctionType) else function


def check_use(function: FunctionType, cls: type | None) -> None:
    """Look whether a test can be run where it stands.

    Raises:
        ContractError: Hypothesis draws its input, and it is a consumer, which has vectors for that,
            or a coroutine of unittest's.
    """
    inner = inner_test(function)
    if inner is function:
        return
    if hasattr(function, CONSUMES):
        raise ContractError(with_given(function.__name__))
    if (
        hasattr(function, PRODUCES)
        and inspect.iscoroutinefunction(inner)
        and cls is not None
        and issubclass(cls, IsolatedAsyncioTestCase)
    ):
        message = (
            f"{function.__name__} is a coroutine with @given on an IsolatedAsyncioTestCase, which "
            "awaits it once and not for each input: use pytest-asyncio or anyio, or make it a "
            "plain function that calls asyncio.run()."
        )
        raise ContractError(message)


def check_fixture(function: object) -> None:
    """Look whether a fixture hands on what its function makes.

    Raises:
        ContractError: it is decorated as a test, which returns nothing.
    """
    for decorator, mark in (("produces", PRODUCES), ("consumes", CONSUMES)):
        if hasattr(function, mark):
            name = getattr(function, "__name__", "A function")
            message = (
                f"{name} is a fixture with @ps.{decorator}, which hands nothing on: it is for "
                "tests. In a fixture, return contract.assert_valid(document)."
            )
            raise ContractError(message)


def with_given(name: str) -> str:
    """What is wrong with a consumer that Hypothesis draws input for."""
    return (
        f"{name} has @ps.consumes and @given: vectors are fixed, not drawn. For drawn documents, "
        "take @given alone, with ps.documents(...)."
    )

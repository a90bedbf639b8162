"""Calls of every kind of function, with what each makes handed on."""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing, closing
from functools import update_wrapper
from types import CoroutineType, FunctionType
from typing import Any, Protocol

from pytest_schemas._errors import ContractError


class Judge(Protocol):
    """Takes what one call of a function makes."""

    def returned(self, document: object) -> None:
        """Take the result of the call."""

    def yielded(self, document: object) -> bool:
        """Take the next document of a generator, and say whether to go on."""

    def conclude(self) -> None:
        """Raise what was found."""


#: Called with the arguments of each call, before it is made.
Start = Callable[[tuple[Any, ...], dict[str, Any]], Judge]


def judged(function: FunctionType, start: Start) -> FunctionType:
    """A function with the name, place and signature of another, whose results a judge gets.

    It returns nothing, as a test should. It is a coroutine function where the other is one or an
    async generator function, and never a generator function, so test runners know how to call it.
    """
    wrapper: FunctionType
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):

        async def wait(*args: Any, **kwargs: Any) -> None:
            __tracebackhide__ = True
            judge = start(args, kwargs)
            await _wait(function, judge, args, kwargs)
            judge.conclude()

        wrapper = wait  # type: ignore[assignment]  # a function is one
    else:

        def call(*args: Any, **kwargs: Any) -> None:
            __tracebackhide__ = True
            judge = start(args, kwargs)
            _call(function, judge, args, kwargs)
            judge.conclude()

        wrapper = call  # type: ignore[assignment]  # likewise
    update_wrapper(wrapper, function)
    # pytest and Hypothesis take a test's place from its code.
    wrapper.__code__ = wrapper.__code__.replace(
        co_filename=function.__code__.co_filename,
        co_firstlineno=function.__code__.co_firstlineno,
        co_name=function.__code__.co_name,
    )
    return wrapper


def _call(
    function: Callable[..., object], judge: Judge, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    __tracebackhide__ = True
    made = function(*args, **kwargs)
    if inspect.isawaitable(made) or isinstance(made, AsyncGenerator):
        if isinstance(made, CoroutineType):
            made.close()  # or Python would warn that nobody awaits it
        message = (
            f"{function.__name__} returned a {type(made).__name__}, which nobody awaits: make it "
            "an `async def`, and await what it gets."
        )
        raise ContractError(message)
    _take(made, judge)


async def _wait(
    function: Callable[..., Any], judge: Judge, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    __tracebackhide__ = True
    made = function(*args, **kwargs)
    if not isinstance(made, AsyncGenerator):
        made = await made
    if isinstance(made, AsyncGenerator):
        async with aclosing(made):
            async for document in made:
                if not judge.yielded(document):
                    break
    else:
        _take(made, judge)


def _take(made: object, judge: Judge) -> None:
    __tracebackhide__ = True
    if isinstance(made, Generator):
        with closing(made):
            for document in made:
                if not judge.yielded(document):
                    break
    else:
        judge.returned(made)

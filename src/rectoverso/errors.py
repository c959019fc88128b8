"""Errors that are not bugs: refusals with stable codes, and bad input."""

from __future__ import annotations


class Refused(Exception):
    """A request that is not possible now; `code` is stable, and the client translates it."""

    def __init__(self, code: str, **details: object) -> None:
        self.code = code
        self.details = details
        super().__init__(code)

    def __str__(self) -> str:
        said = ", ".join(f"{name}: {value}" for name, value in self.details.items())
        return f"{self.code} ({said})" if said else self.code


class BadInput(Exception):
    """A wrong name, number, option, file or record; the message says what was wrong and what would be right."""


def shown(value: object, max_length: int = 60) -> str:
    """A value as a message quotes it: on one line, and cut to a maximum length.

    A value from a file may be deeply nested or very long, so it is cut before it is turned into text.
    """
    text = _cut(value, max_length + 1)
    return text if len(text) <= max_length else text[: max_length - 1] + "…"


def _cut(value: object, max_length: int) -> str:
    match value:
        case None | True | False:
            return {None: "null", True: "true", False: "false"}[value]
        case str() | bytes():
            return repr(value[:max_length])
        case int() if value.bit_length() > _MAX_BITS:
            return f"a number of {value.bit_length()} bits"
        case list() | tuple() if len(value) <= _MAX_PARTS and not any(
            isinstance(part, list | tuple | dict) for part in value
        ):
            return "[" + ", ".join(_cut(part, max_length) for part in value) + "]"
        case list() | tuple():
            return f"a list of {len(value)}"
        case dict():
            return f"an object of {len(value)}"
        case _:
            return repr(value)


_MAX_BITS = 256
_MAX_PARTS = 12

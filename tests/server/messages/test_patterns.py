"""No text that has a pattern may end in a newline, in any message."""

from __future__ import annotations

import re
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
import pytest

from rectoverso.server.messages import common, http, socket
from rectoverso.table import commands, fair, proof
from rectoverso.table.text_patterns import whole

HOMES = (common, http, socket, commands, fair, proof)
LONGEST = 64


def patterned_fields() -> list[tuple[type, str, Any]]:
    """Every field with a pattern of every message: the message, the field, its type."""
    messages = {thing: None for home in HOMES for thing in vars(home).values() if _is_struct(thing)}
    return [
        (message, field, hint)
        for message in messages
        for field, hint in get_type_hints(message, include_extras=True).items()
        if _patterns(hint)
    ]


def _is_struct(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, msgspec.Struct)


def _patterns(hint: Any) -> list[str]:
    """The patterns in a type, however deep."""
    inner = [found for part in get_args(hint) for found in _patterns(part)]
    if isinstance(hint, msgspec.Meta) and hint.pattern is not None:
        return [hint.pattern]
    return inner


def accepted(field: str, hint: Any, text: str) -> bool:
    """Is a message with this text in the field read? A list is given the text as its only item."""
    message = msgspec.defstruct("Message", [(field, hint)])
    values: list[Any] = [text, [text]]
    for value in values:
        try:
            msgspec.json.decode(msgspec.json.encode({field: value}), type=message)
        except msgspec.ValidationError:
            continue
        return True
    return False


FIELDS = patterned_fields()


def test_the_fields_with_patterns_are_found() -> None:
    found = {f"{message.__name__}.{field}" for message, field, _ in FIELDS}
    assert {"Commit.commitment", "OpenNonce.nonce", "Play.id", "Hello.table", "UseLink.link", "Proof.nonces"} <= found


@pytest.mark.parametrize(
    ("field", "hint"),
    [(field, hint) for _, field, hint in FIELDS],
    ids=[f"{message.__name__}.{field}" for message, field, _ in FIELDS],
)
def test_a_newline_at_the_end_of_a_text_is_refused(field: str, hint: Any) -> None:
    good = next(text for text in ("a" * length for length in range(1, LONGEST + 1)) if accepted(field, hint, text))
    assert not accepted(field, hint, good + "\n")
    assert not accepted(field, hint, "\n" + good)
    assert not accepted(field, hint, good + "\n\n")


def test_every_pattern_is_made_to_match_the_whole_text() -> None:
    """Also those that no message of today uses."""
    patterns = [pattern for *_, hint in FIELDS for pattern in _patterns(hint)]
    assert all(pattern == whole(pattern[1:-7]).pattern for pattern in patterns)
    assert not any(re.search(pattern, "a" * length + "\n") for pattern in patterns for length in range(1, LONGEST + 1))


def test_a_text_is_refused_without_the_anchor() -> None:
    """What `whole` mends: with `$` alone a newline at the end passes."""
    loose = Annotated[str, msgspec.Meta(pattern="^a$")]
    assert accepted("text", loose, "a\n")
    assert not accepted("text", Annotated[str, whole("a")], "a\n")

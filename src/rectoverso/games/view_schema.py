"""The views of a game as a JSON schema, from the types that make them."""

from __future__ import annotations

from typing import Any, get_type_hints

import msgspec

from . import game_named
from .game import Value
from .round import Entry, Result, Seat, View

Odds = dict[str, dict[str, float] | None]


def shown_types(game: str) -> tuple[Any, Any, Any]:
    """What a game lays on the table, what it keeps as notes, and what it tells of a move."""
    described = game_named(game)
    table, known, told = (
        get_type_hints(function)["return"] for function in (described.board, described.known, described.narrate)
    )
    return table, known, told


def view_schema(game: str) -> dict[str, Any]:
    """What `Round.view`, `rectoverso view` and the server show of this game, as a JSON schema.

    >>> sorted(view_schema("nummerus")["$defs"])[0]
    'Ended'
    """
    table, known, told = shown_types(game)
    line = msgspec.defstruct("Entry", _fields(Entry, told=told), namespace={"__doc__": Entry.__doc__})
    kinds = {"table": table, "log": list[line], "known": known, "odds": Odds | None}  # type: ignore[valid-type]  # made above
    view = msgspec.defstruct("View", _fields(View, **kinds), namespace={"__doc__": View.__doc__})
    (schema,), parts = msgspec.json.schema_components([view], ref_template="#/$defs/{name}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "$defs": parts}


def _fields(struct: type[msgspec.Struct], **kinds: Any) -> list[Any]:
    """The fields of a message, some of them with the type that this game gives them."""
    hints = get_type_hints(struct, localns={"Result": Result, "Seat": Seat, "Value": Value})
    fields: list[Any] = []
    for field in msgspec.structs.fields(struct):
        kind = kinds.get(field.name, hints[field.name])
        if field.required:
            fields.append((field.encode_name, kind))
        else:
            fields.append((field.encode_name, kind | msgspec.UnsetType, msgspec.UNSET))
    return fields

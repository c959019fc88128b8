"""Generates web/src/lib/protocol.ts: the TypeScript types of all messages, from the Python ones."""

from __future__ import annotations

import sys
import typing
from pathlib import Path
from typing import Any

import msgspec

from rectoverso.games.discovery import own_names
from rectoverso.games.view_schema import shown_types
from rectoverso.server.messages import common
from rectoverso.server.messages import http as http_messages
from rectoverso.server.messages import socket as messages

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "protocol.ts"
HEAD = "// Made by scripts/typescript.py from the Python messages: do not edit. What each means: docs/protocol.md.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
NAMED = ("Language", "Level", "Memory", "Phase", "Ending", "Reaction", "Notice", "NoteKind")


def structs() -> list[type]:
    """Every message and what it is made of, the games' boards included."""
    found = [thing for home in (http_messages, messages, common) for thing in vars(home).values() if is_struct(thing)]
    return found + [part for name in own_names() for part in parts(shown(name))]


def is_struct(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, msgspec.Struct)


def shown(name: str) -> dict[str, Any]:
    """What is shown of a game, under the names that the page uses."""
    kinds = zip(("Board", "Known", "Told"), shown_types(name), strict=True)
    return {f"{name.capitalize()}{what}": kind for what, kind in kinds}


def parts(kinds: dict[str, Any]) -> list[type]:
    return [part for kind in kinds.values() for part in typing.get_args(kind) or (kind,) if is_struct(part)]


def short(name: str) -> str:
    """Equal names in several games are told apart by the game: `…games.titus.narration.Took` is TitusTook."""
    *home, last = name.split(".")
    return home[2].capitalize() + last if "games" in home else last


def typescript(schema: dict[str, Any]) -> str:
    """A type, from its JSON schema."""
    if "$ref" in schema:
        return short(str(schema["$ref"]).rsplit("/", 1)[1])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(typescript(choice) for choice in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if "const" in schema:
        return msgspec.json.encode(schema["const"]).decode()
    if "prefixItems" in schema:
        return f"[{', '.join(typescript(item) for item in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"Array<{typescript(schema.get('items', {}))}>"
    if schema.get("type") == "object" and "properties" not in schema:
        return f"Record<string, {typescript(schema.get('additionalProperties') or {})}>"
    return PLAIN.get(str(schema.get("type")), "unknown")


def interface(name: str, schema: dict[str, Any]) -> str:
    """A message as an interface."""
    required = set(schema.get("required", ()))
    lines = [
        f"  {field}{'' if field in required else '?'}: {typescript(kind)};"
        for field, kind in schema["properties"].items()
    ]
    about = str(schema.get("description", "")).split("\n")[0].replace("*/", "* /")
    return f"/** {about} */\nexport interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def definition(name: str, schema: dict[str, Any]) -> str:
    if "properties" in schema or schema.get("type") == "object":
        return interface(name, {"properties": {}, **schema})
    return f"export type {name} = {typescript(schema)};\n"


def union(name: str, kind: Any) -> str:
    everything = structs()
    refs, _ = msgspec.json.schema_components(everything, ref_template="#/{name}")
    choices = [refs[everything.index(part)] for part in kind_parts(kind)]
    return f"export type {name} = {' | '.join(typescript(choice) for choice in choices)};\n"


def kind_parts(kind: Any) -> tuple[Any, ...]:
    return (kind,) if is_struct(kind) else typing.get_args(kind) or (kind,)


def source() -> str:
    """The whole file."""
    _, components = msgspec.json.schema_components(structs(), ref_template="#/{name}")
    unions = {"Request": messages.Request, "Message": messages.Message}
    for name in own_names():
        unions |= {alias: kind for alias, kind in shown(name).items() if alias not in components}
    literals = {"Code": messages.Code, "What": messages.What, **{name: getattr(common, name) for name in NAMED}}
    return "\n".join(
        [HEAD, f"export const PROTOCOL = {messages.PROTOCOL};\n"]
        + [union(name, kind) for name, kind in unions.items()]
        + [definition(name, msgspec.json.schema(kind)) for name, kind in literals.items()]
        + [definition(short(name), schema) for name, schema in sorted(components.items())]
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(
            0
            if TARGET.read_text("utf-8") == source()
            else "web/src/lib/protocol.ts is out of date: run scripts/typescript.py"
        )
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(source(), "utf-8")

"""A readable page about the HTTP interface, made from its OpenAPI description; no scripts, no other site."""

from __future__ import annotations

from html import escape
from typing import Any

_HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Recto Verso: the interface</title>
<h1>Recto Verso: the HTTP interface</h1>
<p>As data: <a href="/api/openapi.json">openapi.json</a>. The games are played over the socket
<code>/api/socket</code>, which docs/protocol.md describes.</p>
"""


def docs_page(schema: dict[str, Any]) -> str:
    """A table of all requests, then the fields of each message."""
    rows = [
        f"<tr><td><code>{method.upper()} {escape(path)}</code><td>{escape(operation.get('description', ''))}"
        f"<td>{_asked(operation)}<td>{_answered(operation)}"
        for path, methods in sorted(schema["paths"].items())
        for method, operation in methods.items()
        if isinstance(operation, dict)
    ]
    parts = [_message(name, part) for name, part in sorted(schema["components"]["schemas"].items())]
    return _HEAD + "<table><tr><th>request<th>what<th>body<th>answer" + "".join(rows) + "</table>" + "".join(parts)


def _asked(operation: dict[str, Any]) -> str:
    return _named(operation.get("requestBody", {}).get("content", {}))


def _answered(operation: dict[str, Any]) -> str:
    good: dict[str, Any] = next((answer for status, answer in operation["responses"].items() if status < "300"), {})
    return _named(good.get("content", {}))


def _named(content: dict[str, Any]) -> str:
    for kind, body in content.items():
        reference = body.get("schema", {}).get("$ref", "")
        name = reference.rsplit("/", 1)[-1]
        return f'<a href="#{escape(name)}">{escape(name)}</a>' if name else escape(kind)
    return ""


def _message(name: str, part: dict[str, Any]) -> str:
    required = part.get("required", [])
    rows = [
        f"<tr><td><code>{escape(field)}</code><td>{escape(_kind(kind))}<td>{'' if field in required else 'optional'}"
        for field, kind in part.get("properties", {}).items()
    ]
    return f'<h2 id="{escape(name)}">{escape(name)}</h2><table>{"".join(rows)}</table>'


def _kind(kind: dict[str, Any]) -> str:
    if "$ref" in kind:
        return str(kind["$ref"]).rsplit("/", 1)[-1]
    for several in ("oneOf", "anyOf"):
        if several in kind:
            return " or ".join(_kind(one) for one in kind[several])
    if "enum" in kind:
        return " | ".join(str(value) for value in kind["enum"])
    if kind.get("type") == "array":
        return f"list of {_kind(kind.get('items', {}))}"
    return str(kind.get("type", "anything"))

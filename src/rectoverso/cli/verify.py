"""`rectoverso verify`: checks that deals were fair."""

from __future__ import annotations

from typing import Any

import typer

from ..errors import BadInput
from .arguments import File, Json

EXAMPLES = """
Examples:

\b
  rectoverso verify game.json            a record downloaded from a table
  rectoverso verify games.jsonl --json
"""


def command(file: File, json: Json = False) -> None:
    """Check the deal of every record against its proof: commitment, seed and nonces (docs/fair-deals.md).

    The record must also play to the end of its game.
    """
    from .files import lines, print_json, reading

    checked: list[dict[str, Any]] = []
    with reading(file) as opened:
        for number, line in lines(opened):
            checked.append({"line": number, **_checked(line)})
            if not json:
                found = checked[-1]
                print(f"line {number}: " + ("the deal is as promised" if found["ok"] else str(found["error"])))
    if not checked:
        raise BadInput(f"there is no record in {file}")
    bad = sum(not found["ok"] for found in checked)
    if json:
        print_json({"records": len(checked), "bad": bad, "results": checked})
    if bad:
        raise typer.Exit(2)


def _checked(line: bytes) -> dict[str, Any]:
    import msgspec

    from ..table.fair import verify

    try:
        record = msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        return {"ok": False, "error": f"not a record: {error}"}
    from .compiling import load

    try:
        if isinstance(record.get("game"), str):
            load(record["game"])
        verify(record)
        _check_end(record)
    except BadInput as error:
        return {"ok": False, "error": str(error)}
    return {"ok": True, "error": None}


def _check_end(record: dict[str, Any]) -> None:
    """The proof is published only after the end, so a record that stops earlier was cut."""
    from ..games.record import from_record

    round = from_record(record)
    if not round.over:
        stop = f"the record stops after {len(round.numbers)} moves, before the end of the game"
        raise BadInput(f"the deal is as promised, but {stop}")

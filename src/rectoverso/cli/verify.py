"""`rectoverso verify`: checks that deals were fair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from ..errors import BadInput
from .arguments import File, Json

if TYPE_CHECKING:
    from ..table.proof import Draw, Proof

EXAMPLES = """
Examples:

\b
  rectoverso verify game.json            a record downloaded from a table
  rectoverso verify games.jsonl --json
"""


def command(file: File, json: Json = False) -> None:
    """Check that deals and seats were fair.

    The deal and the seats of every record are checked against its proof (docs/fair-deals.md).
    The record must also play to the end of its game, and the rounds of a match must share one draw of seats.
    """
    from .files import lines, print_json, reading

    checked: list[dict[str, Any]] = []
    matches: dict[str, Draw] = {}
    with reading(file) as opened:
        for number, line in lines(opened):
            found = _checked(line, matches)
            if not json:
                print(f"line {number}: {found['error'] or found['proved']}")
            checked.append({"line": number, **found})
    if not checked:
        raise BadInput(f"there is no record in {file}")
    bad = sum(not found["ok"] for found in checked)
    if json:
        print_json({"records": len(checked), "bad": bad, "results": checked})
    if bad:
        raise typer.Exit(2)


def _checked(line: bytes, matches: dict[str, Draw]) -> dict[str, Any]:
    import msgspec

    from ..table.proof import verify

    try:
        record = msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        return {"ok": False, "error": f"not a record: {error}"}
    from .compiling import load

    try:
        if isinstance(record.get("game"), str):
            load(record["game"])
        proof = verify(record)
        _check_end(record)
        _check_match(record, proof, matches)
    except BadInput as error:
        return {"ok": False, "error": str(error)}
    return {"ok": True, "error": None, "proved": _proved(proof), "scheme": proof.scheme, "chairs": proof.chairs}


def _check_end(record: dict[str, Any]) -> None:
    """The proof is published only after the end, so a record that stops earlier was cut."""
    from ..games.game_record import from_record

    round = from_record(record)
    if not round.over:
        stop = f"the record stops after {len(round.numbers)} moves, before the end of the game"
        raise BadInput(f"the deal is as promised, but {stop}")


def _check_match(record: dict[str, Any], proof: Proof, matches: dict[str, Draw]) -> None:
    """N7: the seats of a match are drawn once, so all its rounds name the same draw."""
    match, draw = record.get("match"), proof.seats_draw
    if not isinstance(match, str) or draw is None:
        return
    if matches.setdefault(match, draw) != draw:
        raise BadInput(f"the rounds of match {match} name different draws of the seats")


def _proved(proof: Proof) -> str:
    """What a proof that holds says, in words."""
    if proof.daily is not None and proof.daily.puzzle:
        return f"this is the public puzzle of {proof.daily.date}: it follows from the date, and anybody could know it"
    if proof.daily is not None:
        return f"this is the public deal of {proof.daily.date}: it follows from the date, and anybody could know it"
    if proof.seats is None:
        return "the deal is as promised (scheme 1: seats and commitments of players cannot be checked)"
    said = ["the deal and the seats are as promised"]
    if proof.chairs:
        said.append(f"with the {'nonce' if len(proof.chairs) == 1 else 'nonces'} of {_chairs(proof.chairs)}")
    else:
        said.append("but no player took part: the server drew alone")
    said += [f"{_chairs(draw.unopened)} did not open in a draw before, which was abandoned" for draw in proof.abandoned]
    if proof.again is not None:
        said.append(f"the deal of round {proof.again} again")
    return "; ".join(said)


def _chairs(numbers: list[int]) -> str:
    return ("chair " if len(numbers) == 1 else "chairs ") + ", ".join(map(str, numbers))

"""Odds as a table for notebooks: a row for each piece that is not fully known, a column for each face."""

from __future__ import annotations

from html import escape
from typing import Any

from .. import art
from ..words import percent, say

NEXT = "next"
_CELL = "padding:2px 8px;text-align:right;white-space:nowrap;border:1px solid currentColor"


class Odds(dict[str, Any]):
    """The odds by piece and face; a notebook shows them as a table."""

    def _repr_html_(self) -> str:
        return self.html()

    def html(self, lang: str = "en") -> str:
        """The table in a language."""
        shares = {piece: faces for piece, faces in self.items() if faces}
        if not shares:
            return f"<p>{escape(say(lang, 'notebook_nothing_hidden'))}</p>"
        faces = sorted({face for row in shares.values() for face in row}, key=_in_order)
        head = "".join(f'<th scope="col" style="{_CELL}">{escape(face)}</th>' for face in faces)
        body = "".join(_row(piece, row, faces, lang) for piece, row in shares.items())
        return (
            f'<table style="border-collapse:collapse"><caption>{escape(say(lang, "notebook_odds"))}</caption>'
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def _in_order(face: str) -> tuple[int, str]:
    """Numbers by their size, letters by the alphabet."""
    return int(face) if face.isdigit() else 0, face


def _row(piece: str, row: dict[str, float], faces: list[str], lang: str) -> str:
    cells = "".join(_cell(row.get(face), lang) for face in faces)
    label = say(lang, "notebook_next") if piece == NEXT else piece
    return f'<tr><th scope="row" style="{_CELL}">{escape(label)}</th>{cells}</tr>'


def _cell(share: float | None, lang: str) -> str:
    """The more likely, the darker; the number always stands there too."""
    if share is None:
        return f'<td style="{_CELL}"></td>'
    shade = f"color-mix(in srgb, {art.colour('accent')} {min(round(share * 40), 40)}%, transparent)"
    return f'<td style="{_CELL};background:{shade}">{escape(percent(lang, share))}</td>'

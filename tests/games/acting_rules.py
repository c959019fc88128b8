"""The rules of docs/rules.md that a player acts by, for each lesson; the others are about material and set-up."""

from __future__ import annotations

ACTING = {
    # J12 and J14 happen without anybody's doing
    ("janus", "game"): {"J4", "J5", "J6", "J7", "J8", "J9", "J10", "J11", "J13", "J15"},
    # T20 happens without anybody's doing
    ("titus", "game"): {
        *("T1", "T5", "T6", "T7", "T8", "T9", "T10", "T11", "T12", "T13", "T14", "T15", "T16", "T17", "T18", "T19")
    },
    ("nummerus", "game"): {"N3", "N4", "N5", "N6", "N8"},  # N7 counts points over rounds
    ("nummerus", "solitaire"): {"N3", "N4", "N9", "N10"},
}

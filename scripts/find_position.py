#!/usr/bin/env python3
"""Finds a position in records that list their legal moves, and prints its record up to there, for a browser test.

    rectoverso selfplay titus --players 2 --games 50 --seed tea --legal | scripts/find_position.py "^swap" --seat 1

The first position counts in which a legal move matches the pattern (and, with --not, none matches the other one).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from typing import Any


def positions(lines: Any) -> Any:
    """Each record with each of its steps: the seat to move, its legal moves."""
    for line in lines:
        record = json.loads(line)
        steps = zip(record.pop("to_move"), record.pop("legal"), strict=True)
        for at, (seat, legal) in enumerate(steps):
            yield record, at, seat, legal


def main() -> None:
    """Print the first record that fits, cut off at the position; its seat and length go to standard error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pattern", help="a regular expression that one of the legal moves matches")
    parser.add_argument("--not", dest="without", default="$^", help="a regular expression that none of them matches")
    parser.add_argument("--seat", type=int, help="the seat to move; default: any")
    parser.add_argument("--after", type=int, default=0, help="how many moves have been made at least")
    wanted = parser.parse_args()
    for record, at, seat, legal in positions(sys.stdin):
        fits = any(re.search(wanted.pattern, move) for move in legal)
        spoilt = any(re.search(wanted.without, move) for move in legal)
        if fits and not spoilt and at >= wanted.after and wanted.seat in (None, seat):
            record["moves"] = record["moves"][:at]
            record.pop("result", None)
            print(json.dumps(record, ensure_ascii=False))
            print(f"seat {seat} is to move after {at} moves; legal: {', '.join(legal)}", file=sys.stderr)
            return
    raise SystemExit("no such position in these records")


if __name__ == "__main__":
    main()

"""What a check is: a function whose docstring is the sentence it holds a game to."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import BadInput, Refused
from ..game import Game

Check = Callable[[Game], None]


class Broken(Exception):
    """A game does not hold to what every game must hold to."""


def require(holds: bool, otherwise: str) -> None:
    """Raise `Broken` unless it holds."""
    if not holds:
        raise Broken(otherwise)


def sentence(check: Check) -> str:
    """What a check holds a game to."""
    return " ".join((check.__doc__ or check.__name__).split())


def broken_by(check: Check, game: Game) -> str | None:
    """Run one check; what is wrong, or None."""
    try:
        check(game)
    except Broken as broken:
        return str(broken)
    except (BadInput, Refused, ArithmeticError, LookupError, TypeError, ValueError, RuntimeError) as error:
        return f"{type(error).__name__}: {error}"
    return None

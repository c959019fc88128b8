"""The proof in a record: that nobody chose its deal and its seats (docs/fair-deals.md).

Scheme 2 is written. Scheme 1, without the commitments of the players and without the seats, is still read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ..errors import BadInput
from ..games.daily import PLAYERS, daily_deal, daily_number
from ..games.game_record import from_record
from ..games.puzzle import puzzle_deal, puzzle_of
from ..games.round import Round
from ..kernel.fixed_record import Deal
from . import fair
from .fair import Hex32
from .table import Table
from .table_parts import FinishedRound, Seating, Secrets

SCHEME = 2
OLD_SCHEME = 1

ByChair = list[Hex32 | None]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class Draw(Struct, frozen=True):
    """One draw: what the server and the chairs committed to, and what they opened. None: an absent player."""

    commitment: Hex32
    seed: Hex32
    commitments: ByChair
    nonces: ByChair

    @property
    def unopened(self) -> list[int]:
        """The chairs that committed to a nonce and did not open it."""
        both = enumerate(zip(self.commitments, self.nonces, strict=True), 1)
        return [chair for chair, (commitment, nonce) in both if commitment is not None and nonce is None]


class Seats(Struct, frozen=True, omit_defaults=True):
    """Where the order of the chairs comes from."""

    by: Literal["drawn", "fixed"]
    """drawn: from the secrets; fixed: as the table was opened."""
    moved_on: Count = 0
    """N7: by how many places the first seat has moved on since the draw; where nothing was drawn, from chair 1."""
    draw: Draw | None = None
    """The draw that decided them, where it was an earlier round's."""


class Daily(Struct, frozen=True, omit_defaults=True):
    """The solitaire or the puzzle of a day (docs/deals.md): anybody could know its deal beforehand."""

    date: str
    number: Count
    """Which of the game's solitaires of that day; the number of the deal of a puzzle."""
    puzzle: bool = False


class Proof(Struct, frozen=True, omit_defaults=True):
    """What a finished record carries: enough to repeat its deal and its seats."""

    scheme: int
    commitment: Hex32
    seed: Hex32
    nonces: ByChair
    # since scheme 2
    commitments: ByChair | None = None
    order: list[int] | None = None
    """By seat, the chair."""
    seats: Seats | None = None
    abandoned: list[Draw] = []
    """The draws before this one, abandoned because somebody did not open their nonce."""
    again: Count | None = None
    """The round of the table whose deal and seats these are once more."""
    daily: Daily | None = None
    """The public deal that was played instead of one that follows from the secrets."""

    @property
    def chairs(self) -> list[int]:
        """The chairs whose nonce went into the deal."""
        return [chair for chair, nonce in enumerate(self.nonces, 1) if nonce is not None]

    @property
    def seats_draw(self) -> Draw | None:
        """The draw that decided the seats; None where none did, or it is not known."""
        if self.seats is None or self.seats.by == "fixed" or self.commitments is None:
            return None
        return self.seats.draw or Draw(self.commitment, self.seed, self.commitments, self.nonces)


# ---- written


def scheme_of(secrets: Secrets, seating: Seating) -> int:
    """The scheme of a round's proof: the old one where it was dealt, or its seats drawn, without an unopened nonce.

    That happened before such draws were abandoned; a table may have been in the middle of such a round.
    """
    draw = seating.drawn_with
    return OLD_SCHEME if secrets.unopened or (draw is not None and draw.unopened) else SCHEME


def proof_of(table: Table, finished: FinishedRound) -> Proof:
    """The proof of a finished round of this table."""
    secrets, players = finished.secrets, len(finished.order)
    nonces = secrets.by_chair(players)
    if scheme_of(secrets, finished.seating) == OLD_SCHEME:
        return Proof(OLD_SCHEME, secrets.commitment, secrets.seed, nonces)
    return Proof(
        SCHEME,
        secrets.commitment,
        secrets.seed,
        nonces,
        commitments=secrets.commitments_by_chair(players),
        order=finished.order,
        seats=_seats(finished.seating, secrets, players),
        abandoned=[_draw(draw, players) for draw in secrets.abandoned],
        again=finished.again,
        daily=_daily(table, finished),
    )


def _daily(table: Table, finished: FinishedRound) -> Daily | None:
    if finished.daily is None:
        return None
    game = table.game
    if finished.puzzle:
        return Daily(finished.daily, puzzle_of(game, finished.daily).deal, puzzle=True)
    return Daily(
        finished.daily,
        daily_number(game, game.changed_options(game.options_of(table.setup.players, table.setup.options))),
    )


def _draw(secrets: Secrets, players: int) -> Draw:
    return Draw(secrets.commitment, secrets.seed, secrets.commitments_by_chair(players), secrets.by_chair(players))


def _seats(seating: Seating, secrets: Secrets, players: int) -> Seats:
    draw = seating.drawn_with
    if draw is None:
        return Seats("fixed", seating.moved_on)
    return Seats("drawn", seating.moved_on, None if draw == secrets else _draw(draw, players))


# ---- read


def verify(record: Mapping[str, Any]) -> Proof:
    """Check a record's deal and seats against its proof; the error names the first thing that does not fit."""
    if record.get("proof") is None:
        raise BadInput("the record has no proof: only rounds played on a server carry one")
    try:
        proof = msgspec.convert(record["proof"], Proof)
    except msgspec.ValidationError as error:
        raise BadInput(f"proof: {error}") from None
    if proof.scheme not in (OLD_SCHEME, SCHEME):
        raise BadInput(f"proof: scheme {proof.scheme} is unknown; this version knows {OLD_SCHEME} and {SCHEME}")
    round = from_record(record)
    _check_length(proof.nonces, "nonces", round.players)
    if proof.scheme == OLD_SCHEME:
        _check_seed(proof.seed, proof.commitment)
    else:
        _check_draws(proof, round.players)
    _check_deal(proof, round)
    if proof.scheme != OLD_SCHEME:
        _check_seats(proof, record, round.players)
    return proof


def _check_length(by_chair: Sequence[object], what: str, players: int) -> None:
    if len(by_chair) != players:
        raise BadInput(f"proof: {len(by_chair)} {what} for {players} players")


def _check_seed(seed: str, commitment: str) -> None:
    if fair.commitment_to_seed(seed) != commitment:
        raise BadInput("proof: the seed is not the one the server committed to")


def _check_draws(proof: Proof, players: int) -> None:
    """Every draw of the round; one that was abandoned must have had a reason, and the chair at fault stood aside."""
    if proof.commitments is None:
        raise BadInput("proof: the commitments are missing")
    aside: set[int] = set()
    for draw in proof.abandoned:
        _check_draw(draw, players, aside)
        if not draw.unopened:
            raise BadInput("proof: a draw was abandoned though every nonce was opened")
        aside.update(draw.unopened)
    last = Draw(proof.commitment, proof.seed, proof.commitments, proof.nonces)
    _check_draw(last, players, aside)
    _check_opened(last)


def _check_draw(draw: Draw, players: int, aside: set[int]) -> None:
    """The seed and every nonce that was opened match what was committed to; nobody who stood aside took part."""
    _check_length(draw.nonces, "nonces", players)
    _check_length(draw.commitments, "commitments", players)
    _check_seed(draw.seed, draw.commitment)
    for chair, (nonce, commitment) in enumerate(zip(draw.nonces, draw.commitments, strict=True), 1):
        if nonce is not None and fair.commitment_to_nonce(nonce) != commitment:
            raise BadInput(f"proof: the nonce of chair {chair} is not the one it committed to")
        if commitment is not None and chair in aside:
            raise BadInput(f"proof: chair {chair} takes part though it did not open its nonce before")


def _check_opened(draw: Draw) -> None:
    if draw.unopened:
        raise BadInput(f"proof: chair {draw.unopened[0]} committed to a nonce, and it was not opened")


def _check_deal(proof: Proof, round: Round) -> None:
    game = round.game
    promised = [game.write_card(int(card)) for card in _promised_deal(proof, round)]
    dealt = [game.write_card(int(card)) for card in round.deal]
    for place, (should, is_) in enumerate(zip(promised, dealt, strict=True), 1):
        if should != is_:
            raise BadInput(f"deal: card {place} is {is_}, but the proof says {should}")


def _promised_deal(proof: Proof, round: Round) -> Deal:
    game, daily = round.game, proof.daily
    if daily is None:
        return fair.deal(game, proof.seed, proof.nonces)
    if round.players != PLAYERS:
        raise BadInput(f"proof: the public deal of a day is for one player, not for {round.players}")
    if daily.puzzle:
        return _promised_puzzle(daily, round)
    options = game.changed_options(round.options)
    if daily.number != daily_number(game, options):
        raise BadInput(f"proof: number {daily.number} of the day is another solitaire than this one")
    return daily_deal(game, daily.date, options)


def _promised_puzzle(daily: Daily, round: Round) -> Deal:
    """The deal of a day's puzzle; the game must begin as the puzzle does."""
    puzzle = puzzle_of(round.game, daily.date)
    if daily.number != puzzle.deal or tuple(round.moves[: len(puzzle.moves)]) != puzzle.moves:
        raise BadInput(f"proof: this is not the puzzle of {daily.date}")
    return puzzle_deal(round.game, puzzle.deal)


def _check_seats(proof: Proof, record: Mapping[str, Any], players: int) -> None:
    seats = proof.seats
    if proof.order is None or seats is None:
        raise BadInput("proof: the seats are missing")
    first = _first_order(proof, seats, players)
    _check_moved_on(proof, seats, record)
    promised = fair.moved_on(first, seats.moved_on)
    if proof.order != promised:
        raise BadInput(f"proof: the chairs by seat are {_listed(proof.order)}, but they should be {_listed(promised)}")


def _first_order(proof: Proof, seats: Seats, players: int) -> list[int]:
    """The chairs by seat before anything moved on."""
    if seats.by == "fixed":
        return list(range(1, players + 1))
    if (seats.draw is None) != (seats.moved_on == 0):
        raise BadInput("proof: seats that moved on need the draw that they began with, and others none")
    if seats.draw is None:
        return fair.seats(proof.seed, proof.nonces)
    _check_draw(seats.draw, players, set())
    _check_opened(seats.draw)
    return fair.seats(seats.draw.seed, seats.draw.nonces)


def _check_moved_on(proof: Proof, seats: Seats, record: Mapping[str, Any]) -> None:
    """N7: in a match, drawn seats move on once a round; the same deal again says nothing of a match."""
    if seats.by == "fixed" or proof.again is not None:
        return
    round = record.get("round", 1) if record.get("match") is not None else 1
    if seats.moved_on + 1 != round:
        raise BadInput(f"proof: the seats moved on {seats.moved_on} times before round {round}")


def _listed(order: Sequence[int]) -> str:
    return " ".join(map(str, order))

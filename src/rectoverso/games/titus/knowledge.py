"""What the seats know in Titus: whatever is seen is seen by all; there is no private knowledge (T5)."""

from __future__ import annotations

import numpy as np

from ...kernel.bits import bit, has
from ...kernel.fixed_record import Record, record_type
from ...kernel.jit import kernel
from .groups import coins_of_group
from .material import COINS, MAX_SEATS, POINT_CARDS
from .moves import JOIN, MERGE, PLACE, SCORE, SWAP, TAKE
from .odds import AHEAD, FOUND, NUMBERS, OTHERS, work_out_odds
from .rules import STATE, alone_with_fewest, score_of

# T5: a hidden face becomes known only by turning over. Every coin that has left the pile, and the pile's top, has
# shown one face; those that have been turned over, both.
KNOWLEDGE = record_type(
    "titus_knowledge",
    [
        ("turns", np.int16),  # how many turns have been finished
        ("turned_in", np.int16, COINS),  # by coin: the turn in which it was last turned over
        # What follows from the state, so that `encode` need not walk through groups and series.
        ("reserves", np.int64, MAX_SEATS),  # by seat: the coins in its reserve
        ("series", np.int64, MAX_SEATS),  # by seat: the coins on its point cards
    ],
)

OBSERVATION = record_type(
    "titus_observation",
    [
        ("state", STATE),  # the table; faces never seen are 0
        ("seat", np.int64),
        ("turns", np.int16),
        ("turned_in", np.int16, COINS),
        # What follows from the state.
        ("unlimited", np.int64),  # T13: the seat to move may take any number of coins
        ("scores", np.int64, MAX_SEATS),  # by seat: the score if the game ended now
        # What follows from the faces seen, by counting; see odds.py.
        ("unknown", np.int64),  # the coins not seen on both faces
        ("shown", np.int64, NUMBERS),  # by number: how many coins show it whose other face nobody has seen
        ("first_open", np.int64, NUMBERS),  # by number: where they begin in …
        ("open_coins", np.uint8, COINS),  # … these coins
        ("ways", np.float64, (NUMBERS, FOUND, AHEAD)),
        ("reached", np.float64, (NUMBERS, FOUND, AHEAD)),
        ("hidden", np.float64, (NUMBERS, OTHERS)),  # by number shown: the odds of the other face, from −2 to +2
        ("next", np.float64, NUMBERS),  # by number: the odds that the next coin of the pile shows it
    ],
)


@kernel
def begin(knowledge: Record, state: Record) -> None:
    """No coin has been turned over yet."""
    knowledge.turns = 0
    for coin in range(COINS):
        knowledge.turned_in[coin] = 0
    for seat in range(MAX_SEATS):
        knowledge.reserves[seat] = 0
        knowledge.series[seat] = 0


@kernel
def learn(knowledge: Record, before: Record, after: Record, move: int) -> None:
    """T9, T10: a coin taken from another seat is turned over, and all see its other face."""
    if SWAP <= move < SCORE or TAKE <= move < JOIN:
        knowledge.turned_in[after.hand] = knowledge.turns
    if after.turn != before.turn:
        knowledge.turns += 1
    follow_coins(knowledge, before, move)


@kernel
def follow_coins(knowledge: Record, before: Record, move: int) -> None:
    """Who has the coins that a move takes, gives away or puts down."""
    turn = before.turn
    if move == PLACE or JOIN <= move < SWAP:  # T6
        knowledge.reserves[turn] |= bit(before.hand)
    elif TAKE <= move < JOIN:  # T10
        taken = bit(before.series_top[move - TAKE])
        for seat in range(MAX_SEATS):
            knowledge.series[seat] &= ~taken
    elif SWAP <= move < SCORE:  # T9
        exchanged = bit(before.hand) | bit(move - SWAP)
        for seat in range(MAX_SEATS):
            knowledge.reserves[seat] ^= exchanged * has(knowledge.reserves[seat], move - SWAP)
    elif SCORE <= move < MERGE:  # T14
        coins = coins_of_group(before, move - SCORE)
        knowledge.reserves[turn] ^= coins
        knowledge.series[turn] |= coins


@kernel
def observe(observation: Record, state: Record, knowledge: Record, seat: int) -> None:
    """What a seat or the watcher has seen: the same for all. After the end everything is open."""
    observation.seat = seat
    observation.turns = knowledge.turns
    for coin in range(COINS):
        observation.turned_in[coin] = knowledge.turned_in[coin]
    observe_table(observation.state, state)
    observe_faces(observation.state, state)
    observation.unlimited = state.over == 0 and alone_with_fewest(state)
    for player in range(state.players):
        observation.scores[player] = score_of(state, player)
    work_out_odds(observation)


@kernel
def observe_table(table: Record, state: Record) -> None:
    """Everything but the faces lies open."""
    table.players = state.players
    table.turn = state.turn
    table.over = state.over
    table.fewest = state.fewest
    table.phase = state.phase
    table.hand = state.hand
    table.drawn = state.drawn
    table.taken = state.taken
    table.taking_over = state.taking_over
    table.cards_out = state.cards_out
    table.turned = state.turned
    table.both_faces = state.both_faces
    table.scored = state.scored
    for card in range(POINT_CARDS):
        table.series_top[card] = state.series_top[card]
        table.series_coins[card] = state.series_coins[card]
    for coin in range(COINS):
        table.top[coin] = state.top[coin]
        table.under[coin] = state.under[coin]
    for number in range(len(state.low)):
        table.low[number] = state.low[number]
        table.high[number] = state.high[number]
    for seat in range(MAX_SEATS):
        table.cards[seat] = state.cards[seat]
        table.points[seat] = state.points[seat]
        table.groups[seat] = state.groups[seat]
        table.loose[seat] = state.loose[seat]
        table.big[seat] = state.big[seat]
        table.merges[seat] = state.merges[seat]


@kernel
def observe_faces(table: Record, state: Record) -> None:
    """T5: the up faces, as far as the top of the pile; the hidden ones of coins that have been turned over."""
    for coin in range(COINS):
        table.up[coin] = state.up[coin] if coin <= state.drawn else 0
        table.down[coin] = state.down[coin] if has(state.both_faces, coin) or state.over else 0

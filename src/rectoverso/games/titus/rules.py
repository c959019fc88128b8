"""The rules of Titus, T1 to T20, as compiled functions on one record."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.bits import bit, count, first, has
from ...kernel.cards import FACE_BITS
from ...kernel.fixed_record import Deal, Moves, Options, Record, record_type
from ...kernel.jit import kernel
from ...kernel.rng import mix_key
from .groups import (
    face,
    lay_down,
    lies_on,
    other_face,
    pick_up,
    put_below,
    put_on_top,
    put_together,
    take_away,
    top_of,
)
from .material import COINS, COINS_A_TURN, GROUP_LEFT, HIGHEST, LOWEST, MAX_SEATS, POINT_CARDS, TOP_CARD
from .moves import DRAW, END, JOIN, MERGE, PLACE, SCORE, SWAP, TAKE

# What the seat to move does: choose freely, or play the coin in its hand, which may be exchanged if drawn (T9).
CHOOSING, DRAWN, TURNED = 0, 1, 2
FEWEST_OPTION = 0  # its place in the declaration
CARDS, POINTS = 0, 1  # T13: what the option `fewest` counts
FEWEST = ("cards", "points")

UP = (1 << FACE_BITS) - 1  # the up face of a packed coin
_TAGS = 64  # the length of arrays by coin
_NUMBERS = 24  # the length of arrays by number; they have places for one below the lowest and one above the highest

STATE = record_type(
    "titus",
    [
        ("players", np.int64),
        ("turn", np.int64),
        ("over", np.int64),
        ("fewest", np.int64),
        ("phase", np.int64),
        ("hand", np.int64),  # the coin in the hand
        ("drawn", np.int64),  # coins drawn so far; the coin of this number is the top of the pile
        ("taken", np.int64),  # T12: coins taken this turn; an exchange is one
        ("taking_over", np.int64),
        ("cards_out", np.int64),  # point cards gone from the stack
        ("turned", np.int64),  # the coins that lie the other way up than they were dealt
        ("both_faces", np.int64),  # the coins that have shown both faces
        ("scored", np.int64),  # the point cards on which coins lie
        ("cards", np.int64, MAX_SEATS),  # by seat: its point cards, also those whose coins are gone
        ("points", np.int64, MAX_SEATS),  # by seat: what they are worth
        ("series_top", np.int64, POINT_CARDS),  # by point card: the top coin of its series
        ("series_coins", np.int64, POINT_CARDS),  # by point card: how many coins lie on it
        ("up", np.uint8, _TAGS),
        ("down", np.uint8, _TAGS),
        # The reserves; see groups.py.
        ("top", np.uint8, _TAGS),
        ("under", np.uint8, _TAGS),
        ("low", np.int64, _NUMBERS),
        ("high", np.int64, _NUMBERS),
        ("groups", np.int64, MAX_SEATS),
        ("loose", np.int64, MAX_SEATS),
        ("big", np.int64, MAX_SEATS),
        ("merges", np.int64, MAX_SEATS),
    ],
)


@kernel
def setup(state: Record, deal: Deal, players: int, options: Options) -> None:
    """T4: the coins are the pile; reserves start empty, all point cards are on the stack."""
    state.players = players
    state.turn = 0
    state.over = 0
    state.fewest = options[FEWEST_OPTION]
    state.phase = CHOOSING
    state.hand = 0
    state.drawn = 0
    state.taken = 0
    state.taking_over = 0
    state.cards_out = 0
    state.turned = 0
    state.both_faces = 0
    state.scored = 0
    for card in range(POINT_CARDS):
        state.series_top[card] = 0
        state.series_coins[card] = 0
    for coin in range(COINS):
        state.up[coin] = deal[coin] & UP
        state.down[coin] = deal[coin] >> FACE_BITS
        state.top[coin] = 0
        state.under[coin] = 0
    for number in range(HIGHEST + 2):
        state.low[number] = 0
        state.high[number] = 0
    for seat in range(MAX_SEATS):
        state.cards[seat] = 0
        state.points[seat] = 0
        state.groups[seat] = 0
        state.loose[seat] = 0
        state.big[seat] = 0
        state.merges[seat] = 0


# ---- legal moves


@kernel
def legal(state: Record, moves: Moves) -> int:
    """List the legal moves and return their number. T15: no free actions with a coin in the hand."""
    if state.phase == CHOOSING:
        return legal_choices(state, moves)
    return legal_plays(state, moves)


@kernel
def listed(moves: Moves, n: int, first_move: int, members: int) -> int:
    """List a move for each member of a set, after the n moves already listed; return the new number of moves."""
    while members:
        moves[n] = first_move + first(members)
        members &= members - 1
        n += 1
    return n


@kernel
def legal_choices(state: Record, moves: Moves) -> int:
    """T14: free actions. T8: a coin of the pile or of another seat's series. T17: no end before the first coin."""
    n = legal_merges(state, moves)
    n = listed(moves, n, SCORE, scorable(state))
    if not state.taking_over:
        n = listed(moves, n, TAKE, series_of_others(state))
        moves[n] = DRAW
        n += 1
    moves[n] = END
    return n + (state.taken > 0)


@kernel
def series_of_others(state: Record) -> int:
    """T8: the point cards of other seats on which coins lie."""
    cards: int = state.scored & ~state.cards[state.turn]
    return cards


@kernel
def legal_merges(state: Record, moves: Moves) -> int:
    """T14: any group on top of one that it continues."""
    n = 0
    if state.merges[state.turn] == 0:
        return n
    groups = state.groups[state.turn]
    joints = 0
    for number in range(LOWEST, HIGHEST):
        ends, continues = state.high[number] & groups, state.low[number + 1] & groups
        joints |= bit(number) * ((ends != 0) & (continues != 0))
    while joints:
        number = first(joints)
        joints &= joints - 1
        lower = state.high[number] & groups
        while lower:
            n = listed(moves, n, MERGE + first(lower) * COINS, state.low[number + 1] & groups)
            lower &= lower - 1
    return n


@kernel
def scorable(state: Record) -> int:
    """T14: the groups of at least 4 of the seat to move. T16: none when no point cards are left."""
    groups: int = state.big[state.turn]
    return groups if state.cards_out < POINT_CARDS else 0


@kernel
def legal_plays(state: Record, moves: Moves) -> int:
    """T6, T9, T10: grouped where it fits, exchanged (only a coin from the pile), or independent."""
    n = listed(moves, 0, JOIN, fitting(state, state.turn, face(state, state.hand)))
    if state.phase == DRAWN:
        n = listed(moves, n, SWAP, loose_of_others(state))
    moves[n] = PLACE
    return n + 1


@kernel
def fitting(state: Record, seat: int, number: int) -> int:
    """T6: the groups of a seat that this number continues, below or on top."""
    groups: int = state.low[number + 1] | state.high[number - 1]
    return groups & int(state.groups[seat])


@kernel
def loose_of_others(state: Record) -> int:
    """T9, A2: the independent coins of all other seats."""
    loose: int = state.loose[0] | state.loose[1] | state.loose[2] | state.loose[3]
    return loose & ~int(state.loose[state.turn])


# ---- playing


@kernel
def apply(state: Record, move: int) -> None:
    """Play a legal move."""
    if move == PLACE:
        place(state)
    elif move == DRAW:
        draw(state)
    elif move == END:
        end_turn(state)
    elif move < JOIN:
        take(state, move - TAKE)
    elif move < SWAP:
        join(state, move - JOIN)
    elif move < SCORE:
        swap(state, move - SWAP)
    else:
        if move >= MERGE:
            put_together(state, state.turn, (move - MERGE) // COINS, (move - MERGE) % COINS)
        else:
            score(state, move - SCORE)
        go_on(state)


@kernel
def draw(state: Record) -> None:
    """T9: take the top coin of the pile as it lies; the next one shows."""
    state.hand = state.drawn
    state.drawn += 1
    state.taken += 1
    state.phase = DRAWN


@kernel
def take(state: Record, card: int) -> None:
    """T10: take the top coin of a series, turned over. The point card stays with its owner."""
    coin = state.series_top[card]
    state.series_top[card] = max(lies_on(state, coin), 0)
    state.under[coin] = 0
    state.series_coins[card] -= 1
    if state.series_coins[card] == 0:
        state.scored ^= bit(card)
    state.taken += 1
    turn_into_hand(state, coin)


@kernel
def swap(state: Record, wanted: int) -> None:
    """T9, A2: give the coin in the hand, face as it is, to the owner of the wanted one, and take that turned over."""
    owner = state.turn
    for seat in range(state.players):
        if has(state.loose[seat], wanted):
            owner = seat
    pick_up(state, owner, wanted)
    lay_down(state, owner, state.hand)
    turn_into_hand(state, wanted)


@kernel
def turn_into_hand(state: Record, coin: int) -> None:
    """T5: the hidden face becomes the visible one. T9: a turned coin cannot be exchanged."""
    state.up[coin], state.down[coin] = state.down[coin], state.up[coin]
    state.turned ^= bit(coin)
    state.both_faces |= bit(coin)
    state.hand = coin
    state.phase = TURNED


@kernel
def place(state: Record) -> None:
    """T11: an independent coin ends the taking."""
    lay_down(state, state.turn, state.hand)
    state.taking_over = 1
    played(state)


@kernel
def join(state: Record, group: int) -> None:
    """T6, T11: a grouped coin; the taking may go on."""
    if face(state, state.hand) > face(state, group):
        put_on_top(state, state.turn, group, state.hand)
    else:
        put_below(state, state.turn, group, state.hand)
    played(state)


@kernel
def played(state: Record) -> None:
    """The coin has left the hand."""
    state.hand = 0
    state.phase = CHOOSING
    go_on(state)


@kernel
def score(state: Record, group: int) -> None:
    """T14: put a whole group on the top point card of the stack, its highest number on top."""
    seat, card, topmost = state.turn, state.cards_out, top_of(state, group)
    state.series_top[card] = topmost
    state.series_coins[card] = face(state, topmost) - face(state, group) + 1
    take_away(state, seat, group)
    state.scored |= bit(card)
    state.cards[seat] |= bit(card)
    state.points[seat] += TOP_CARD - card
    state.cards_out += 1


@kernel
def go_on(state: Record) -> None:
    """T18: the last coin ends the taking. If it is over and no free action is possible, the turn ends by itself."""
    if state.drawn == COINS or limit_reached(state, state.taken):
        state.taking_over = 1
    if state.taking_over and state.merges[state.turn] == 0 and scorable(state) == 0:
        end_turn(state)


@kernel
def limit_reached(state: Record, taken: int) -> bool:
    """T12: three coins are the limit of a turn. T13: not for a seat that alone has the fewest point cards."""
    return taken >= COINS_A_TURN and not alone_with_fewest(state)


@kernel
def alone_with_fewest(state: Record) -> bool:
    """T13: has the seat to move strictly fewer point cards (or points, as the option says) than every other?"""
    richer = 0
    for seat in range(state.players):
        richer += wealth(state, seat) > wealth(state, state.turn)
    return bool(richer == state.players - 1)


@kernel
def wealth(state: Record, seat: int) -> int:
    """T13: how many point cards a seat has or, with `fewest: points`, what they are worth."""
    points: int = state.points[seat]
    return points if state.fewest == POINTS else count(state.cards[seat])


@kernel
def end_turn(state: Record) -> None:
    """The next seat takes coins. T18: the game is over when the last coin of the pile has been played."""
    state.taken = 0
    state.taking_over = 0
    if state.drawn == COINS:
        state.over = 1
    else:
        seat = state.turn + 1
        state.turn = 0 if seat == state.players else seat


@kernel
def position_key(state: Record) -> int:
    """A hash of the table: the faces seen, what lies on what and in front of whom, and the progress of the turn."""
    key = mix_key(0, int(state.hand) + COINS * int(state.phase))
    key = mix_key(key, int(state.turn) + MAX_SEATS * (int(state.taken) + COINS * int(state.taking_over)))
    for coin in range(min(state.drawn + 1, COINS)):
        faces = face(state, coin) + (HIGHEST + 1) * (other_face(state, coin) if has(state.both_faces, coin) else 0)
        key = mix_key(key, faces + (HIGHEST + 1) ** 2 * int(state.under[coin]))
    for card in range(state.cards_out):
        key = mix_key(key, int(state.series_top[card]) + COINS * int(state.series_coins[card]))
    for seat in range(state.players):
        key = mix_key(mix_key(key, state.groups[seat]), state.cards[seat])
    return key


# ---- the end


@kernel
def result(state: Record, scores: Any, ranks: Any) -> None:
    """T20: most points win, then most coins on one's point cards."""
    for seat in range(state.players):
        scores[seat] = score_of(state, seat)
    for seat in range(state.players):
        ranks[seat] = 1
        for other in range(state.players):
            ranks[seat] += scores[other] > scores[seat] or (
                scores[other] == scores[seat] and coins_on_cards(state, other) > coins_on_cards(state, seat)
            )


@kernel
def score_of(state: Record, seat: int) -> int:
    """T19: the values of a seat's point cards, and 6 for each group of 4 or more left in its reserve."""
    score: int = state.points[seat] + GROUP_LEFT * count(state.big[seat])
    return score


@kernel
def coins_on_cards(state: Record, seat: int) -> int:
    """T20: how many coins lie on a seat's point cards."""
    coins = 0
    for card in range(POINT_CARDS):
        if has(state.cards[seat], card):
            coins += state.series_coins[card]
    return coins

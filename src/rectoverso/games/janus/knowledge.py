"""What each seat has seen in Janus: sides of cards, and events that rule worlds out (rules, last chapter).

A *side* has the number 2 × tag if it was the up side or somebody's own side in the deal, else 2 × tag + 1. Tags are
public and sides never change, so all that can be learned of a card is which symbols its sides have.

What everybody has seen, the watcher too, is kept once. What single seats have seen is kept by seat.
Events are public as well: whenever a triplet was due and none is laid, no three own sides of that hand are alike (J11).
How events are kept is told in ties.py.
"""

from __future__ import annotations

import numpy as np

from ...kernel.bits import bit, first
from ...kernel.fixed_record import Record, record_type
from ...kernel.jit import inlined, kernel
from ...kernel.short_lists import find_bits
from .material import CARDS, MAX_SEATS, SIDE, SIDE_BITS, SYMBOLS
from .moves import DISCARD, DRAW, END, TAKE
from .rules import (
    COUNT_BITS,
    DRAWN,
    LAST_OF_RING,
    OUT,
    PILE,
    RING,
    STATE,
    TAG,
    TAG_BITS,
    TOP,
    top_card,
    triplet_possible,
)
from .ties import (
    ALL_SYMBOLS,
    CONSTRAINTS,
    MAYBE_EVERYBODY,
    NO_SIDE,
    NOT_WORKED_OUT,
    SIDES,
    TIES_BLOCK,
    WATCHER,
    as_int,
    copy_tie,
    drop_tie,
    either,
    is_tied,
    not_all_alike,
    resolve,
    resolve_ties,
    ties_with,
)

NO_CARD = -1
MAX_TIMES_TAKEN = 200  # how often a card was taken is counted up to here
# J13b: among more cards than these, some symbol stands on three: at most eleven doubles and five others avoid it.
MAX_WITHOUT_TRIPLET = 16

# What everybody has seen, and what single seats have seen.
KNOWLEDGE = record_type(
    "janus_knowledge",
    [
        ("own", np.uint8, (MAX_SEATS, SIDES)),  # by seat and side: its symbol, 0 where this seat has not seen it
        ("taken", np.uint8, (MAX_SEATS, CARDS)),  # how often each seat has taken each card since the last triplet
        ("slot", np.uint8, CARDS),  # by tag: the place in the ring where the card lies, or last lay, in the pile
        ("news", np.uint8),  # has the last move shown everybody a side that is part of a tie?
        *CONSTRAINTS,
        ("last_seen", np.int32, (MAX_SEATS, SIDES)),  # the turn in which each seat last lost sight of each side
    ],
)

OBSERVATION = record_type(
    "janus_observation",
    [
        ("state", STATE),  # the sides that this seat has not seen are 0
        ("seat", np.int8),
        ("taken", np.uint8, CARDS),  # by tag: how often this seat has taken it since the last triplet
        ("last_seen", np.int32, SIDES),  # by side: the turn in which this seat last lost sight of it
        *CONSTRAINTS,
        # What follows from it, for imagining worlds.
        ("hidden", np.uint16, SYMBOLS + 1),  # by symbol: those it stands with on cards that are not fully known
        ("in_tie", np.uint8, CARDS),  # by tag: is one of its sides part of a tie?
        ("half_known", np.uint8, CARDS),  # tags of the cards of which something is known, but not all
        ("half_known_count", np.int16),
        ("unknown", np.uint8, CARDS),  # tags of the cards of which nothing is known
        ("unknown_count", np.int16),
        ("needs_triplet", np.int8),  # J13b: does it rule worlds out that the game has not ended by itself?
    ],
)


# ---- sides


@inlined
def front_side(state: Record, tag: int) -> int:
    """The own side of a card in a hand, the up side of a card in the pile."""
    return 2 * as_int(tag) + (state.turned[tag] != 0)


@inlined
def back_side(state: Record, tag: int) -> int:
    """The other side."""
    return 2 * as_int(tag) + (state.turned[tag] == 0)


@inlined
def symbol_of(state: Record, side: int) -> int:
    """The symbol of a side."""
    return (as_int(state.sides[side >> 1]) >> SIDE_BITS * (side & 1)) & SIDE


@kernel
def show(knowledge: Record, state: Record, seat: int, side: int) -> None:
    """One seat sees a side."""
    knowledge.own[seat, side] = symbol_of(state, side)


@kernel
def show_others(knowledge: Record, state: Record, seat: int, side: int) -> None:
    """All seats but one see a side. (There is no branch for that one: the processor could not predict it.)"""
    symbol = symbol_of(state, side)
    for other in range(state.players):
        knowledge.own[other, side] |= symbol * (other != seat)


@kernel
def show_all(knowledge: Record, state: Record, side: int) -> None:
    """Everybody sees a side, the watcher too: what events tell of it alone is told."""
    knowledge.news |= is_tied(knowledge, side)
    knowledge.faces[side] = symbol_of(state, side)
    knowledge.barred[side] = 0


@inlined
def side_in_sight(state: Record, seat: int, tag: int) -> int:
    """J2, J3, J11: a seat sees its own sides, the others' outer sides, the pile's top and laid triplets."""
    place = as_int(state.place[tag])
    if place == PILE and tag != top_card(state):
        return NO_SIDE
    return front_side(state, tag) if place == seat or place >= PILE else back_side(state, tag)


@kernel
def in_sight(state: Record, seat: int, side: int) -> bool:
    """Does a seat see this side now?"""
    return side == side_in_sight(state, seat, side >> 1)


@kernel
def lose_sight(knowledge: Record, before: Record, tag: int) -> None:
    """A card is about to move or to be covered: note the turn for every seat that sees one of its sides now."""
    for seat in range(before.players):
        side = side_in_sight(before, seat, tag)
        if side != NO_SIDE:
            knowledge.last_seen[seat, side] = knowledge.turns


@kernel
def show_top(knowledge: Record, state: Record) -> None:
    """J2: the pile's top card shows its up side to everybody."""
    if state.cards[PILE] > 0:
        show_all(knowledge, state, front_side(state, top_card(state)))


# ---- what is seen in the course of a game


@kernel
def begin(knowledge: Record, state: Record) -> None:
    """J4: everybody has seen both sides of the two cards dealt to them; J3: and the outer sides of the others."""
    for seat in range(state.players):
        for i in range(state.cards[seat]):
            tag = (state.hand[seat] >> TAG_BITS * i) & TAG
            show(knowledge, state, seat, front_side(state, tag))
            for other in range(state.players):
                show(knowledge, state, other, back_side(state, tag))
    for i in range(state.cards[PILE]):
        place = (state.top + i) & LAST_OF_RING
        knowledge.slot[state.pile[place]] = place
    show_top(knowledge, state)


@kernel
def learn(knowledge: Record, before: Record, after: Record, move: int) -> None:
    """Note what everybody sees of a move."""
    turn = as_int(before.turn)
    drawn = CARDS  # no card
    knowledge.news = 0
    if move < DISCARD:
        tag = top_card(before) if move == DRAW else move - TAKE
        lose_sight(knowledge, before, as_int(tag))
        show(knowledge, after, turn, front_side(after, tag))
        show_others(knowledge, after, turn, back_side(after, tag))  # J8
        if move != DRAW:
            knowledge.taken[turn, tag] = min(as_int(knowledge.taken[turn, tag]) + 1, MAX_TIMES_TAKEN)
        learn_what_is_laid(knowledge, before, after, as_int(tag))
        drawn = as_int(tag)
    elif move < END:
        learn_discard(knowledge, before, after, as_int(move - DISCARD))
    elif move == END and before.phase == DRAWN and after.after_drawing:
        learn_what_is_laid(knowledge, before, after, NO_CARD)
    show_top(knowledge, after)
    if knowledge.news:
        resolve_ties(knowledge)
    work_out_whom_ties_tell(knowledge, as_int(after.players), drawn)
    if after.turn != turn:
        knowledge.turns += 1


@kernel
def learn_discard(knowledge: Record, before: Record, after: Record, tag: int) -> None:
    """J10: everybody sees the own side of the card as it goes; with discards on top it covers another one."""
    side = front_side(after, tag)
    bottom = after.top + after.cards[PILE] - 1
    knowledge.slot[tag] = (after.top if after.discard == TOP else bottom) & LAST_OF_RING
    show_all(knowledge, after, side)
    lose_sight(knowledge, before, tag)
    for seat in range(before.players):
        knowledge.last_seen[seat, side] = knowledge.turns
    if before.cards[PILE] > 0:
        lose_sight(knowledge, before, as_int(top_card(before)))


@kernel
def learn_what_is_laid(knowledge: Record, before: Record, after: Record, drawn: int) -> None:
    """J11: a triplet, or none where one was due: after each drawn card, or when the drawing is over."""
    turn = as_int(before.turn)
    if after.triplets[turn] > before.triplets[turn]:
        learn_triplet(knowledge, before, after, drawn)
    elif not after.after_drawing:
        learn_no_triplet(knowledge, after, turn, as_int(after.cards[turn]) - 1)
    elif after.phase != DRAWN:
        for last in range(after.cards[turn]):
            learn_no_triplet(knowledge, after, turn, as_int(last))


@kernel
def learn_triplet(knowledge: Record, before: Record, after: Record, drawn: int) -> None:
    """J11: the three cards are laid down, symbols up. Of four alike the newest one stays, so an older one differs."""
    turn = as_int(before.turn)
    symbols = 0
    for tag in range(CARDS):
        for seat in range(after.players):
            knowledge.taken[seat, tag] = 0
        if after.place[tag] >= OUT and before.place[tag] < OUT:
            lose_sight(knowledge, before, as_int(tag))
            show_all(knowledge, after, front_side(after, tag))
            symbols = bit(symbol_of(after, front_side(after, tag)))
    for i in range(after.cards[turn] if after.after_drawing else 0):
        tag = (after.hand[turn] >> TAG_BITS * i) & TAG
        if tag != drawn and not knowledge.faces[front_side(after, tag)]:
            knowledge.barred[front_side(after, tag)] |= symbols


@kernel
def learn_no_triplet(knowledge: Record, state: Record, turn: int, last: int) -> None:
    """J11: laying a triplet is not optional, so the last of these cards makes no three own sides of the hand alike."""
    hand = state.hand[turn]
    drawn = front_side(state, (hand >> TAG_BITS * last) & TAG)
    for i in range(last):
        for j in range(i):
            one = front_side(state, (hand >> TAG_BITS * i) & TAG)
            other = front_side(state, (hand >> TAG_BITS * j) & TAG)
            not_all_alike(knowledge, drawn, one, other, ALL_SYMBOLS)


@inlined
def work_out_whom_ties_tell(knowledge: Record, players: int, drawn: int) -> None:
    """Do so for ties that are new, and for those of a card that was drawn: some seats have seen more of it."""
    for start in range(0, as_int(knowledge.tied), TIES_BLOCK):
        ties = find_bits(knowledge.tie_told, start, NOT_WORKED_OUT, TIES_BLOCK)
        ties |= ties_with(knowledge, 2 * drawn, start) | ties_with(knowledge, 2 * drawn + 1, start)
        while ties:
            i = start + first(ties)
            ties &= ties - 1
            knowledge.tie_told[i] = told_by_tie(knowledge, players, i)


@inlined
def told_by_tie(knowledge: Record, players: int, i: int) -> int:
    """Whom a tie tells something: those who have not seen two sides that differ, or a symbol that it is not about."""
    a, b, c = as_int(knowledge.tie_a[i]), as_int(knowledge.tie_b[i]), as_int(knowledge.tie_c[i])
    c_counts, c = SIDE * (c != NO_SIDE), min(c, SIDES - 1)
    told = WATCHER
    for seat in range(players):
        one, other = as_int(knowledge.own[seat, a]), as_int(knowledge.own[seat, b])
        third = as_int(knowledge.own[seat, c]) & c_counts
        symbols = as_int(knowledge.tie_symbols[i])
        for face in (one, other, third):
            symbols &= either(face != 0, bit(face), ALL_SYMBOLS)
        told |= as_int(symbols != 0) << seat
    return told


# ---- what one seat has seen


@kernel
def observe(observation: Record, state: Record, knowledge: Record, seat: int) -> None:
    """All that one seat has seen, built up from nothing (seat -1: the watcher). After the end everything is open."""
    observation.seat = seat
    observation.turns = knowledge.turns
    observe_table(observation.state, state)
    observe_faces(observation, state, knowledge, seat)
    for side in range(SIDES):
        observation.barred[side] = knowledge.barred[side]
    observation.dropped = knowledge.dropped
    observation.tied = knowledge.tied
    for i in range(knowledge.tied):
        copy_tie(observation, as_int(i), knowledge, as_int(i))
        observation.tie_told[i] = MAYBE_EVERYBODY  # what it tells others is not for this seat to know
    work_out(observation)


@kernel
def observe_table(table: Record, state: Record) -> None:
    """Everything but the sides of the cards is public: who holds which tags, the order of the pile, the triplets."""
    table.players = state.players
    table.turn = state.turn
    table.over = state.over
    table.ending = state.ending
    table.phase = state.phase
    table.handled = state.handled
    table.pile_only = state.pile_only
    table.discard = state.discard
    table.after_drawing = state.after_drawing
    table.agreed = state.agreed
    table.quiet = state.quiet
    table.patience = state.patience
    table.top = state.top
    for place in range(PILE + 1):
        table.cards[place] = state.cards[place]
        table.hand[place] = state.hand[place]
    for seat in range(state.players):
        table.triplets[seat] = state.triplets[seat]
    for i in range(RING):
        table.pile[i] = state.pile[i]
    for tag in range(CARDS):
        table.place[tag] = state.place[tag]
        table.turned[tag] = state.turned[tag]


@kernel
def observe_faces(observation: Record, state: Record, knowledge: Record, seat: int) -> None:
    """The sides that this seat has seen. (`carriers` is left out: it tells of the outer sides of laid triplets.)"""
    for side in range(SIDES):
        own = as_int(knowledge.own[seat, side]) if seat >= 0 else 0
        observation.faces[side] = symbol_of(state, side) if state.over else knowledge.faces[side] | own
        observation.last_seen[side] = knowledge.last_seen[seat, side] if seat >= 0 else 0
    for tag in range(CARDS):
        observation.taken[tag] = knowledge.taken[seat, tag] if seat >= 0 else 0
        observation.state.sides[tag] = (
            as_int(observation.faces[2 * tag]) | as_int(observation.faces[2 * tag + 1]) << SIDE_BITS
        )
    observation.state.carriers = state.carriers if state.over else 0


@kernel
def work_out(observation: Record) -> None:
    """Work out what is still unknown after all that has been seen."""
    resolve(observation)
    find_hidden(observation)
    drop_useless_ties(observation)
    sort_cards(observation)


@kernel
def find_hidden(observation: Record) -> None:
    """J1: each card exists once, so a card seen on both sides is no other one."""
    for symbol in range(1, SYMBOLS + 1):
        observation.hidden[symbol] = ALL_SYMBOLS
    for tag in range(CARDS):
        one, other = as_int(observation.faces[2 * tag]), as_int(observation.faces[2 * tag + 1])
        if one and other:
            observation.hidden[one] = as_int(observation.hidden[one]) & ~bit(other)
            observation.hidden[other] = as_int(observation.hidden[other]) & ~bit(one)


@kernel
def possible(observation: Record, side: int) -> int:
    """The symbols that an unseen side may have, judged by its own card and the events about this side alone."""
    shown = as_int(observation.faces[side ^ 1])
    symbols = as_int(observation.hidden[shown]) if shown else ALL_SYMBOLS
    return symbols & ~as_int(observation.barred[side])


@kernel
def drop_useless_ties(observation: Record) -> None:
    """Take symbols out of ties that one of their sides cannot have; drop ties without symbols."""
    i = 0
    while i < observation.tied:
        symbols = (
            as_int(observation.tie_symbols[i])
            & possible(observation, as_int(observation.tie_a[i]))
            & possible(observation, as_int(observation.tie_b[i]))
        )
        if observation.tie_c[i] != NO_SIDE:
            symbols &= possible(observation, as_int(observation.tie_c[i]))
        observation.tie_symbols[i] = symbols
        if symbols == 0:
            drop_tie(observation, as_int(i))
        else:
            i += 1


@kernel
def sort_cards(observation: Record) -> None:
    """List the cards known by half, and those not known at all."""
    for tag in range(CARDS):
        observation.in_tie[tag] = 0
    for i in range(observation.tied):
        observation.in_tie[observation.tie_a[i] >> 1] = 1
        observation.in_tie[observation.tie_b[i] >> 1] = 1
        if observation.tie_c[i] != NO_SIDE:
            observation.in_tie[observation.tie_c[i] >> 1] = 1
    observation.half_known_count = observation.unknown_count = 0
    for tag in range(CARDS):
        one, other = as_int(observation.faces[2 * tag]), as_int(observation.faces[2 * tag + 1])
        if one and other:
            continue
        if one or other or observation.in_tie[tag] or observation.barred[2 * tag] or observation.barred[2 * tag + 1]:
            observation.half_known[observation.half_known_count] = tag
            observation.half_known_count += 1
        else:
            observation.unknown[observation.unknown_count] = tag
            observation.unknown_count += 1
    ends_by_itself = not observation.state.over and not observation.state.agreed  # J13
    observation.needs_triplet = ends_by_itself and not surely_possible(observation)


@kernel
def surely_possible(observation: Record) -> bool:
    """J13b: is it certain that some symbol stands on three of the cards left?"""
    carriers, left = 0, 0  # by symbol: the cards left on which it has been seen
    for tag in range(CARDS):
        if observation.state.place[tag] < OUT:
            left += 1
            one, other = as_int(observation.faces[2 * tag]), as_int(observation.faces[2 * tag + 1])
            if one:
                carriers += bit(COUNT_BITS * (one - 1))
            if other and other != one:
                carriers += bit(COUNT_BITS * (other - 1))
    return left > MAX_WITHOUT_TRIPLET or triplet_possible(carriers)

"""Janus (Lothar Hannappel): collect triplets; you see one side of your cards, the others see the other."""

from __future__ import annotations

from ...kernel import dispatch
from ..game import Game, Level, Option, Temper
from .chances import odds
from .judge import judge, standstill
from .knowledge import KNOWLEDGE, SEEN, begin, learn, look
from .material import DECK, read_card, write_card
from .memory import forget
from .moves import MOVES, number, text
from .picture import drawing, picture
from .reasons import reason
from .rules import DISCARDS, MOST_MOVES, STATE, apply, legal, result, setup, sight
from .thumb import hunch, muse, nothing_possible, thumb
from .told import faceless, said, told
from .view import Glance, known, table, uncovers
from .worlds import deal_of, imagine

GAME = Game(
    name="janus",
    players=(3, 4, 5, 6),
    options=(Option("discard", DISCARDS, "under"), Option("stall", range(1001), 12)),
    deck=DECK,
    two_faced=True,
    state=STATE,
    knowledge=KNOWLEDGE,
    seen=SEEN,
    moves=MOVES,
    most_moves=MOST_MOVES,
    text=text,
    number=number,
    write_card=write_card,
    read_card=read_card,
    deal_of=deal_of,
    glance=Glance,
    table=table,
    known=known,
    odds=odds,
    told=told,
    said=said,
    faceless=faceless,
    uncovers=uncovers,
    picture=picture,
    drawing=drawing,
    reason=reason,
    temper=Temper(curiosity=0.12, margin=0.3, scale=2.0, guided=True, horizon=24, trust=2.0),
    levels=(
        Level("novice", keep=0.7, whim=90.0, simulations=0),
        Level("casual", keep=0.8, whim=9.0, simulations=0),
        Level("club", keep=0.96, whim=0.0, simulations=400),
        Level("expert", keep=0.985, whim=0.0, simulations=2400),
        Level("master", keep=1.0, whim=0.0, simulations=16_000),
    ),
    extra_moves=frozenset({"close"}),
    would_close=nothing_possible,
    private=True,
)

dispatch.register(STATE, setup=setup, legal=legal, apply=apply, result=result, sight=sight)
dispatch.register(STATE, hunch=hunch, judge=judge, standstill=standstill)
dispatch.register(KNOWLEDGE, begin=begin, learn=learn)
dispatch.register(SEEN, look=look, imagine=imagine, thumb=thumb, muse=muse, forget=forget)

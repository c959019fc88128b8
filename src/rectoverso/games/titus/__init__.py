"""Titus (Uwe Rosenberg): runs of consecutive numbers with two-faced coins, which change hands turned over."""

from __future__ import annotations

from ...kernel import dispatch
from ..game import Game, Level, Option, Temper
from .hunch import hunch
from .judge import judge, standstill
from .knowledge import KNOWLEDGE, SEEN, begin, deal_of, imagine, learn, look, odds
from .material import DECK, FEWEST, read_card, write_card
from .memory import forget
from .moves import number, text
from .picture import drawing, picture
from .reasons import reason
from .rules import MOST_MOVES, MOVES, STATE, apply, legal, result, setup, sight
from .thumb import muse, thumb
from .told import faceless, said, told
from .view import Glance, known, table, uncovers

GAME = Game(
    name="titus",
    players=(2, 3, 4),
    options=(Option("fewest", FEWEST, "cards"),),
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
    temper=Temper(curiosity=0.1, margin=0.5, scale=15.0, guided=True, horizon=5, trust=20.0),
    levels=(
        Level("novice", keep=0.6, whim=30.0, simulations=0),
        Level("casual", keep=0.75, whim=14.0, simulations=0),
        Level("club", keep=0.88, whim=0.0, simulations=120),
        Level("expert", keep=0.95, whim=0.0, simulations=700),
        Level("master", keep=1.0, whim=0.0, simulations=4500),
    ),
)

dispatch.register(STATE, setup=setup, legal=legal, apply=apply, result=result, sight=sight)
dispatch.register(STATE, hunch=hunch, judge=judge, standstill=standstill)
dispatch.register(KNOWLEDGE, begin=begin, learn=learn)
dispatch.register(SEEN, look=look, imagine=imagine, thumb=thumb, muse=muse, forget=forget)

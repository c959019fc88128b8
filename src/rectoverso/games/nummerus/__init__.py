"""Nummerus (Sid Sackson): slide the Power pawn, take the number it runs into, build the longest series."""

from __future__ import annotations

from ...kernel import dispatch
from ..game import Game, Level, Option, Temper
from .exact import NummerusSolver
from .judge import judge, standstill
from .knowledge import KNOWLEDGE, SEEN, begin, imagine, learn, look, odds
from .material import BOARDS, DECK, SCORINGS, read_card, write_card
from .memory import forget
from .moves import number, text
from .reasons import reason
from .rules import MOST_MOVES, MOVES, STATE, apply, deal_of, legal, result, setup, sight
from .sheet import glance, written
from .thumb import hunch, muse, thumb
from .view import drawing, faceless, known, picture, said, table, told, uncovers

GAME = Game(
    name="nummerus",
    players=(1, 2, 3, 4),
    options=(
        Option("board", BOARDS, "classic"),
        Option("tausch", (False, True), False, players=(2, 3, 4)),
        Option("scoring", SCORINGS, "longest", players=(2, 3, 4)),
    ),
    deck=DECK,
    two_faced=False,
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
    glance=glance,
    table=table,
    written=written,
    known=known,
    odds=odds,
    told=told,
    said=said,
    faceless=faceless,
    uncovers=uncovers,
    picture=picture,
    drawing=drawing,
    reason=reason,
    temper=Temper(curiosity=0.5),
    levels=(
        Level("novice", keep=1.0, whim=80.0, simulations=0),
        Level("casual", keep=1.0, whim=28.0, simulations=0),
        Level("club", keep=1.0, whim=0.0, simulations=100),
        Level("expert", keep=1.0, whim=0.0, simulations=300),
        Level("master", keep=1.0, whim=0.0, simulations=1200),
    ),
    solver=NummerusSolver,
)

dispatch.register(STATE, setup=setup, legal=legal, apply=apply, result=result, sight=sight)
dispatch.register(STATE, hunch=hunch, judge=judge, standstill=standstill)
dispatch.register(KNOWLEDGE, begin=begin, learn=learn)
dispatch.register(SEEN, look=look, imagine=imagine, thumb=thumb, muse=muse, forget=forget)

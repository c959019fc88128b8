"""Quartus: take a card as it lies, or turn it over; what scores is the face that lies down.

A small game of our own. It is the fourth one, in a package of its own: nothing in Recto Verso knows it.
"""

from __future__ import annotations

from pathlib import Path

from rectoverso.games.game import Game, Kernels, Level, Option, SearchSettings

from .board import Observation, board, known, pieces, reveals_a_face
from .encoding import FEATURES, encode
from .evaluation import evaluate, standstill
from .forgetting import forget
from .heuristics import first_impression, heuristic, playout_move
from .knowledge import KNOWLEDGE, OBSERVATION, begin, learn, observe
from .material import DECK, MAX_SCORE, ROWS, read_card, write_card
from .moves import MAX_LEGAL_MOVES, MOVES, number, text
from .narration import in_words, narrate, without_faces
from .odds import odds
from .picture import picture, svg
from .reasons import reason
from .rules import STATE, apply, legal, position_key, result, setup
from .worlds import deal_of, imagine

_HERE = Path(__file__).resolve().parent

GAME = Game(
    name="quartus",
    title="Quartus",
    authors=("the Recto Verso authors",),
    age=8,
    minutes=(5, 10),
    players=(2, 3, 4),
    usual_players=2,
    rules_version=1,
    options=(Option("row", ROWS, 3),),
    deck=DECK,
    two_faced=True,
    state=STATE,
    knowledge=KNOWLEDGE,
    observation=OBSERVATION,
    kernels=Kernels(
        setup=setup,
        legal=legal,
        apply=apply,
        result=result,
        position_key=position_key,
        playout_move=playout_move,
        evaluate=evaluate,
        standstill=standstill,
        encode=encode,
        begin=begin,
        learn=learn,
        observe=observe,
        imagine=imagine,
        heuristic=heuristic,
        first_impression=first_impression,
        forget=forget,
    ),
    moves=MOVES,
    max_legal_moves=MAX_LEGAL_MOVES,
    text=text,
    number=number,
    write_card=write_card,
    read_card=read_card,
    deal_of=deal_of,
    observed=Observation,
    board=board,
    pieces=pieces,
    known=known,
    odds=odds,
    narrate=narrate,
    in_words=in_words,
    without_faces=without_faces,
    reveals_a_face=reveals_a_face,
    picture=picture,
    svg=svg,
    max_score=MAX_SCORE,
    features=FEATURES,
    reason=reason,
    search_settings=SearchSettings(margin=0.5, scale=10.0),
    levels=(
        Level("novice", keep=0.6, noise=30.0, simulations=0),
        Level("casual", keep=0.8, noise=12.0, simulations=0),
        Level("club", keep=0.9, noise=0.0, simulations=60),
        Level("expert", keep=0.97, noise=0.0, simulations=300),
        Level("master", keep=1.0, noise=0.0, simulations=2000),
    ),
    catalogues=_HERE / "catalogues",
    rules_pages=_HERE / "rules_pages",
    art=_HERE / "art",
)

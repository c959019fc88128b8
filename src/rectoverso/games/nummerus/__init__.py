"""Nummerus (Sid Sackson): slide the Power pawn, take the number it runs into, build the longest series."""

from __future__ import annotations

from ..game import Game, Kernels, Level, Option, SearchSettings, Solitaire
from .board import Observation, board, known, reveals_a_face
from .encoding import FEATURES, encode
from .evaluation import evaluate, standstill
from .forgetting import forget
from .heuristics import first_impression, heuristic, playout_move
from .knowledge import KNOWLEDGE, OBSERVATION, begin, learn, observe
from .lesson import LESSONS
from .material import BOARDS, DECK, MAX_SCORE, read_card, write_card
from .moves import MAX_LEGAL_MOVES, MOVES, number, text
from .narration import in_words, narrate, without_faces
from .odds import odds
from .picture import picture, svg
from .puzzles import puzzles
from .reasons import reason
from .refusals import why_not
from .rules import SCORINGS, STATE, apply, legal, position_key, result, setup
from .solitaire import solve
from .solver import NummerusSolver
from .worlds import deal_of, imagine

GAME = Game(
    name="nummerus",
    title="Nummerus",
    authors=("Sid Sackson",),
    age=7,
    minutes=(20, 30),
    players=(1, 2, 3, 4),
    usual_players=2,
    rules_version=1,
    options=(
        Option("board", BOARDS, "classic"),
        Option("tausch", (False, True), False, players=(2, 3, 4)),
        Option("scoring", SCORINGS, "longest", players=(2, 3, 4)),
    ),
    match_options={"scoring": "points"},
    deck=DECK,
    two_faced=False,
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
    why_not=why_not,
    search_settings=SearchSettings(curiosity=0.5, trust=4.0),
    levels=(
        Level("novice", keep=1.0, noise=46.0, simulations=0),
        Level("casual", keep=1.0, noise=24.0, simulations=0),
        Level("club", keep=1.0, noise=0.0, simulations=20),
        Level("expert", keep=1.0, noise=0.0, simulations=150),
        Level("master", keep=1.0, noise=0.0, simulations=1200),
    ),
    solver=NummerusSolver,
    daily=({}, {"board": "square"}),
    puzzles=puzzles,
    solitaire=Solitaire(solve, counts="series"),
    lessons=LESSONS,
)

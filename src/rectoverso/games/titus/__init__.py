"""Titus (Uwe Rosenberg): runs of consecutive numbers with two-faced coins, which change hands turned over."""

from __future__ import annotations

from pathlib import Path

from ..game import Game, Kernels, Level, Option, SearchSettings
from .board import Observation, board, known, reveals_a_face
from .encoding import FEATURES, encode
from .evaluation import evaluate, standstill
from .forgetting import forget
from .heuristics import first_impression, heuristic, playout_move
from .knowledge import KNOWLEDGE, OBSERVATION, begin, learn, observe
from .lesson import LESSONS
from .material import DECK, MAX_SCORE, read_card, write_card
from .moves import MAX_LEGAL_MOVES, MOVES, number, text
from .narration import in_words, narrate, without_faces
from .odds import odds
from .picture import picture, svg
from .reasons import reason
from .refusals import why_not
from .rules import FEWEST, STATE, apply, legal, position_key, result, setup
from .worlds import deal_of, imagine

GAME = Game(
    name="titus",
    title="Titus",
    authors=("Uwe Rosenberg",),
    age=10,
    minutes=(20, 30),
    players=(2, 3, 4),
    usual_players=3,
    rules_version=1,
    options=(Option("fewest", FEWEST, "cards"),),
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
    lessons=LESSONS,
    exercises=Path(__file__).with_name("exercises.json"),
    search_settings=SearchSettings(curiosity=0.1, margin=0.5, scale=15.0, guided=True, horizon=5, trust=20.0),
    levels=(
        Level("novice", keep=0.4, noise=46.0, simulations=0),
        Level("casual", keep=0.55, noise=21.0, simulations=0),
        Level("club", keep=0.88, noise=0.0, simulations=120),
        Level("expert", keep=0.95, noise=0.0, simulations=700),
        Level("master", keep=1.0, noise=0.0, simulations=4500),
    ),
)

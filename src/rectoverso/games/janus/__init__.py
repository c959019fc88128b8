"""Janus (Lothar Hannappel): collect triplets; you see one side of your cards, the others see the other."""

from __future__ import annotations

from pathlib import Path

from ..game import Game, Kernels, Level, Option, SearchSettings
from .board import Observation, board, known, reveals_a_face
from .encoding import FEATURES, encode
from .evaluation import evaluate, standstill
from .forgetting import forget
from .heuristics import first_impression, heuristic, playout_move, would_close
from .knowledge import KNOWLEDGE, OBSERVATION, begin, learn, observe
from .lesson import LESSONS
from .material import DECK, MAX_SCORE, read_card, write_card
from .moves import MAX_LEGAL_MOVES, MOVES, number, text
from .narration import in_words, narrate, without_faces
from .odds import odds
from .picture import picture, svg
from .reasons import reason
from .refusals import why_not
from .rules import DISCARDS, ENDS, STATE, TRIPLETS, apply, legal, position_key, result, round_was_quiet, setup
from .worlds import deal_of, imagine

GAME = Game(
    name="janus",
    title="Janus",
    authors=("Lothar Hannappel",),
    year=1996,
    age=8,
    minutes=(20, 20),
    players=(3, 4, 5, 6),
    usual_players=4,
    rules_version=1,
    options=(
        Option("discard", DISCARDS, "under"),
        Option("stall", range(1001), 12, unless=("ending", "agreed")),
        Option("triplet", TRIPLETS, "at-once"),
        Option("ending", ENDS, "auto", among_persons="agreed"),
    ),
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
    search_settings=SearchSettings(curiosity=0.12, margin=0.3, scale=2.0, guided=True, horizon=24, trust=2.0),
    levels=(
        Level("novice", keep=0.5, noise=160.0, simulations=0),
        Level("casual", keep=0.7, noise=40.0, simulations=0),
        Level("club", keep=0.96, noise=0.0, simulations=400),
        Level("expert", keep=0.985, noise=0.0, simulations=2400),
        Level("master", keep=1.0, noise=0.0, simulations=16_000),
    ),
    extra_moves=frozenset({"close"}),
    would_close=would_close,
    vote_due=round_was_quiet,
    private=True,
    endings={1: "no triplet possible any more", 2: "stalled", 3: "all agreed", 4: "no card left"},
)

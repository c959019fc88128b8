"""Exercises: positions to choose a move in, and what a long search says of it. Nothing is kept here."""

from __future__ import annotations

from ...bots.advice import why
from ...errors import BadInput, Refused
from ...games.exercise import Exercise, exercise_of, exercises, position_of
from ...games.game import Game, Grade
from ...games.round import Round, view_of
from ...words import YOU, say
from ..messages.http import ExerciseAnswer, ExerciseChance, ExercisePosition, Exercises, LessonMove


def grades(game: Game) -> Exercises:
    """How difficult the exercises of a game are; refuses where there are none."""
    if not (collection := exercises(game)):
        raise Refused("not-found")
    return Exercises([exercise.grade for exercise in collection])


def asked_for(game: Game, number: int) -> Exercise:
    """An exercise by its number, from 1; refuses where there is none."""
    try:
        return exercise_of(game, number)
    except BadInput:
        raise Refused("not-found") from None


def show(game: Game, number: int) -> ExercisePosition:
    """The position as the seat to move sees it, with notes, so that they know as much as the search did."""
    exercise = asked_for(game, number)
    return position_message(position_of(game, exercise), number, exercise.grade)


def position_message(round: Round, number: int, grade: Grade) -> ExercisePosition:
    """What is told of a position, from what the seat to move has seen."""
    seat = round.turn or 0
    observed = round.observed(seat)
    view = view_of(round, seat, "notes", [], observed, round.game.board(observed))
    return ExercisePosition(
        number=number,
        grade=grade,
        players=view.players,
        options=view.options,
        seat=seat,
        at=view.at,
        board=view.table,
        known=view.known,
        odds=view.odds,
        legal=view.legal,
    )


def answer(game: Game, number: int, tried: LessonMove) -> ExerciseAnswer:
    """What the search says of a move; refuses one that is not legal."""
    exercise = asked_for(game, number)
    return answer_message(position_of(game, exercise), exercise, tried)


def answer_message(round: Round, exercise: Exercise, tried: LessonMove) -> ExerciseAnswer:
    """What is told of a move, from what the seat to move has seen."""
    if tried.move not in exercise.wins:
        raise Refused("illegal-move", move=tried.move, legal=round.legal)
    seat = round.turn or 0
    names = [say(tried.lang, "player_seat", seat=other) for other in range(1, round.players + 1)]
    names[seat - 1] = YOU
    best, second = [ExerciseChance(move, win) for move, win in exercise.wins.items()][:2]
    return ExerciseAnswer(
        right=tried.move == best.move,
        best=best,
        chosen=ExerciseChance(tried.move, exercise.wins[tried.move]),
        second=second,
        reason=why(round.game, round.observation(seat), round.game.number(best.move), tried.lang, names),
    )

"""What every game must satisfy, whatever its rules: `rectoverso check-game` runs it, and so do the tests.

A check is a function whose docstring is the sentence it holds a game to. It plays games by chance and by the game's
rule of thumb, for every number of players and every option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import msgspec
import numpy as np

from ..errors import BadInput, Refused
from ..kernel import entry_points
from ..kernel.record import Record, Rng, copied
from ..kernel.rng import below, new_rng
from ..words import LANGUAGES
from .deal import deal_from_seed
from .game import Game, Option, Value
from .record import MAX_RECORD_MOVES, from_record, legal_along
from .round import WATCHER, Round, Seat, read_deal

SEED = "conformance"
JUNK = ("", " ", "\0", "draw ", " draw", "DRAW", "take", "take #", "take #0", "take 0", "take 99", "take 01", "#1", "é")


class Broken(Exception):
    """A game does not hold to what every game must hold to."""


def require(holds: bool, otherwise: str) -> None:
    """Raise `Broken` unless it holds."""
    if not holds:
        raise Broken(otherwise)


Check = Callable[[Game], None]


def sentence(check: Check) -> str:
    """What a check holds a game to."""
    return " ".join((check.__doc__ or check.__name__).split())


def broken_by(check: Check, game: Game) -> str | None:
    """Run one check; what is wrong, or None."""
    try:
        check(game)
    except Broken as broken:
        return str(broken)
    except (BadInput, Refused, ArithmeticError, LookupError, TypeError, ValueError, RuntimeError) as error:
        return f"{type(error).__name__}: {error}"
    return None


# ---- tables and games to check on


MAX_CHOICES = 8
"""Of more choices of options than these, each number of players gets only some; all together get them all."""


def tables(game: Game) -> Iterator[tuple[int, dict[str, Value]]]:
    """Every number of players, and with each of them every value of every option that fits it."""
    for place, players in enumerate(game.players):
        fitting = [option for option in game.options if option.players is None or players in option.players]
        choices = list(product(*(range(len(_choices(option))) for option in fitting)))
        for chosen in choices:
            weight = sum(number * (1 + at) for at, number in enumerate(chosen))
            if len(choices) <= MAX_CHOICES or weight % len(game.players) == place:
                yield players, {option.name: _choices(option)[at] for option, at in zip(fitting, chosen, strict=True)}


def _choices(option: Option) -> tuple[Value, ...]:
    if isinstance(option.values, range):
        low = option.values[min(2, len(option.values) - 1)]  # the lowest values may mean "never"
        return tuple(sorted({low, int(option.default)}))
    return option.values


def opened(game: Game, players: int, options: dict[str, Value], number: int = 0) -> Round:
    """A table before its first move."""
    return Round(game, players, deal_from_seed(game.deck, game.two_faced, SEED, number), options)


def any_move(round: Round, rng: Rng) -> int:
    """A legal move, each equally likely."""
    legal = round.legal_numbers
    require(len(legal) > 0, f"{_where(round)}: nothing is legal, but the game is not over")
    return legal[below(rng, len(legal))]


def rule_of_thumb(round: Round, rng: Rng) -> int:
    """The move of the game's rule of thumb."""
    return int(entry_points.heuristic(round.observation(round.turn or WATCHER), rng))


def played(game: Game, number: int = 0) -> Iterator[Round]:
    """Finished games at every table, by chance and by the rule of thumb."""
    for place, (players, options) in enumerate(tables(game)):
        for policy in (any_move, rule_of_thumb):
            round = opened(game, players, options, number)
            rng = new_rng(1000 * number + place)
            while not round.over:
                require(len(round.numbers) < MAX_RECORD_MOVES, f"{_where(round)}: the game does not end")
                go_on(round, policy(round, rng))
            yield round


def go_on(round: Round, move: int) -> None:
    """Play a move, and end the game where all seats would agree to that: some games end by a vote alone."""
    round.play_number(move)
    if round.all_would_close():
        round.play_number(int(round.game.extra_numbers[0]))


def moments(game: Game, step: int, every: int = 1) -> Iterator[Round]:
    """Positions along those games (or along every so-manieth of them), every so many moves, and at the end."""
    for place, finished in enumerate(played(game)):
        if place % every:
            continue
        total = len(finished.numbers)
        for at in sorted({*range(place % step, total, step), total}):
            yield finished.at(at)


def viewers(round: Round) -> list[Seat]:
    """All seats, and the watcher."""
    return [*range(1, round.players + 1), WATCHER]


def _where(round: Round) -> str:
    options = "".join(f", {name} {value}" for name, value in round.game.changed_options(round.options).items())
    return f"{round.players} players{options}, after {len(round.numbers)} moves"


# ---- material and words


def moves_have_one_text_each(game: Game) -> None:
    """Every move has one text, and that text names this move and no other."""
    for number in range(game.moves):
        text = game.text(number)
        require(game.number(text) == number, f"move {number} is {text!r}, which is read as {game.number(text)}")
    require(len(set(game.texts)) == game.moves, "two moves have the same text")


def nonsense_is_no_move(game: Game) -> None:
    """A text that is no move is refused with a ValueError that says so."""
    for text in (*JUNK, *(known + "x" for known in game.texts[:: max(1, game.moves // 50)])):
        if text in game.numbers:
            continue
        try:
            number = game.number(text)
        except ValueError as error:
            require(str(error) != "", f"{text!r} is refused without a word")
        else:
            raise Broken(f"{text!r} is read as move {number}")


def cards_are_written_and_read(game: Game) -> None:
    """A deal that is written and read again is the same deal; anything but the whole deck is refused."""
    deal = deal_from_seed(game.deck, game.two_faced, SEED)
    written = [game.write_card(int(card)) for card in deal]
    require(bool(np.array_equal(read_deal(game, written), deal)), "a deal is read as another one")
    no_cards: list[object] = [None, True, -1, 10**30, 1.5, "", "1/", "?/?", "1/1/1", [], {}]
    wrong: list[list[object]] = [[*written[:-1], written[0]], list(written[:-1]), [*written, written[0]]]
    wrong += [[*written[:-1], card] for card in no_cards]
    for cards in wrong:
        try:
            read_deal(game, cards)
        except BadInput:
            continue
        raise Broken(f"a deal that ends in {cards[-1]!r} is accepted")


# ---- rules


def setting_up_is_deterministic(game: Game) -> None:
    """The same deal gives the same beginning, also on a record that another game has been played on."""
    used = {}
    for round in played(game):
        used[round.players] = round.state
    for players, options in tables(game):
        round = opened(game, players, options)
        twin = opened(game, players, options)
        require(round.state.tobytes() == twin.state.tobytes(), f"{_where(round)}: set up in two ways")
        again = copied(used[players])
        entry_points.setup(again, round.deal, players, game.option_numbers(round.options))
        require(_same_play(round, again), f"{_where(round)}: a used record is not set up like a new one")


def _same_play(round: Round, state: Record) -> bool:
    """Is the same legal all along, from here on?"""
    rng, other = new_rng(5), copied(state)
    moves, mine = np.zeros(round.game.list_size, np.int32), round.copy()
    while not mine.over:
        n = entry_points.legal(other, moves)
        if other.over or moves[:n].tolist() != mine.legal_numbers:
            return False
        before = len(mine.numbers)
        go_on(mine, any_move(mine, rng))
        for move in mine.numbers[before:]:
            entry_points.apply(other, move)
    return bool(other.over)


def legal_lists_are_sound(game: Game) -> None:
    """While a game runs, somebody is to move and something is legal: no move twice, none out of range."""
    votes = set(game.extra_numbers.tolist())
    for finished in played(game):
        for at, legal in enumerate(legal_along(finished)):
            where = f"{_where(finished)}, before move {at + 1}"
            require(0 < len(legal) <= game.max_legal_moves, f"{where}: {len(legal)} legal moves")
            require(len(set(legal)) == len(legal), f"{where}: a legal move is listed twice")
            require(min(legal) >= 0 and max(legal) < game.moves, f"{where}: a legal move is out of range")
            require(not votes & set(legal), f"{where}: what only a vote produces is listed")
            require(1 <= finished.movers[at] <= finished.players, f"{where}: seat {finished.movers[at]} is to move")
            chosen = finished.numbers[at]
            require(chosen in votes or chosen in legal, f"{where}: the rule of thumb chose what is not legal")


def every_legal_move_can_be_played(game: Game) -> None:
    """Each legal move can be played on a copy; looking for moves and playing on copies leaves the game as it is."""
    for round in moments(game, step=17):
        before = round.state.tobytes(), round.knowledge.tobytes()
        for move in round.legal_numbers:
            twin = round.copy()
            twin.play_number(move)
            require(twin.over or len(twin.legal_numbers) > 0, f"{_where(twin)}: {game.text(move)} leads nowhere")
            require(twin.numbers == [*round.numbers, move], f"{_where(round)}: a copy has another course")
        require((round.state.tobytes(), round.knowledge.tobytes()) == before, f"{_where(round)}: the game has changed")
        require(round.over == (round.turn is None), f"{_where(round)}: over and turn disagree")


def what_is_not_legal_is_refused(game: Game) -> None:
    """A move that is not legal is refused, and changes nothing."""
    for round in moments(game, step=41):
        legal, before = set(round.legal), round.state.tobytes()
        for text in (*game.texts[:: max(1, game.moves // 60)], *JUNK):
            if text in legal or (text in game.extra_moves and not round.over):
                continue
            try:
                round.play(text)
            except Refused as refused:
                code = "game-over" if round.over else "illegal-move"
                require(refused.code == code, f"{_where(round)}: {text!r} is refused as {refused.code}, not {code}")
            else:
                raise Broken(f"{_where(round)}: {text!r} is not legal, but was played")
        require(round.state.tobytes() == before, f"{_where(round)}: a refusal has changed the game")


def results_are_rankings(game: Game) -> None:
    """A rank is one more than the number of better seats, and more points never make a worse rank."""
    for round in played(game):
        result = round.result
        require(result is not None, f"{_where(round)}: no result at the end")
        assert result is not None
        scores, ranks = result.scores, result.ranks
        require(len(scores) == len(ranks) == round.players, f"{_where(round)}: a result for other seats")
        for rank in ranks:
            require(rank == 1 + sum(other < rank for other in ranks), f"{_where(round)}: ranks {ranks}")
        for mine, my_rank in zip(scores, ranks, strict=True):
            for yours, your_rank in zip(scores, ranks, strict=True):
                require(mine <= yours or my_rank < your_rank, f"{_where(round)}: scores {scores}, ranks {ranks}")


def records_tell_the_whole_game(game: Game) -> None:
    """A round that is written, as JSON, and replayed is the same round, finished or not."""
    for round in moments(game, step=29):
        again = from_record(msgspec.json.encode(round.record(legal=True)))
        require(again.numbers == round.numbers and again.movers == round.movers, f"{_where(round)}: another course")
        require(again.state.tobytes() == round.state.tobytes(), f"{_where(round)}: another state")
        require(again.knowledge.tobytes() == round.knowledge.tobytes(), f"{_where(round)}: another knowledge")
        require(again.result == round.result, f"{_where(round)}: another result")


def a_vote_ends_the_game(game: Game) -> None:
    """A move that only a vote produces is never offered, may come at any time, and ends the game."""
    for round in moments(game, step=23):
        for text in game.extra_moves if not round.over else ():
            require(text not in round.legal, f"{_where(round)}: {text} is offered")
            require(round.copy().play(text).over, f"{_where(round)}: the game goes on after {text}")


# ---- knowledge


def what_is_legal_is_public(game: Game) -> None:
    """From what any seat has seen, the same moves are legal, and the same seat is to move."""
    moves = np.zeros(game.list_size, np.int32)
    for round in moments(game, step=7):
        for seat in viewers(round):
            observation = round.observation(seat)
            where, again = _where(round), round.observation(seat)
            require(observation.tobytes() == again.tobytes(), f"{where}: {seat} sees two things at once")
            require(int(observation.state.over) == int(round.state.over), f"{where}: {seat} does not see the end")
            if not round.over:
                n = entry_points.legal(observation.state, moves)
                require(sorted(moves[:n].tolist()) == sorted(round.legal_numbers), f"{_where(round)}: legal for {seat}")
                require(int(observation.state.turn) == int(round.state.turn), f"{where}: {seat} sees another turn")


def imagined_worlds_look_the_same(game: Game) -> None:
    """A world imagined for a seat is dealt from the same deck, and looks the same to that seat and to the watcher."""
    rng = new_rng(11)
    deck = _faces(game, game.deck)
    for round in moments(game, step=67):
        for seat in viewers(round):
            world = round.imagine(seat, rng)
            where = f"{_where(round)}: the world of {seat}"
            require(_faces(game, world.deal) == deck, f"{where} has another deck")
            for viewer in (seat, WATCHER):
                require(
                    world.observation(viewer).tobytes() == round.observation(viewer).tobytes(),
                    f"{where}: {viewer} sees it",
                )
            require(world.legal == round.legal, f"{where}: other moves are legal")
            for move in round.legal_numbers:
                differ = game.reveals_a_face(world.state, move) != game.reveals_a_face(round.state, move)
                require(not differ, f"{where}: {game.text(move)} uncovers something in one world only")


def _faces(game: Game, deal: Any) -> list[tuple[int, ...]]:
    """The cards of a deal without order and orientation."""
    if not game.two_faced:
        return sorted((int(card),) for card in deal)
    return sorted(tuple(sorted((int(card) & 255, int(card) >> 8))) for card in deal)


def imagined_worlds_look_the_same_all_along(game: Game) -> None:
    """In a world imagined at some point of a game, the seat would have seen the same at every step before."""
    rng = new_rng(13)
    for place, finished in enumerate(played(game)):
        round = finished.at(len(finished.numbers) * 2 // 3)
        seat = viewers(round)[place % (round.players + 1)]
        world = round.imagine(seat, rng)
        mine, other = opened_again(round), opened_again(world)
        for number in round.numbers:
            told = mine.watch_number(number, [seat])[seat]
            same = other.watch_number(number, [seat])[seat]
            require(told == same, f"{_where(mine)}: {seat} is told other things in an imagined world")
            alike = mine.observation(seat).tobytes() == other.observation(seat).tobytes()
            require(alike, f"{_where(mine)}: {seat} sees other things in an imagined world")


def opened_again(round: Round) -> Round:
    """The same table before its first move."""
    return Round(round.game, round.players, round.deal, round.options)


def odds_are_odds(game: Game) -> None:
    """The odds of a face sum to 1; impossible faces are left out."""
    for round in moments(game, step=67, every=3):
        for seat in viewers(round):
            for tag, faces in round.odds(seat).items():
                if faces is None:
                    continue
                where = f"{_where(round)}: the odds of {tag} for {seat}"
                require(abs(sum(faces.values()) - 1) < 1e-9, f"{where} sum to {sum(faces.values())}")
                require(all(0 < chance <= 1 for chance in faces.values()), f"{where} are {faces}")


def the_rule_of_thumb_is_legal(game: Game) -> None:
    """The rule of thumb gives a legal move, and the same one to the same luck."""
    for round in moments(game, step=5):
        if round.over:
            continue
        first, again = rule_of_thumb(round, new_rng(3)), rule_of_thumb(round, new_rng(3))
        require(first == again, f"{_where(round)}: the rule of thumb wavers")
        require(first in round.legal_numbers, f"{_where(round)}: the rule of thumb breaks the rules")


# ---- what is shown and said


def views_are_json(game: Game) -> None:
    """Every view can be sent, in both settings of memory; only the seat to move is offered moves."""
    for round in moments(game, step=307, every=5):
        for seat in viewers(round):
            for memory in ("table", "notes"):
                view = round.view(seat, memory)
                sent = msgspec.json.decode(msgspec.json.encode(view))
                require(("odds" in sent) == ("known" in sent) == (memory == "notes"), f"{_where(round)}: {memory}")
                offered = round.legal if seat == round.turn else []
                require(sent["legal"] == offered, f"{_where(round)}: what {seat} is offered")


def everything_is_said_in_every_language(game: Game) -> None:
    """What a seat is told of a move is said in every language, with faces and without."""
    for place, finished in enumerate(played(game)):
        again = opened_again(finished)
        names = [f"Player {seat}" for seat in range(1, finished.players + 1)]
        for at, number in enumerate(finished.numbers):
            if at % 4 != place % 4:
                again.play_number(number)
                continue
            for seat, told in again.watch_number(number, viewers(again)).items():
                for version in (told, game.without_faces(told)):
                    for language in LANGUAGES:
                        text = game.in_words(version, language, names)
                        one_line = isinstance(text, str) and text.strip() == text != "" and "\n" not in text
                        require(one_line, f"{_where(again)}: {seat} is told {text!r} in {language}")


def pictures_are_drawn(game: Game) -> None:
    """What a seat sees can be drawn, as text and as SVG."""
    for round in moments(game, step=307, every=3):
        for seat in viewers(round):
            observation = round.observation(seat)
            require(game.picture(observation).strip() != "", f"{_where(round)}: no picture for {seat}")
            require(game.svg(observation).lstrip().startswith("<svg"), f"{_where(round)}: no drawing for {seat}")


CHECKS: tuple[Check, ...] = (
    moves_have_one_text_each,
    nonsense_is_no_move,
    cards_are_written_and_read,
    setting_up_is_deterministic,
    legal_lists_are_sound,
    every_legal_move_can_be_played,
    what_is_not_legal_is_refused,
    results_are_rankings,
    records_tell_the_whole_game,
    a_vote_ends_the_game,
    what_is_legal_is_public,
    imagined_worlds_look_the_same,
    imagined_worlds_look_the_same_all_along,
    odds_are_odds,
    the_rule_of_thumb_is_legal,
    views_are_json,
    everything_is_said_in_every_language,
    pictures_are_drawn,
)

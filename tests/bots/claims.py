"""The claims in a reason for advice, read back from its English words, so that tests can check them by the rules."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rectoverso.bots import make_bot
from rectoverso.bots.advice import why
from rectoverso.games import game_named
from rectoverso.games.deal import deal_from_seed
from rectoverso.games.round import Round
from rectoverso.kernel.rng import new_rng
from rectoverso.words import LANGUAGES, percent

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"]
SENTENCE = re.compile(r"(?<=\.) ")
RANDOM_MOVE_EVERY = 4  # moves
MAX_MOVES = 12  # checked at each position

Values = Mapping[str, str]
Check = Callable[[Round, int, Values], bool]


@cache
def patterns() -> list[tuple[str, re.Pattern[str]]]:
    """All reasons, by name, as the English catalogue words them."""
    texts: dict[str, Any] = json.loads(files("rectoverso").joinpath("catalogues", "en.json").read_text("utf-8"))
    found = []
    for key, stored in texts.items():
        if key.startswith("reason_"):
            variants = [stored] if isinstance(stored, str) else stored[0]["match"].values()
            found += [(key, _pattern(text)) for text in variants]
    return found


def _pattern(text: str) -> re.Pattern[str]:
    pattern, named = "", set()
    for plain, name in re.findall(r"([^{]*)(?:\{(\w+)\})?", text):
        pattern += re.escape(plain)
        if name:
            pattern += rf"(?P={name})" if name in named else rf"(?P<{name}>[\w#%<>-]+)"
            named.add(name)
    return re.compile(pattern)


def claims(reason: str) -> Iterator[tuple[str, Values]]:
    """The messages that make up a reason, each with the values it names."""
    for sentence in SENTENCE.split(reason):
        found = [(key, match.groupdict()) for key, one in patterns() if (match := one.fullmatch(sentence))]
        assert len(found) == 1, f"{sentence!r} reads as {[key for key, _ in found]}"
        yield found[0]


def played_games(name: str, players: int, games: int, **options: Any) -> Iterator[Round]:
    """All positions of some games played by the rule of thumb, with a random move now and then."""
    game = game_named(name)
    greedy, chance = make_bot("greedy"), make_bot("random")
    for number in range(games):
        rng = new_rng(number)
        round = Round(game, players, deal_from_seed(game.deck, game.two_faced, "claims", number), options)
        while round.turn is not None:
            yield round
            bot = chance if len(round.numbers) % RANDOM_MOVE_EVERY == RANDOM_MOVE_EVERY - 1 else greedy
            round.play_number(bot.choose(round.observation(round.turn), rng).move)


def false_claims(round: Round, checks: Mapping[str, Check], heard: Counter[str]) -> list[str]:
    """The false claims in the reasons for the legal moves of a position; `heard` counts all claims."""
    observation, wrong = round.observation(round.turn or 1), []
    moves = round.legal_numbers
    for move in moves[:: 1 + len(moves) // MAX_MOVES]:
        reason = why(round.game, observation, move, "en", NAMES)
        for key, values in claims(reason):
            heard[key] += 1
            if not checks[key](round, move, values):
                wrong.append(f"{key}: {reason!r} for {round.game.text(move)!r} after {len(round.numbers)} moves")
    return wrong


def misspoken(round: Round) -> list[str]:
    """Reasons without a capital at the start, or with other numbers in one language than in another."""
    observation, wrong = round.observation(round.turn or 1), []
    for move in round.legal_numbers[:MAX_MOVES]:
        said = {lang: why(round.game, observation, move, lang, NAMES) for lang in LANGUAGES}
        numbers = {lang: sorted(re.findall(r"\d+", text)) for lang, text in said.items()}
        wrong += [text for lang, text in said.items() if numbers[lang] != numbers["en"]]
        wrong += [text for text in said.values() if not (text[0].isupper() or text[0].isdigit())]
    return wrong


def is_chance(said: str, share: float) -> bool:
    """Is this how the share is written?"""
    return said == percent("en", min(share, 1.0))


def only_move(round: Round, move: int, values: Values) -> bool:
    """There is no other move."""
    return round.legal_numbers == [move]

"""A game against bots in the terminal. It shows what the player's seat sees, and no more."""

from __future__ import annotations

import secrets
import sys
from io import TextIOWrapper

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from ..bots import make_bot
from ..bots.legality import legal_choice
from ..games.deal import BOT_DOMAIN, Stream, deal_from_seed
from ..games.game import Game
from ..games.round import Round, Seat
from ..words import YOU, say
from .arguments import read_options
from .compiling import load, load_all

HELP = "Type a move or its number. Other commands: ? (this help), table, moves, quit."
HELP_VOTE = "close asks the others to end the game."


class TerminalGame:
    """One game of one person against bots."""

    def __init__(
        self,
        game: str | None,
        players: int | None,
        seat: int,
        bots: str,
        option: list[str] | None,
        seed: str | None,
        lang: str,
    ) -> None:
        self.console = Console(highlight=False)
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # input that is not UTF-8 is simply not a move
        self.lang = lang
        self.game = load(self._ask_game() if game is None else game)
        seats = players or max(2, self.game.players[0])
        options = self.game.options_of(seats, read_options(self.game, option))
        chosen = secrets.token_hex(16) if seed is None else seed
        self.round = Round(self.game, seats, deal_from_seed(self.game.deck, self.game.two_faced, chosen), options)
        self.me: Seat = seat
        self.round.seat_number(seat)
        self.bots = {other: make_bot(bots) for other in range(1, seats + 1) if other != seat}
        stream = Stream(BOT_DOMAIN, chosen)
        self.rngs = {other: stream.rng() for other in self.bots}
        self.names = [YOU if other == seat else say(lang, "player_seat", seat=other) for other in range(1, seats + 1)]

    def _ask_game(self) -> str:
        games = load_all()
        for number, game in enumerate(games, 1):
            title, pitch = self._title(game), game.said("pitch", self.lang) or ""
            self.console.print(Text.assemble((f"{number} {title}", "bold"), f"  {pitch}"))
        named = {str(number): game.name for number, game in enumerate(games, 1)}
        named |= {game.name: game.name for game in games}
        while True:
            answer = self._ask("Which game? ").lower()
            if answer in named:
                return named[answer]

    def _title(self, game: Game) -> str:
        return game.said("title", self.lang) or game.title

    def _ask(self, question: str) -> str:
        """What the person types; the end of input quits."""
        try:
            return self.console.input(Text(question, "bold")).strip()
        except EOFError:
            self.console.print()
            raise Quit from None

    # ---- playing

    def play(self) -> None:
        """Play to the end, or until the person quits."""
        try:
            self._show()
            while not self.round.over:
                if self.round.turn == self.me:
                    self._my_move()
                else:
                    self._bot_moves()
            self._show()
            self._tell_result()
        except Quit:
            self.console.print("Goodbye.")

    def _bot_moves(self) -> None:
        turn = self.round.turn
        assert turn is not None
        self._play(legal_choice(self.bots[turn], self.round.observation(turn), self.rngs[turn]))
        if not self.round.over and self.round.turn == self.me:
            self._show()

    def _play(self, number: int) -> None:
        told = self.round.watch_number(number, [self.me])[self.me]
        self.console.print(Text("· " + self.game.in_words(told, self.lang, self.names), "cyan"))

    def _my_move(self) -> None:
        legal = self.round.legal
        self._list(legal)
        answer = self._ask("> ")
        if answer.isdigit() and 1 <= int(answer) <= len(legal):
            answer = legal[int(answer) - 1]
        match answer.lower():
            case "" | "?" | "help":
                self.console.print(f"{HELP} {HELP_VOTE if self.game.extra_moves else ''}")
            case "quit" | "q" | "exit":
                raise Quit
            case "table":
                self._show()
            case "moves":
                pass
            case vote if vote in self.game.extra_moves:
                self._vote(vote)
            case _:
                self._try(answer)

    def _try(self, answer: str) -> None:
        if answer in self.round.legal:
            self._play(self.game.numbers[answer])
        else:
            self.console.print(Text(f"{answer[:60]!r} is not possible now. {HELP}", "yellow"))

    def _vote(self, move: str) -> None:
        """J13a: the game ends if every bot, judging from what it has seen, agrees."""
        would_close = self.game.would_close
        if would_close is not None and all(would_close(self.round.observation(bot)) for bot in self.bots):
            self._play(self.game.numbers[move])
        else:
            self.console.print(Text(say(self.lang, f"{self.game.name}_told_goes_on"), "yellow"))

    # ---- printing

    def _show(self) -> None:
        self.console.rule(self._title(self.game))
        self.console.print(Text(self.game.picture(self.round.observation(self.me))))
        self.console.rule()

    def _list(self, legal: list[str]) -> None:
        self.console.print(Text(say(self.lang, "player_turn", player=YOU), "bold"))
        width = len(str(len(legal)))
        items = [Text.assemble((f"{number:>{width}} ", "dim"), move) for number, move in enumerate(legal, 1)]
        self.console.print(Columns(items, padding=(0, 3)))

    def _tell_result(self) -> None:
        result = self.round.result
        assert result is not None
        for name, score, rank in zip(self.names, result.scores, result.ranks, strict=True):
            player = say(self.lang, "player_you") if name == YOU else name
            self.console.print(Text(f"{rank}. {player}: {score}", "bold" if rank == 1 else ""))


class Quit(Exception):
    """The person quits the game."""

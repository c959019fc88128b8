"""The rare corners of each game, told by looking at the oracle after every move."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.nummerus.oracle import series_of
from tests.games.wanderers import Journey

TITUS = {
    "a fourth coin in one turn",
    "a third coin grouped, and the taking is over",
    "a turn without limit ended by scoring",
    "alone with the fewest points, not cards",
    "an emptied series",
    "an emptied series counts at the end",
    "no point cards left",
    "a group of four stays for want of a point card",
    "the last coin placed",
    "the last coin joined",
    "the last coin exchanged",
    "a free action after the last coin",
    "a tie broken by coins",
    "a shared rank",
    "last-coin",
}
JANUS = {
    "a hand of 0",
    "a hand of 4",
    "a second card from the pile only",
    "an empty pile",
    "a discard onto an empty pile",
    "a seat passed over",
    "two seats passed over in a row",
    "a triplet by the first card",
    "a triplet by the second card",
    "a triplet and a card that stays",
    "a triplet kept for a second card",
    "a triplet laid by ending the turn",
    "a triplet without the second card",
    "four alike",
    "cards left when no triplet is possible",
    "no-triplet-possible",
    "stall",
    "close",
    "closed in the middle of a turn",
    "no triplet possible, and the game goes on",
    "a quiet game that goes on",
    "a shared rank",
}
NUMMERUS = {
    "no pawn on any line",
    "an exchange",
    "an exchange after the last pawn",
    "the last token used",
    "nobody has a loose pawn",
    "a choice between two series",
    "a tie broken by a later series",
    "a shared rank",
    "no series at all",
    "a series put away in solitaire",
    "empty-board",
}
CORNERS = {"titus": TITUS, "janus": JANUS, "nummerus": NUMMERUS}


def titus_corners(game: Any, seat: int, before: dict[str, Any], move: str) -> list[str]:
    word = move.split()[0]
    me = game.players[seat]
    corners = []
    if game.taken > 3:
        corners.append("a fourth coin in one turn")
    if word == "join" and before["taken"] == 3 and not before["unlimited"]:
        corners.append("a third coin grouped, and the taking is over")
    over_now = game.seat != seat or game.taking_is_over()
    if word == "score" and before["taken"] >= 3 and before["may take"] and over_now:
        corners.append("a turn without limit ended by scoring")
    if word == "draw" and game.taken > 3 and alone_by_points_only(game):
        corners.append("alone with the fewest points, not cards")
    emptied = any(not card.series for player in game.players for card in player.point_cards)
    if emptied:
        corners.append("an emptied series counts at the end" if game.over else "an emptied series")
    if not game.stack:
        corners.append("no point cards left")
        if any(len(group) >= 4 for group in me.reserve):
            corners.append("a group of four stays for want of a point card")
    if before["last"]:
        names = {"place": "placed", "join": "joined", "swap": "exchanged"}
        corners.append(f"the last coin {names[word]}" if word in names else "a free action after the last coin")
    if game.over:
        scores, ranks = game.result().values()
        if len(set(ranks)) > len(set(scores)):
            corners.append("a tie broken by coins")
    return corners


def alone_by_points_only(game: Any) -> bool:
    """T13: fewer points than everybody else, but not fewer cards."""
    cards = [len(player.point_cards) for player in (game.me, *game.others)]
    points = [sum(card.value for card in player.point_cards) for player in (game.me, *game.others)]
    return points[0] < min(points[1:]) and not cards[0] < min(cards[1:])


def titus_before(game: Any) -> dict[str, Any]:
    unlimited = game.alone_with_the_fewest()
    may_take = game.hand is None and not game.taking_is_over()
    return {"taken": game.taken, "unlimited": unlimited, "may take": may_take, "last": not game.pile}


def janus_corners(game: Any, seat: int, before: dict[str, Any], move: str) -> list[str]:
    word = move.split()[0]
    corners = []
    steps = (game.seat - seat) % len(game.hands)
    passed = steps if game.over else max(0, steps - 1)
    corners += ["a seat passed over"] if passed >= 1 else []
    corners += ["two seats passed over in a row"] if passed >= 2 else []
    if not game.over and not game.done:
        corners += [f"a hand of {len(game.hand)}"]
    if before["pile only"] and before["done"] == 1 and word == "draw":
        corners.append("a second card from the pile only")
    if not game.pile:
        corners.append("an empty pile")
    if word == "discard" and before["pile"] == 0:
        corners.append("a discard onto an empty pile")
    if game.triplets[seat] > before["triplets"]:
        corners.append("a triplet by the second card" if before["done"] else "a triplet by the first card")
        corners += ["a triplet and a card that stays"] if game.hands[seat] else []
        corners += ["a triplet laid by ending the turn"] if word == "end" else []
        corners += ["four alike"] if game.hands[seat] and game.hands[seat][0].front == before["kept"] else []
        corners += ["a triplet without the second card"] if before["kept"] and game.hands[seat] else []
    if game.ending == "no-triplet-possible" and (game.pile or any(game.hands)):
        corners.append("cards left when no triplet is possible")
    if not game.over and game.options["ending"] == "agreed":
        corners += [] if game.triplet_is_possible() else ["no triplet possible, and the game goes on"]
        corners += ["a quiet game that goes on"] if game.turns_without_triplet > 12 * len(game.hands) else []
    if not game.over and game.seat == seat and triplet_kept(game):
        corners.append("a triplet kept for a second card")
    if word == "close" and before["done"]:
        corners.append("closed in the middle of a turn")
    return [corner for corner in corners if corner in JANUS]


def triplet_kept(game: Any) -> str | None:
    """J11: the symbol of a triplet in the hand of the seat to move, kept until its drawing is over."""
    fronts = Counter(card.front for card in game.hand)
    return next((symbol for symbol, cards in fronts.items() if cards >= 3), None)


def janus_before(game: Any) -> dict[str, Any]:
    return {
        "kept": triplet_kept(game),
        "done": len(game.done),
        "pile only": game.pile_only,
        "pile": len(game.pile),
        "triplets": game.triplets[game.seat],
    }


def nummerus_corners(game: Any, seat: int, before: dict[str, Any], move: str) -> list[str]:
    word = move.split()[0]
    corners = []
    if word == "take" and before["legal"] > 8 and not game.solitaire:
        corners.append("no pawn on any line")
    if word == "trade":
        corners.append("an exchange")
        corners += ["an exchange after the last pawn"] if not game.board else []
        corners += ["the last token used"] if game.tokens[seat] == 0 else []
    if word == "take" and game.tokens[seat] and not game.may_trade and any(game.pawns[(seat + 1) % len(game.pawns)]):
        corners.append("nobody has a loose pawn")
    if " on " in move:
        corners.append("a choice between two series")
    if game.over:
        corners += nummerus_ending(game)
    return corners


def nummerus_ending(game: Any) -> list[str]:
    scores, ranks = game.result().values()
    if game.solitaire:
        put_away = any(len(series) >= 6 for series in game.solitaire_series)
        return ["a series put away in solitaire"] if put_away else []
    corners = ["a tie broken by a later series"] if len(set(ranks)) > len(set(scores)) else []
    return corners + (["no series at all"] if any(not series_of(pawns) for pawns in game.pawns) else [])


def nummerus_before(game: Any) -> dict[str, Any]:
    return {"legal": len(game.legal())}


BEFORE = {"titus": titus_before, "janus": janus_before, "nummerus": nummerus_before}
AFTER = {"titus": titus_corners, "janus": janus_corners, "nummerus": nummerus_corners}


def census(journey: Journey) -> Counter[str]:
    """How often this game came to each corner."""
    game = journey.oracle()
    observation: Counter[str] = Counter()
    for move in journey.choices(game):
        seat, before = game.seat, BEFORE[journey.game](game)
        game.play(move)
        observation.update(AFTER[journey.game](game, seat, before, move))
    ranks = game.result()["ranks"]
    observation.update([game.ending] + (["a shared rank"] if len(set(ranks)) < len(ranks) else []))
    return observation

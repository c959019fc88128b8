"""Exercises over HTTP: the position first, the answer only after a move."""

from __future__ import annotations

from rectoverso.games import game_named
from rectoverso.games.exercise import exercises
from tests.server.site import Site


def test_a_position_is_told_and_a_move_is_answered(site: Site) -> None:
    anna, collection = site.guest("Anna"), exercises(game_named("titus"))
    info = next(game for game in anna.get("/api/site")["games"] if game["name"] == "titus")
    assert info["exercises"] == len(collection)
    assert anna.get("/api/exercises/titus") == {"grades": [one.grade for one in collection]}

    position, exercise = anna.get("/api/exercises/titus/1"), collection[0]
    assert set(position["legal"]) == set(exercise.wins)
    assert (position["number"], position["grade"], position["at"]) == (1, exercise.grade, len(exercise.moves))
    assert not {"deal", "moves", "wins", "best", "reason"} & set(position)

    best, second, *_, last = exercise.wins
    right = anna.post("/api/exercises/titus/1", {"move": best})
    assert right["right"]
    assert right["best"] == right["chosen"] == {"move": best, "win": exercise.wins[best]}
    wrong = anna.post("/api/exercises/titus/1", {"move": last, "lang": "de"})
    assert not wrong["right"]
    assert wrong["chosen"] == {"move": last, "win": exercise.wins[last]}
    assert wrong["second"] == {"move": second, "win": exercise.wins[second]}
    assert right["reason"]
    assert wrong["reason"] not in ("", right["reason"])  # the same, in German


def test_what_there_is_not_is_refused(site: Site) -> None:
    anna, number = site.guest("Anna"), len(exercises(game_named("janus"))) + 1
    for path in ("nummerus", "nummerus/1", f"janus/{number}", "chess"):
        assert anna.refused("GET", f"/api/exercises/{path}") == "not-found"
    assert anna.refused("POST", "/api/exercises/janus/1", {"move": "swap #99"}) == "illegal-move"

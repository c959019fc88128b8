"""The lobby, and my games."""

from __future__ import annotations

from tests.server.site import Site, deal, until


def test_the_lobby_shows_public_tables_and_their_open_chairs(site: Site) -> None:
    host = site.guest("Hanna")
    table = host.open("janus", "me", "open", "bot", public=True)
    [shown] = [one for one in host.get("/api/lobby")["waiting"] if one["table"] == table]
    assert (shown["names"], shown["levels"], shown["open"]) == (["Hanna", None, None], [None, None, "novice"], [2])
    joined = site.guest().post(f"/api/tables/{table}/join", {})
    assert joined["chair"] == 2
    until(lambda: table in [one["table"] for one in host.get("/api/lobby")["playing"]])
    assert site.guest().refused("POST", f"/api/tables/{table}/join", {}) == "not-now"
    private = host.open("janus", "me", "person", "bot")
    lobby = host.get("/api/lobby")
    assert private not in [one["table"] for one in lobby["waiting"] + lobby["playing"]]


def test_my_games_bring_me_back(site: Site) -> None:
    guest = site.guest()
    tables = [guest.open("nummerus", "me"), guest.open("titus", "me", "person")]
    mine = guest.get("/api/tables")["tables"]
    assert {one["table"] for one in mine} == set(tables)
    window = guest.window(tables[0])
    deal(window)
    [solitaire] = [one for one in guest.get("/api/tables")["tables"] if one["table"] == tables[0]]
    assert solitaire["my_turn"]
    assert site.guest().get("/api/tables") == {"tables": []}


def test_my_games_say_how_each_round_ended_by_chair(site: Site) -> None:
    anna = site.guest("Anna")
    table = anna.open("nummerus", "me", "bot", random_seats=False, first_chair=2)
    window = anna.window(table)
    deal(window)
    window.ask("resign")
    window.until(lambda message: message.get("what") == "over")
    [mine] = anna.get("/api/tables")["tables"]
    [played] = mine["played"]
    assert (mine["ranks"], played["ranks"], played["round"]) == ([2, 1], [2, 1], 1)
    assert mine["result"]["ranks"] == [1, 2]

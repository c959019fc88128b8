"""The art: well-formed, legible in both themes, and showing nothing that it is not asked to show."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from typing import get_args

import pytest

from rectoverso import art
from rectoverso.games.janus import drawing as janus
from rectoverso.games.janus.material import LETTERS as SYMBOLS
from rectoverso.games.nummerus import drawing as nummerus
from rectoverso.games.nummerus.material import ROWS
from rectoverso.games.titus import drawing as titus
from tests.repository.tree import ROOT

THEMES: tuple[art.Theme, ...] = get_args(art.Theme)
TEXT, SHAPE = 4.5, 3.0
"""The contrast that WCAG AA asks of text, and of shapes that carry meaning."""
COVERS = {f"cover of {path.parent.name}": path.read_text("utf-8") for path in ROOT.glob("web/src/games/*/cover.svg")}
PICTURES = COVERS | {name: art.picture(name) for name in ("logo", "icon")}


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        *((ink, ground, TEXT) for ink in ("ink", "muted", "accent", "good", "warn") for ground in ("page", "surface")),
        ("ink", "table", TEXT),
        ("muted", "table", TEXT),
        ("accent_ink", "accent", TEXT),
        ("coin_ink", "coin", TEXT),
        ("verso_ink", "verso", TEXT),
        ("point_ink", "point", TEXT),
        ("unknown_ink", "unknown", TEXT),
        ("token_ink", "token", TEXT),
        ("power_star", "power", TEXT),
        ("focus", "page", SHAPE),
        ("focus", "table", SHAPE),
        ("edge", "page", SHAPE),
        *((f"trace_{number}", ground, SHAPE) for number in range(1, 6) for ground in ("surface", "table")),
        ("coin", "coin_edge", SHAPE),
        ("verso", "verso_edge", SHAPE),
    ],
)
def test_the_palette_has_the_contrast_of_wcag_aa(theme: art.Theme, ink: str, ground: str, least: float) -> None:
    assert contrast(art.colour(ink, theme), art.colour(ground, theme)) >= least


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_and_symbols_stand_out_from_their_piece(theme: art.Theme) -> None:
    coins, pawns = (drawing.PIECES.art["colours"] for drawing in (titus, nummerus))
    assert (len(coins), len(pawns)) == (19, 48)
    for body in pawns:
        assert contrast(body, art.colour("pawn_ink", theme)) >= TEXT
    for letter, ink in janus.PIECES.art["colours"].items():
        for card in ("card", "card_outer"):
            assert contrast(ink, art.colour(card, theme)) >= SHAPE, f"{letter} on {card}"


def test_both_themes_name_the_same_colours() -> None:
    assert art.palette()["light"].keys() == art.palette()["dark"].keys()


@pytest.mark.parametrize("theme", THEMES)
def test_every_piece_is_well_formed_and_fully_painted(theme: art.Theme) -> None:
    pieces = [
        *(titus.draw_coin(n, theme=theme) for n in range(1, 20)),
        titus.draw_coin(8, 9, theme=theme),
        titus.draw_coin(8, known=True, theme=theme),
        *(titus.draw_point_card(n, theme=theme) for n in range(7, 19)),
        *(janus.draw_card(s, outer=o, theme=theme) for s in SYMBOLS for o in (False, True)),
        janus.draw_card(None, theme=theme),
        *(nummerus.draw_pawn(n, theme=theme) for n in range(1, 49)),
        nummerus.draw_power(theme=theme),
        nummerus.draw_token(theme=theme),
        *(nummerus.draw_board(name, theme=theme) for name in ("classic", "square")),
    ]
    for piece in pieces:
        svg = art.page(piece, 100, 140, title="a & b")
        ET.fromstring(svg)
        assert not re.search(r"[${}]", svg)
    assert len(set(pieces)) == len(pieces)


def test_the_eleven_symbols_differ_in_shape_not_only_in_colour() -> None:
    assert list(janus.PIECES.art["symbols"]) == list(SYMBOLS)
    drawn = {letter: janus.draw_symbol(letter, ink="#000000") for letter in SYMBOLS}
    for one, other in combinations(SYMBOLS, 2):
        assert drawn[one] != drawn[other]


def test_t5_a_coin_with_an_unknown_back_shows_a_question_mark_and_nothing_else() -> None:
    assert ">?<" in titus.draw_coin(8, known=True)
    assert "?" not in titus.draw_coin(8)
    assert titus.draw_coin(8, 9) != titus.draw_coin(8, 10)


def test_six_and_nine_are_underlined_and_no_other_number() -> None:
    underlined = [n for n in range(1, 49) if "underline" in nummerus.draw_pawn(n)]
    assert underlined == [6, 9]


def test_n2_the_classic_board_has_nine_centred_rows_on_a_grid_seven_wide() -> None:
    plan = nummerus.plan_of("classic", cell=10, margin=0)
    assert (plan.width, plan.height) == (70, 90)
    assert len(plan.centres) == 49
    rows = [[x for x, y in plan.centres if y == line * 10 + 5] for line in range(9)]
    assert [len(row) for row in rows] == [3, 5, 7, 7, 5, 7, 7, 5, 3]
    for row in rows:
        assert row == sorted(row)
        assert row[0] + row[-1] == 70
        assert all(x % 10 == 5 for x in row)


def test_n2_the_square_board_is_seven_by_seven() -> None:
    plan = nummerus.plan_of("square", cell=10, margin=0)
    assert plan.centres == tuple((column * 10 + 5, line * 10 + 5) for line in range(7) for column in range(7))


def test_n2_the_page_draws_the_boards_that_the_rules_play_on() -> None:
    assert {name: tuple(rows) for name, rows in nummerus.PIECES.art["boards"].items()} == {
        name: tuple(rows) for name, rows in ROWS.items()
    }


@pytest.mark.parametrize("name", PICTURES)
def test_finished_pictures_are_small_safe_and_named(name: str) -> None:
    """No script, nothing fetched from elsewhere: they pass a strict content policy."""
    svg = PICTURES[name]
    root = ET.fromstring(svg)
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    assert len(svg) < 8_000
    assert not re.search(r"<script|<style|href|http(?!://www\.w3\.org/2000/svg)| on\w+=", svg)
    box = [float(part) for part in root.attrib["viewBox"].split()]
    assert box[2] / box[3] == (1.5 if name in COVERS else 1)


def test_ids_differ_between_pictures_so_that_one_page_can_show_them_all() -> None:
    ids = [found for svg in PICTURES.values() for found in re.findall(r'id="([^"]+)"', svg)]
    assert len(ids) == len(set(ids))


def test_a_title_is_escaped() -> None:
    assert "<title>a &lt;b&gt; &amp; c</title>" in art.page("", 1, 1, title="a <b> & c")

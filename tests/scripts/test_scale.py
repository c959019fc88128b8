"""The model of docs/scale.md: what the page says is what the model computes, and it grows as it should."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from types import ModuleType

import pytest

from tests.repository.tree import ROOT


@pytest.fixture(scope="module")
def model() -> ModuleType:
    spec = importlib.util.spec_from_file_location("scale_model", ROOT / "benchmarks/scale_model.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["scale_model"] = module  # where its dataclasses look for their types
    spec.loader.exec_module(module)
    return module


def test_the_page_shows_what_the_model_computes(model: ModuleType) -> None:
    sizes = [model.size(players, model.read_costs(), model.Habits()) for players in model.SCALES]
    assert model.table(sizes) in (ROOT / "docs/scale.md").read_text("utf-8")


def test_costs_grow_with_the_players(model: ModuleType) -> None:
    costs, habits = model.read_costs(), model.Habits()
    small, large = model.size(1_000, costs, habits), model.size(1_000_000, costs, habits)
    for field in ("games_a_day", "cpu_seconds_a_day", "database_gb_a_year", "sent_gb_a_day", "sockets_at_peak"):
        assert getattr(large, field) == pytest.approx(1000 * getattr(small, field))
    assert (small.processes, large.processes) == (1, 10)


def test_a_game_between_two_people_needs_two_sockets_and_no_bot(model: ModuleType) -> None:
    costs, habits = model.read_costs(), replace(model.Habits(), with_bots=0.0)
    found = model.size(86_400, costs, habits)
    assert found.bot_cores == 0
    assert found.games_a_day == 86_400
    assert found.sockets_at_peak == pytest.approx(2 * found.tables_at_peak)
    assert found.tables_at_peak == pytest.approx(12 * 60 * 3)

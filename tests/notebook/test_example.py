"""The example notebook runs from its first cell to its last, in a real kernel, and is kept without outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.repository.tree import ROOT

NOTEBOOK = ROOT / "examples" / "notebook.ipynb"


def cells() -> list[Any]:
    kept: list[Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return kept


def test_it_is_kept_without_outputs() -> None:
    for cell in cells():
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_it_runs_and_shows_pictures_an_animation_odds_and_a_table_to_play_at(tmp_path: Path) -> None:
    for module in ("ipykernel", "ipywidgets", "nbclient"):
        pytest.importorskip(
            module, reason="needs the extras notebook and test: pip install 'rectoverso[notebook,test]'"
        )
    import nbclient
    import nbformat

    book = nbformat.read(NOTEBOOK, as_version=4)
    client = nbclient.NotebookClient(
        book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    shown = [
        output["data"] for cell in book.cells if cell.cell_type == "code" for output in cell.outputs if "data" in output
    ]
    kinds = [set(data) for data in shown]
    assert any("image/svg+xml" in kind for kind in kinds)
    assert any("<iframe srcdoc" in data.get("text/html", "") for data in shown)
    assert any("<table" in data.get("text/html", "") for data in shown)
    assert any("application/vnd.jupyter.widget-view+json" in kind for kind in kinds)

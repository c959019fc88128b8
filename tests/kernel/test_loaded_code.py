"""What has been loaded runs without what it was compiled from."""

from __future__ import annotations

import pytest

import rectoverso
from rectoverso.kernel.jit import COMPILED
from rectoverso.kernel.loaded_code import forget_llvm_code


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_game_is_played_on_without_llvms_code() -> None:
    game = rectoverso.new("nummerus", 2, seed="ab" * 32)
    game.play(game.legal[0])
    assert forget_llvm_code() > 0
    assert forget_llvm_code() == 0
    while game.turn is not None:
        game.play(game.legal[0])
    assert game.result is not None

"""The implementations that every rule test judges: the naive oracle and the product."""

from __future__ import annotations

import pytest

from tests.games.driver import ORACLE, PRODUCT, Implementation


@pytest.fixture(params=[ORACLE, PRODUCT], ids=repr)
def implementation(request: pytest.FixtureRequest) -> Implementation:
    chosen: Implementation = request.param
    return chosen

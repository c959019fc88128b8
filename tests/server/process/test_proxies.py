"""Which proxies are trusted to tell the address of a client."""

from __future__ import annotations

import pytest

from rectoverso.errors import BadInput
from rectoverso.server.process.proxies import Proxies


@pytest.mark.parametrize(
    ("words", "address", "trusted"),
    [
        (["127.0.0.1"], "127.0.0.1", True),
        (["127.0.0.1"], "127.0.0.2", False),
        (["10.0.0.0/8", "::1"], "10.1.2.3", True),
        (["10.0.0.0/8", "2001:db8::1"], "2001:db8::/64", True),
        (["2001:db8::1"], "2001:db8:0:1::/64", False),
        (["10.0.0.0/8"], "local", False),
        (["*"], "local", True),
        ([], "127.0.0.1", False),
    ],
)
def test_addresses_and_networks_are_trusted(words: list[str], address: str, trusted: bool) -> None:
    assert (address in Proxies(words)) == trusted


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(BadInput, match="'proxy' is not an address"):
        Proxies(["proxy"])

"""Names and addresses that the host has blocked. The database has them; each process of the server reads them again."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Literal

from ...errors import BadInput, Refused, shown
from ...table.player_names import skeleton
from .rate_limits import limited_address

Kind = Literal["name", "address"]
Block = tuple[Kind, str]

_WIDEST = {4: 8, 6: 16}
"""The shortest prefix of a network that can be blocked, by IP version: nobody blocks everybody by mistake."""


class Blocks:
    """What is blocked now."""

    def __init__(self) -> None:
        self._blocked: frozenset[Block] = frozenset()
        self._skeletons: frozenset[str] = frozenset()
        self._addresses: frozenset[str] = frozenset()
        self._networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []

    def update(self, blocks: Iterable[Block]) -> bool:
        """Replace them; returns whether anything has changed."""
        blocked = frozenset(blocks)
        if blocked == self._blocked:
            return False
        self._blocked = blocked
        self._skeletons = frozenset(skeleton(value) for kind, value in blocked if kind == "name")
        self._addresses = frozenset(value for kind, value in blocked if kind == "address")
        self._networks = [ipaddress.ip_network(value) for value in self._addresses if "/" in value]
        return True

    def has_name(self, name: str | None) -> bool:
        """Whether this name, or one that looks like it, is blocked."""
        return name is not None and bool(self._skeletons) and skeleton(name) in self._skeletons

    def check_name(self, name: str | None) -> None:
        """Refuse a name that is blocked."""
        if self.has_name(name):
            raise Refused("blocked")

    def has_address(self, address: str) -> bool:
        """Whether an address, as limits count it, is blocked, or lies in a blocked network."""
        if address in self._addresses:
            return True
        if not self._networks:
            return False
        try:
            network = ipaddress.ip_network(address)
        except ValueError:  # not an address, for example the name of a local socket
            return False
        return any(network.version == blocked.version and network.overlaps(blocked) for blocked in self._networks)


def read_name(text: str) -> str:
    """A name to be blocked, with single spaces."""
    name = " ".join(text.split())
    if not skeleton(name) or len(name) > 200:
        raise BadInput(
            f"--name: {shown(text)} is not a name; a name has a letter or a digit, and at most 200 characters"
        )
    return name


def read_address(text: str) -> str:
    """An address or a network to be blocked, as limits count addresses: one of IPv6 stands for its network."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise BadInput(
            f"--address: {shown(text)} is neither an address nor a network; write 203.0.113.7 or 203.0.113.0/24"
        ) from None
    if network.is_loopback:
        raise BadInput("--address: this machine itself cannot be blocked; is RECTOVERSO_PROXIES right?")
    if network.prefixlen < (widest := _WIDEST[network.version]):
        raise BadInput(f"--address: {shown(text)} is too wide; a network has a prefix of at least {widest} bits")
    single = network.prefixlen == network.max_prefixlen
    return limited_address(str(network.network_address)) if single else str(network)

"""The proxies in front of the server, which tell the addresses of its clients."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from ...errors import BadInput

ANY = "*"


class Proxies:
    """Trusted addresses and networks; `*` trusts everybody."""

    def __init__(self, words: Iterable[str]) -> None:
        self._any = False
        self._networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []
        for word in words:
            if word == ANY:
                self._any = True
                continue
            try:
                self._networks.append(ipaddress.ip_network(word))
            except ValueError:
                raise BadInput(f"RECTOVERSO_PROXIES: {word!r} is not an address or a network") from None

    def __contains__(self, address: str) -> bool:
        """Whether connections from this address, or from its /64 network, come through a proxy."""
        if self._any:
            return True
        try:
            network = ipaddress.ip_network(address)
        except ValueError:
            return False
        return any(network.version == trusted.version and network.overlaps(trusted) for trusted in self._networks)

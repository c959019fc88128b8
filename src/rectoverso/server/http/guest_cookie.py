"""The cookie by which a guest is known: how it is called, read, renewed and removed."""

from __future__ import annotations

from collections.abc import Mapping

from litestar.datastructures import Cookie

from ..process.auth import Guest, TokenSigner
from ..process.settings import Settings

NAME = "rectoverso"
HOST_NAME = "__Host-rectoverso"
"""Over https: browsers take a cookie of this name only from this very host, by https and for all paths."""
VALID_S = 365 * 24 * 3600


def guest_in(cookies: Mapping[str, str], signer: TokenSigner, settings: Settings) -> Guest | None:
    """Who sent these cookies. Over https a cookie of the old name counts where there is none of the new one."""
    cookie = cookies.get(HOST_NAME) if settings.secure else None
    return signer.guest(cookie if cookie is not None else cookies.get(NAME))


def renewed(guest: Guest, cookies: Mapping[str, str], signer: TokenSigner, settings: Settings) -> list[Cookie]:
    """The cookie of this guest; over https it takes the place of one of the old name."""
    cookie = _cookie(HOST_NAME if settings.secure else NAME, signer.cookie(guest), VALID_S, settings)
    return [cookie, _cookie(NAME, "", 0, settings)] if settings.secure and NAME in cookies else [cookie]


def removed(cookies: Mapping[str, str], settings: Settings) -> list[Cookie]:
    """No cookie any more."""
    return [_cookie(name, "", 0, settings) for name in (HOST_NAME, NAME) if name in cookies]


def _cookie(name: str, value: str, valid_s: int, settings: Settings) -> Cookie:
    return Cookie(name, value=value, max_age=valid_s, httponly=True, samesite="lax", secure=settings.secure, path="/")

"""Security: signed cookies and links, allowed hosts and origins, security headers.

Links and cookies are signed, not stored: a signature by the server's key proves that we gave it
out, and for what. What must be stored (recovery links, bots' tokens) is stored hashed.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import secrets
from collections.abc import Iterable
from urllib.parse import urlsplit

COOKIE = "watergate"
COOKIE_SECONDS = 400 * 86_400
CSRF_HEADER = "X-CSRF-Token"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Keys:
    """Signs what the server gives out, each purpose with a signature of its own."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def sign(self, purpose: str, *parts: str) -> str:
        message = "\0".join((purpose, *parts)).encode()
        digest = hmac.digest(self._secret, message, "sha256")[:20]
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    def is_signed(self, signature: str, purpose: str, *parts: str) -> bool:
        """Whether we signed this; takes as long for any wrong signature."""
        return hmac.compare_digest(signature.encode(), self.sign(purpose, *parts).encode())

    # What is signed

    def cookie(self, person: str) -> str:
        return f"{person}.{self.sign('person', person)}"

    def person_of(self, cookie: str | None) -> str | None:
        """The person a cookie was given to; None if it is not one of ours."""
        person, _, signature = (cookie or "").partition(".")
        return person if person and self.is_signed(signature, "person", person) else None

    def csrf(self, person: str) -> str:
        return self.sign("csrf", person)

    def seat_code(self, game: str, side: str) -> str:
        return self.sign("seat", game, side)

    def watch_code(self, game: str) -> str:
        return self.sign("watch", game)


def new_person() -> str:
    return secrets.token_hex(10)


def new_game() -> str:
    return secrets.token_hex(8)


def new_token(prefix: str) -> str:
    """A secret to be shown once and kept as its hash."""
    return f"{prefix}_{secrets.token_urlsafe(30)}"


def hashed(token: str) -> str:
    """How a secret is kept: it is random and long, so a plain hash hides it."""
    return hashlib.sha256(token.encode()).hexdigest()


class Doors:
    """Allow-list: which hosts and origins may be used to reach this server.

    Besides the configured ones: loopback names, and addresses as numbers. Other names could be
    somebody else's page that has its name lead here (DNS rebinding).
    """

    def __init__(self, url: str | None, origins: Iterable[str]) -> None:
        self._origins = {origin.rstrip("/") for origin in (*origins, *([url] if url else []))}
        self._hosts = {urlsplit(origin).hostname for origin in self._origins}

    def lets_host(self, host_header: str) -> bool:
        try:
            name = urlsplit(f"//{host_header}").hostname or ""
        except ValueError:
            return False
        if name == "localhost" or name.endswith(".localhost") or name in self._hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def lets_origin(self, origin: str | None, host_header: str) -> bool:
        """Whether a page of this origin may use us; no origin means that no page asks."""
        if origin is None or origin in self._origins:
            return True
        try:
            return urlsplit(origin).netloc == host_header
        except ValueError:
            return False

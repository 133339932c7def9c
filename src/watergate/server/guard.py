"""Middleware around every HTTP request: which hosts, how much, how often, and security headers.

Plain ASGI, around the whole application. Nothing that goes wrong inside is told to the client but
that something did.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import metrics
from .house import House
from .problems import Problem
from .security import HEADERS

log = logging.getLogger(__name__)

UNLIMITED = ("/healthz", "/readyz", "/metrics")
"""Asked by whoever watches over the server."""


class Guard:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500
        has_begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal status, has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            receive = self._check(scope, receive)
            house: House = scope["app"].state.house
            if not await house.peers.passes_on(scope, receive, send_guarded):
                await self._app(scope, receive, send_guarded)
        except Problem as problem:
            await problem_response(problem)(scope, receive, send_guarded)
        except Exception as error:
            house = scope["app"].state.house
            told = house.failed(error, "a request failed", route=_route(scope))
            if not has_begun:
                await problem_response(told)(scope, receive, send_guarded)
        finally:
            _note(scope, status, time.perf_counter() - began)

    def _check(self, scope: Scope, receive: Receive) -> Receive:
        house: House = scope["app"].state.house
        headers = Headers(scope=scope)
        if scope["path"] not in UNLIMITED:
            if not house.doors.lets_host(headers.get("host", "")):
                raise Problem("bad_origin")
            if house.peers.is_peer(scope["headers"]):  # which has counted this
                scope["client"] = headers.get("x-forwarded-for", "?"), 0
            else:
                house.address_requests.take((scope.get("client") or ("?",))[0])
        limit = house.settings.body_limit
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > limit:
            raise Problem("too_large", most=limit)
        return _limited(receive, limit)


def _limited(receive: Receive, limit: int) -> Receive:
    """Read no more than that, whatever the request says of its length."""
    left = limit

    async def receive_limited() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:  # FastAPI takes anything else for a body that cannot be read
            raise HTTPException(413, str(limit))
        return message

    return receive_limited


def problem_response(problem: Problem) -> JSONResponse:
    """How a problem is told over HTTP."""
    metrics.REFUSED.labels(problem.code).inc()
    headers = {} if problem.retry_after is None else {"Retry-After": str(problem.retry_after)}
    body: dict[str, Any] = {
        "code": problem.code, "message": str(problem), "params": problem.params,
        "retry_after": problem.retry_after,
    }  # fmt: skip
    return JSONResponse({"problem": body}, problem.status, headers)


def _route(scope: Scope) -> str:
    """The pattern of a path: ids and codes stay out of logs and metrics."""
    return getattr(scope.get("route"), "path", "page")


def _note(scope: Scope, status: int, seconds: float) -> None:
    route = _route(scope)
    metrics.REQUESTS.labels(route, str(status)).inc()
    log.debug(
        "request",
        extra={"method": scope["method"], "route": route, "status": status,
               "ms": round(seconds * 1000, 1)},
    )  # fmt: skip

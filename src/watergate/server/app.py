"""The application: routes, the guard around them, and what lives as long as the server runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import WebSocketRoute

from watergate import __version__
from watergate.rules import WatergateError

from . import api
from .api import operation
from .api.socket import live
from .guard import Guard, problem_response
from .house import House, build_house
from .page import page
from .problems import Problem, problem_of
from .settings import Settings

ABOUT = "Play Watergate over the network. Unofficial. `docs/api.md` explains it step by step."


def make_app(settings: Settings, house: House | None = None) -> FastAPI:
    """The application. Its house is built when it starts, unless one is given."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        built = getattr(app.state, "house", None) or house or await build_house(settings)
        app.state.house = built
        await built.open()
        try:
            yield
        finally:
            await built.close()

    app = FastAPI(
        title="Watergate",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses={"4XX": {"description": "A problem: its code, message and parameters."}},
    )
    app.include_router(operation.router)
    app.include_router(api.router)
    app.router.routes.append(WebSocketRoute("/api/live", live))
    app.router.routes.append(page())
    app.add_middleware(Guard)
    app.add_exception_handler(WatergateError, _problem)
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(HTTPException, _http_problem)
    return app


def _problem(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, WatergateError)
    return problem_response(problem_of(error, "request"))


def _bad_request(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first: Any = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return problem_response(Problem("bad_request", where=where, what=str(first["msg"])))


def _http_problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 413:
        return problem_response(Problem("too_large", most=int(error.detail)))
    code = {404: "not_found", 405: "no_method"}.get(error.status_code, "bad_request")
    what = "page" if code == "not_found" else error.detail
    response = problem_response(Problem(code, where="request", what=what))
    response.headers.update(error.headers or {})
    return response

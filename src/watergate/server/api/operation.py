"""Health checks and metrics, for whoever runs the server."""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from .. import metrics
from ..problems import Problem
from .identity import TheHouse, comes_from_here

router = APIRouter(tags=["operation"])


@router.get("/healthz")
async def is_alive() -> dict[str, str]:
    """Whether the process answers."""
    return {"status": "alive"}


@router.get("/readyz")
async def is_ready(house: TheHouse) -> dict[str, str]:
    """Whether games can be played: the database answers."""
    if not house.is_open:
        raise Problem("starting", retry_after=1)
    try:
        await house.store.ping()
    except Exception as error:
        raise house.failed(error, "the database failed") from None
    return {"status": "ready"}


@router.get("/metrics", response_class=Response)
async def show_metrics(request: Request, house: TheHouse) -> Response:
    """Totals for Prometheus; for this machine, or with the token of the settings."""
    if not _may_read(request, house.settings.metrics_token):
        raise Problem("not_allowed")
    metrics.TABLES.set(len(house.live_games.registry))
    metrics.QUEUE.set(await house.store.count_jobs())
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def _may_read(request: Request, token: str | None) -> bool:
    if token is not None:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), token.encode())
    return comes_from_here(request)

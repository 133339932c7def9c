"""API: HTTP routes, one file a subject, and the WebSocket. `docs/api.md` explains it to clients."""

from fastapi import APIRouter

from . import bots, games, learn, operation, people, review

router = APIRouter(prefix="/api")
for part in (people, games, review, bots, learn):
    router.include_router(part.router)

__all__ = ["operation", "router"]

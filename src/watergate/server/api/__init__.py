"""API: HTTP routes, one file a subject, and the WebSocket. `docs/api.md` explains it to clients."""

from fastapi import APIRouter

from . import bots, exercises, games, learn, network, operation, people, review, workshop

router = APIRouter(prefix="/api")
for part in (people, games, review, bots, learn, exercises, workshop, network):
    router.include_router(part.router)

__all__ = ["operation", "router"]

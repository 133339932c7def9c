"""Static files: the built page, from the package; any path of its own leads to its start."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from .problems import Problem
from .security import COOKIE

BUILT = Path(__file__).resolve().parents[1] / "page"
START = BUILT / "index.html"
GAME = "[a-z0-9]{6,40}"
ADDRESS = re.compile(
    rf"""|(recover|settings|guide)(/.*)?
    |learn(/((rules|cards|people|timeline|exercises)(/.*)?)?)?
    |(game|watch|replay)/{GAME}(/.*)?
    |join/{GAME}/(editor|nixon)(/.*)?
    |exercise/[1-9][0-9]{{0,5}}
    |workshop(/([0-9a-f]{{8,40}})?)?""",
    re.VERBOSE,
)
"""The addresses of the page, as `routes.ts` reads them; at others it says that nothing is there."""
FOREVER = "public, max-age=31536000, immutable"
FIRST_SIGHT = "</table.webp>; rel=preload; as=image; fetchpriority=high"
"""The picture that who is new sees on the front page, to be asked for together with the script."""
NOT_BUILT = "The page has not been built here: run `make page`. The API is at /api.\n"


def page() -> Route:
    """The route of the page. Its files are sent compressed: they hold no secrets, as answers do."""
    return Route(
        "/{path:path}", _serve, methods=["GET", "HEAD"], middleware=[Middleware(GZipMiddleware)]
    )


async def _serve(request: Request) -> Response:
    path = request.path_params["path"]
    if path.startswith("api/"):
        raise Problem("not_found", what="page")
    file = _file(path)
    if file is None:
        return PlainTextResponse(NOT_BUILT, 503)
    cache = FOREVER if path.startswith("assets/") else "no-cache"
    headers = {"Cache-Control": cache}
    if not path and COOKIE not in request.cookies:
        headers["Link"] = FIRST_SIGHT
    is_known = file != START or ADDRESS.fullmatch(path)
    return FileResponse(file, 200 if is_known else 404, headers=headers)


def _file(path: str) -> Path | None:
    """The file of a path; the page itself where there is none, as its own paths have no files."""
    try:
        wanted = (BUILT / path).resolve()
        if path and wanted.is_relative_to(BUILT) and wanted.is_file():
            return wanted
    except (OSError, ValueError):  # no name that a file could have
        raise Problem("not_found", what="page") from None
    if Path(path).suffix[1:2].isalpha() and START.is_file():  # /learn/rules/4.7 is a page
        raise Problem("not_found", what="page")
    return START if START.is_file() else None

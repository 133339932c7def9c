"""HTTP as the bench speaks it: it shares the machine with the server, so its own work is small."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any


def _head(first: str, headers: Mapping[str, str]) -> bytes:
    lines = [first, *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode()


async def ask(
    host: str, port: int, method: str, path: str, headers: Mapping[str, str], body: Any = None
) -> tuple[Any, dict[str, str]]:
    """An HTTP request on a connection of its own: the answer's JSON and its headers."""
    content = b"" if body is None else json.dumps(body).encode()
    asked = {
        "Host": f"{host}:{port}", "Connection": "close", "Content-Type": "application/json",
        "Content-Length": str(len(content)), **headers,
    }  # fmt: skip
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(_head(f"{method} {path} HTTP/1.1", asked) + content)
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    first, *lines = head.decode().split("\r\n")
    if first.split(" ")[1][0] != "2":
        raise ConnectionError(f"{method} {path}: {first}: {answer[:200].decode()}")
    return json.loads(answer), {
        name.lower(): value for name, _, value in (line.partition(": ") for line in lines)
    }

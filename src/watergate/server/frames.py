"""WebSocket frames (RFC 6455, 5.2): fast reading and writing of short text messages.

What clients say is read here as long as each piece holds whole frames. Everything that is not a
whole text in one frame is left to `websockets`, which knows all that is allowed and what is not.
What a server of ours says is always whole texts, and control frames.
"""

from __future__ import annotations

import struct

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
"""Begin a frame that holds a text, all of it, and makes use of no extension; or a control frame."""
MASKED = 0x80
IN_TWO, IN_EIGHT = 126, 127
"""In the place of a length that is told in so many bytes behind."""
MASK = 4
"""Bytes that what a client says is mixed with."""

_NO_MASK = bytes(MASK)
"""Changes nothing: between programs of ours there is no browser to protect."""
_IN_TWO, _IN_EIGHT = struct.Struct("!BBH"), struct.Struct("!BBQ")


def text_frame(text: bytes) -> bytes:
    """A frame that holds a text of ours."""
    length = len(text)
    if length < IN_TWO:
        return bytes((TEXT, length)) + text
    if length < 1 << 16:
        return _IN_TWO.pack(TEXT, IN_TWO, length) + text
    return _IN_EIGHT.pack(TEXT, IN_EIGHT, length) + text


def client_frame(head: int, payload: bytes) -> bytes:
    """A frame that we send as a client."""
    length = len(payload)
    if length < IN_TWO:
        start = bytes((head, MASKED | length))
    elif length < 1 << 16:
        start = _IN_TWO.pack(head, MASKED | IN_TWO, length)
    else:
        start = _IN_EIGHT.pack(head, MASKED | IN_EIGHT, length)
    return start + _NO_MASK + payload


def take_frames(heard: bytearray) -> list[tuple[int, bytes]]:
    """What a server of ours has said: the first byte of each whole frame, and what it holds.

    They are taken away from what was heard; the beginning of another stays.
    """
    frames, at = [], 0
    while len(heard) >= at + 2:
        length, start = heard[at + 1], at + 2
        if length >= IN_TWO:
            start += 2 if length == IN_TWO else 8
            length = int.from_bytes(heard[at + 2 : start], "big")
        if len(heard) < start + length:
            break
        frames.append((heard[at], bytes(heard[start : start + length])))
        at = start + length
    del heard[:at]
    return frames


def whole_frames(data: bytes) -> list[tuple[int, bytes]] | None:
    """What a client has sent, if it is nothing but whole frames, none of them very long: the first
    byte of each and what it holds."""
    frames, at = [], 0
    while at < len(data):
        if len(data) < at + 2 or data[at + 1] < MASKED:
            return None
        head, length, start = data[at], data[at + 1] - MASKED, at + 2
        if length == IN_EIGHT:
            return None
        if length == IN_TWO:
            length, start = int.from_bytes(data[start : start + 2], "big"), start + 2
        at = start + MASK + length
        if len(data) < at:
            return None
        frames.append((head, _unmasked(data[start + MASK : at], data[start : start + MASK])))
    return frames


def _unmasked(data: bytes, mask: bytes) -> bytes:
    length = len(data)
    masks = (mask * (length // MASK + 1))[:length]
    return (int.from_bytes(data, "big") ^ int.from_bytes(masks, "big")).to_bytes(length, "big")

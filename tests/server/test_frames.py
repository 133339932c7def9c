"""Frames that are read and written without `websockets` are as it reads and writes them."""

from __future__ import annotations

import itertools
import random

import pytest
from websockets.frames import Frame, Opcode

from watergate.server.frames import text_frame, whole_frames

LENGTHS = (0, 1, 3, 4, 5, 125, 126, 127, 4096, 65_535)
RNG = random.Random(1972)


@pytest.mark.parametrize("length", [*LENGTHS, 65_536, 70_000])
def test_what_we_say_is_written_as_the_library_does(length: int) -> None:
    text = RNG.randbytes(length)
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY, Opcode.CONT])
@pytest.mark.parametrize("fin", [True, False])
def test_what_clients_say_is_read_back(length: int, opcode: Opcode, fin: bool) -> None:
    said = RNG.randbytes(length)
    data = Frame(opcode, said, fin).serialize(mask=True)
    assert whole_frames(data) == [(data[0], said)]
    assert whole_frames(data + data) == [(data[0], said)] * 2
    assert (data[0] == 0x81) == (opcode is Opcode.TEXT and fin)


def test_what_is_no_whole_frame_is_not_read() -> None:
    frames = [Frame(Opcode.TEXT, b"x" * length).serialize(mask=True) for length in (0, 7, 126)]
    data = b"".join(frames)
    ends = {0, *itertools.accumulate(map(len, frames))}
    for end in range(len(data)):
        assert (whole_frames(data[:end]) is not None) == (end in ends)
    assert whole_frames(Frame(Opcode.TEXT, b"unmasked").serialize(mask=False)) is None
    assert whole_frames(Frame(Opcode.TEXT, b"x" * 65_536).serialize(mask=True)) is None

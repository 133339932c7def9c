"""`watergate bot`: a built-in player as a program that speaks the bot protocol.

`session.py` knows the words, `serving.py` the streams and threads. The other end of the line, a
program as a player, is `players/external.py`; the words of both are explained in
`docs/bot-protocol.md`.
"""

from .serving import serve
from .session import BotSettings

__all__ = ["BotSettings", "serve"]

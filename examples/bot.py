"""A whole bot for Watergate in plain Python: copy it, and write a better `worth`.

    watergate arena "cmd:python3 examples/bot.py" random

It speaks the protocol of docs/bot-protocol.md, looks at its legal moves one by one, and has a plan:
as the Editor to lead threads to two informants who live close together, as Nixon to block them.
"""

import json
import sys

WAY = ["inner1", "spoke1", "rim1", "rim2"]  # from Nixon to the two informants
INFORMANTS = [26, 27, 5, 6]  # the cards that recruit these two, and those that silence them
LIKED = ["pin", "react", "choose", "ask", "play"]  # what to do rather than anything else


def notation(move):
    """A move as text: `play 24 value`, `choose momentum`, `choose blue*@E2`."""
    token = "@".join(part for part in (move["token"], move["at"]) if part)
    words = [move["verb"], move["card"], move["part"], move["target"], token]
    return " ".join(str(word) for word in words if word)


def worth(move, view):
    """How much a move promises; of several that promise most, the first is made."""
    is_nixon = view["viewer"] == "nixon"
    wanted = "action" if is_nixon or move["card"] in INFORMANTS else "value"
    return (
        move["verb"] in LIKED,
        move["target"] in WAY,
        is_nixon and move["target"] == "momentum",  # five of them win; the Editor needs evidence
        move["part"] == wanted,
        move["card"] in INFORMANTS,
        steps(move["at"], view["viewer"]),
    )


def steps(place, viewer):
    """How far evidence has come on my half of the track, which is E1 to E5 or N1 to N5."""
    if place in (None, "0", "facedown"):
        return 0
    return int(place[1]) if place[0] == viewer[0].upper() else -int(place[1])


def say(line):
    """Flushed at once, or nobody would hear it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


view = None
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "protocol":
        say("id name Example\nprotocol 1")
    elif word == "isready":
        say("readyok")
    elif word == "position":
        view = json.loads(rest)
    elif word == "go":
        best = max(view["decision"]["moves"], key=lambda move: worth(move, view))
        say(f"bestmove {notation(best)}")
    elif word == "quit":
        break

"""A whole bot for Watergate in plain Python: copy it, and write a better `worth`.

Try it: watergate arena "cmd:python3 examples/bot.py" random
"""

import json
import sys

WAY = ["inner1", "spoke1", "rim1", "rim2"]  # of evidence, from Nixon to two informants
CARDS = [26, 27, 5, 6]  # those that recruit these two, and those that silence them


def worth(move, view):
    """How much a move promises; of several that promise most, the first is made."""
    likes_momentum = view["viewer"] == "nixon"  # five of them win; the Editor needs evidence
    part = "action" if likes_momentum or move["card"] in CARDS else "value"
    is_goal = move["target"] in WAY or (likes_momentum and move["target"] == "momentum")
    return move["verb"] != "pass", is_goal, move["part"] == part, move["card"] in CARDS


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "protocol":
        print("id name Example\nprotocol 1", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        view = json.loads(rest)
    elif word == "go":
        best = max(view["decision"]["moves"], key=lambda move: worth(move, view))
        print(f"bestmove {best['text']}", flush=True)
    elif word == "quit":
        break

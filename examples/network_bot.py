"""A bot that plays all games of whoever gave it a token, and begins one if an opponent is named.

WATERGATE_TOKEN=wgb_... python3 examples/network_bot.py http://127.0.0.1:1974 level:2
"""

import json
import os
import random
import sys
import threading
from urllib.request import HTTPError, Request, urlopen

URL, HEADERS = sys.argv[1], {"Authorization": f"Bearer {os.environ['WATERGATE_TOKEN']}"}


def post(path, **body):
    """Ask for something to be done."""
    json_headers = HEADERS | {"Content-Type": "application/json"}
    urlopen(Request(URL + path, json.dumps(body).encode(), json_headers)).close()


def lines(path):
    """The messages of a stream; its empty lines only say that it is alive."""
    with urlopen(Request(URL + path, headers=HEADERS)) as stream:
        yield from (json.loads(line) for line in stream if line.strip())


def choose(view):
    """My move, from all that my side may know. Write a better one!"""
    return random.choice(view["decision"]["moves"])["text"]


def play(path, known):
    """Follow a game to its end, and decide whenever it is my turn."""
    for message in lines(f"{path}/stream"):
        known |= message  # `table` tells everything, `update` and `status` what has changed
        view, number = known["view"], known["number"]
        if known["status"]["state"] == "running" and (view["decision"] or {}).get("moves"):
            try:  # the same key twice would be one move, not two
                post(f"{path}/moves", number=number, move=choose(view), key=f"move-{number}")
            except HTTPError as error:  # such as: the game has gone on without me
                print(path, error.read().decode(), file=sys.stderr)
    print(path, known["status"]["ending"], flush=True)


for opponent in sys.argv[2:]:
    post("/api/games", editor="me", nixon=opponent)
games = {None}
for game in (event.get("game") for event in lines("/api/events")):
    if game not in games:
        threading.Thread(target=play, args=[f"/api/games/{game}", {}], daemon=True).start()
    games.add(game)

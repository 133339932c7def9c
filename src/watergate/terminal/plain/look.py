"""The situation of a game in lines of words: what the commands `look`, `track`, `board`... tell.

Everything here is a function of a view, so nothing can be told that its viewer may not see.
"""

from __future__ import annotations

from collections.abc import Sequence

from watergate.edition import Side
from watergate.rules import View, WayToWin, ways_to_win

from .words import SpokenWords


def whole(view: View, words: SpokenWords) -> list[str]:
    """Everything, and at the end what is asked."""
    asked = [] if view.decision is None else [words.message(view.decision.prompt)]
    return [
        *brief(view, words),
        *track(view, words),
        *momentum(view, words),
        *board(view, words),
        *hand(view, words),
        *counts(view, words),
        *asked,
    ]


def brief(view: View, words: SpokenWords) -> list[str]:
    """The round, the initiative, and what is going on just now."""
    lines = [words.say("round", number=view.round), words.say(f"initiative_{view.initiative}")]
    if view.events_silent:
        lines.append(words.say("events_silent"))
    cards = view.chain or view.in_play
    if cards:
        lines.append(words.say("in_play", text=words.cards(cards)))
    if view.drawn:
        lines.append(words.say("drawn", card=words.card_name(view.drawn)))
    return lines


def track(view: View, words: SpokenWords) -> list[str]:
    """Token by token."""
    lines = [
        words.say("track_title"),
        words.say("initiative_token", at=words.place(view.initiative_at)),
        words.say("momentum_token", at=words.place(view.momentum_at)),
    ]
    down = view.facedown
    lines += [
        words.say("track_token", token=words.token(token.token), at=words.place(token.at))
        for token in view.track
    ]
    if down.tokens is not None:
        lines += [words.say("track_down_token", token=words.token(name)) for name in down.tokens]
    elif down.count:
        lines.append(words.say("track_down", number=down.count))
    if not view.track and not down.count:
        lines.append(words.say("track_no_evidence"))
    if down.absent and down.count:
        lines.append(words.say("track_absent", color=words.colors(down.absent)))
    if down.answered_no:
        lines.append(words.say("track_no", color=words.colors(down.answered_no)))
    return lines


def momentum(view: View, words: SpokenWords) -> list[str]:
    """The two momentum cards and the supply."""
    have = view.editor.momentum
    lines = [words.say("momentum_editor", number=have)]
    for ability in words.edition.abilities:
        if ability.space > have:
            name, text = words.ability(ability), words.card_text(ability)
            lines.append(words.say("momentum_next", number=ability.space, ability=name, text=text))
            break
    lines.append(words.say("momentum_nixon", number=view.nixon.momentum))
    lines.append(words.say("momentum_supply", number=view.momentum_supply))
    return lines


# The board


def board(view: View, words: SpokenWords) -> list[str]:
    """The spaces that hold something, the pictures, and how far the Editor is from a win."""
    lines = [words.say("board_title")]
    lines += [space(pinned.space, view, words) for pinned in view.board]
    if not view.board:
        lines.append(words.say("board_empty"))
    people = view.pictures
    named = {"recruited": people.recruited, "silenced": people.silenced, "supply": people.supply,
             "connected": people.connected}  # fmt: skip
    lines += [words.say(key, text=words.pictures(names)) for key, names in named.items() if names]
    return lines + way_to_win(view, words)


def every_space(view: View, words: SpokenWords) -> list[str]:
    return [line for one in words.edition.spaces for line in around(one.name, view, words)]


def around(name: str, view: View, words: SpokenWords) -> list[str]:
    """A space and what its threads lead to."""
    next_to = words.neighbours(name)
    return [space(name, view, words), words.say("space_neighbours", text=next_to)]


def space(name: str, view: View, words: SpokenWords) -> str:
    color = words.space_color(name)
    for pinned in view.board:
        if pinned.space == name:
            key = "board_linked" if name in view.connected_spaces else "board_space"
            face = words.face(pinned.face_up)
            token = words.token(pinned.token)
            return words.say(key, space=words.space(name), color=color, token=token, text=face)
    return words.say("space_empty", space=words.space(name), color=color)


def way_to_win(view: View, words: SpokenWords) -> list[str]:
    ways = ways_to_win(view, words.edition)
    return _way(ways[0], words) if ways else [words.say("no_way")]


def _way(way: WayToWin, words: SpokenWords) -> list[str]:
    lines = [words.say("way", number=way.distance)]
    people = words.pictures(way.informants)
    lines.append(words.say("way_informants", text=people))
    if way.recruit:
        lines.append(words.say("way_recruit", text=words.pictures(way.recruit)))
    if way.needed:
        needed = (words.part("way_space", space=words.space(name), color=words.space_color(name))
                  for name in way.needed)  # fmt: skip
        lines.append(words.say("way_needed", text=words.listed(needed)))
    return lines


# Cards


def hand(view: View, words: SpokenWords) -> list[str]:
    """The viewer's cards, each with value, colour and text; nobody's for a spectator."""
    side = view.viewer.side
    if side is None:
        return []
    own = view.player(side)
    lines = [words.say("hand_title", number=own.hand_count)] if own.hand else []
    lines += [line for number in own.hand or [] for line in words.card(number)]
    if not own.hand:
        lines.append(words.say("hand_empty"))
    if own.known_in_hand:
        lines.append(words.say("known_yours", text=words.cards(own.known_in_hand)))
    return lines


def counts(view: View, words: SpokenWords) -> list[str]:
    lines = []
    for side in Side:
        player = view.player(side)
        lines.append(
            words.say(
                f"counts_{side}", hand=player.hand_count, deck=player.deck_count,
                discard=len(player.discard), removed=len(player.removed),
            )
        )  # fmt: skip
        if player.known_in_hand and view.viewer.side is not side:
            lines.append(words.say(f"known_{side}", text=words.cards(player.known_in_hand)))
    lines.append(words.say("bag", number=view.bag_count))
    return lines


def piles(view: View, words: SpokenWords) -> list[str]:
    """The open piles, and what can be worked out from them (RULES 9.2)."""
    lines = [words.say("piles_title")]
    for side in Side:
        player = view.player(side)
        lines.append(words.say(f"discard_{side}", text=words.cards(player.discard)))
        lines.append(words.say(f"removed_{side}", text=words.cards(player.removed)))
        key = "deck_yours" if view.viewer.side is side else f"unseen_{side}"
        lines.append(words.say(key, text=words.cards(player.unseen)))
    unseen = [words.part("unseen_token", number=count, token=words.token(name))
              for name, count in view.unseen_tokens.items()]  # fmt: skip
    return [*lines, words.say("unseen_tokens", text=words.listed(unseen))]


# The end


def end(view: View, words: SpokenWords) -> Sequence[str]:
    """Who has won, and why."""
    assert view.result is not None
    way = view.result.way
    lines = [words.say("end", number=view.round)]
    values = {}
    if way == "connection":
        values = {"text": words.pictures(view.pictures.connected),
                  "spaces": words.listed(map(words.space, view.connected_spaces))}  # fmt: skip
    return [*lines, words.say(f"end_{way}", **values), *momentum(view, words)]

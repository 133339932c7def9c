"""A toy edition whose values are known: who plays an action first wins.

Every space joins Nixon to all informants, and any card of the Editor's pins two informants and a
token: that wins at once. But each needs Woods, and any card of Nixon's takes her away. With a
single momentum token Nixon wins when the first round ends.

The Editor is first to play, so the Editor's chance is 1. Against an Editor who plays at random, and
so every second time a value first, the best that Nixon can do is to win every second game; at
random Nixon wins one of three.
"""

from __future__ import annotations

from pathlib import Path

from watergate.edition import Edition, load_edition, standard_edition
from watergate.edition.model import Side

WINS = "require woods\\nrequire dean\\npin woods\\npin dean\\ndraw evidence, pin"
BARS = "require woods\\npin woods"


def toy_edition(folder: Path) -> Edition:
    """Write the edition into a folder, and load it."""
    standard = standard_edition()
    colors = [color.name for color in standard.colors]
    informants = [informant.name for informant in standard.informants]
    spaces = [(f"{color}{n}", color) for color in colors for n in range(2)]
    ends = ["nixon", *informants]
    threads = ", ".join(f'["{end}", "{space}"]' for space, _ in spaces for end in ends)
    lines = [
        'extends = "standard"', 'name = "toy"', 'title.en = "A toy"', 'replace = ["space"]',
        "momentum_tokens = 1", f"threads = [{threads}]",
    ]  # fmt: skip
    for n, (space, color) in enumerate(spaces):
        lines += ["[[space]]", f'name = "{space}"', f'color = "{color}"',
                  "radius = 1.0", f"angle = {60 * n}"]  # fmt: skip
    for card in standard.cards:
        script, text = (WINS, "Wins.") if card.side is Side.EDITOR else (BARS, "Bars.")
        lines += ["[[card]]", f"number = {card.number}", 'kind = "event"',
                  f'script = "{script}"', f'text.en = "{text}"']  # fmt: skip
    path = folder / "toy.toml"
    path.write_text("\n".join(lines) + "\n")
    return load_edition(path)

"""The parts of players that are compiled; `entries.py` is the door to them."""

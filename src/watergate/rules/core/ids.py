"""The fixed integer ids of moves: one block a kind of move, in every edition alike.

    0    pass                          456  choose facedown, initiative, momentum
    64   play CARD value               464  choose TOKEN face up: 16 * place + kind
    128  play CARD action              608  choose TOKEN face down: kind
    192  discard CARD                  624  pin SPACE
    256  react CARD                    656  choose SPACE
    320  reuse CARD                    688  choose PICTURE
    384  remove CARD                   704  draw CARD           (chance, from here on)
    448  ask COLOR                     768  lose CARD
                                       832  draw TOKEN
                                       848  reveal TOKEN

Behind `pass`, 1 to 63 are free: a new verb of a card takes them as 0 + CARD. The networks that
ship know the moves below `draw`, so none of these may change its number.

`moves.py` gives each id its typed move and text.
"""

PASS = 0
PLAY_VALUE, PLAY_ACTION, DISCARD_UNUSED, REACT_WITH, REUSE_CARD, REMOVE_CARD = range(64, 448, 64)
ASK_COLOR = 448
CHOOSE_FACEDOWN, CHOOSE_INITIATIVE, CHOOSE_MOMENTUM = 456, 457, 458
CHOOSE_UP, CHOOSE_DOWN = 464, 608
PIN_AT, CHOOSE_SPACE, CHOOSE_PICTURE = 624, 656, 688
CHANCE_MOVES = 704
CARD_DRAWN, CARD_LOST, TOKEN_DRAWN, TOKEN_REVEALED = 704, 768, 832, 848
MOVES = 864
MOST_LEGAL = 256
"""Room for the legal moves of any decision."""

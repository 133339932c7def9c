"""For learners: the rules page as data, a card's script in words, and finding things by name.

Nothing here shows anything; the command line does, and a page can.
"""

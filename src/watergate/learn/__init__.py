"""Reference for learners: the rules as data, card scripts in words, lookup by name.

Nothing here shows anything; the command line does, and a page can.
"""

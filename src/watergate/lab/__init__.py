"""Many games: simulations, arenas, reports, and training of the evaluation network.

What is here works and returns values; it shows nothing and asks nobody. The command line (`cli`)
does that. Nothing below the lab knows of it.
"""

"""Many games: simulations, their statistics, and measurements of the engine's speed.

What is here works and returns values; it shows nothing and asks nobody. The command line (`cli`)
does that. Nothing below the lab knows of it.
"""

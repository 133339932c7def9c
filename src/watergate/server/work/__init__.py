"""What takes time, in other processes: the computer's moves, hints, win-probability curves.

`jobs.py` says what a job is, `thinking.py` does one, `worker.py` is the process that leases them
from the database, `workforce.py` starts workers and replaces those that die.
"""

"""Worker processes, for what takes time: the computer's moves, hints, win-probability curves.

`thinking.py` does a job, `worker.py` is the process that leases them
from the database, `workforce.py` starts workers and replaces those that die.
"""

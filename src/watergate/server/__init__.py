"""Games over the network: tables, storage, the HTTP and WebSocket API, workers, operation.

    settings.py   what a host can choose          tables/    a game between two seats: pure, no I/O
    app.py        puts all of it together          storage/   what must not be lost: the database
    hall.py       the live tables of a process     api/       what can be asked over HTTP
    lookout.py    what no bell has told            work/      computer players in other processes
    live.py       the WebSocket

Whatever leaves for somebody goes through that somebody's view; `messages.py` holds the closed types
of everything that is said.
"""

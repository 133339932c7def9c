"""Games over the network: an HTTP and WebSocket API over services, live tables and a database.

    api/        HTTP routes and the WebSocket: translate requests, and nothing else
    services/   what people can ask for, and whether they may: people, games, play, chat, jobs
    live/       tables in memory; an act is drafted, stored, folded, published
    tables/     the domain logic of a game between two seats: pure, no I/O
    storage/    repositories: what must not be lost
    model/      the plain values that all of them know: acts, seats, options, states
    work/       worker processes: computer players, hints, curves

    requests.py, messages.py   the closed types of what comes in and goes out
    notifications.py           how processes tell each other where to look
    house.py, app.py           the container, and the application around it

Each room uses those below it only; a test holds that. Everything sent to a client is derived from
that client's view.
"""

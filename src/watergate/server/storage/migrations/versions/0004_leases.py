"""Which server process has which game; games are found by who made them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("alive_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
    )
    op.create_table(
        "leases",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("process", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_leases_game")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_leases")),
    )
    op.create_index(op.f("ix_leases_process"), "leases", ["process"])
    op.create_index(op.f("ix_games_creator"), "games", ["creator"])
    op.drop_column("seats", "seen_at")  # who is there is known where the game is

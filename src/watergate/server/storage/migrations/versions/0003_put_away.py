"""Unfinished games that people have put away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "put_away",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_put_away_person")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_put_away_game")),
        sa.PrimaryKeyConstraint("person", "game", name=op.f("pk_put_away")),
    )

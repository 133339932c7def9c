"""Editions that people make, who keeps which, and how even they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "editions",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_editions")),
    )
    op.create_index(op.f("ix_editions_digest"), "editions", ["digest"])
    op.create_table(
        "shelves",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_shelves_person")),
        sa.ForeignKeyConstraint(["edition"], ["editions.key"], name=op.f("fk_shelves_edition")),
        sa.PrimaryKeyConstraint("person", "edition", name=op.f("pk_shelves")),
    )
    op.create_index(op.f("ix_shelves_edition"), "shelves", ["edition"])
    op.create_table(
        "weighings",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("counts", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_weighings")),
    )

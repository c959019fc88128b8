"""Guests who have deleted themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A mark for each, by which copies of their cookie are refused."""
    op.create_table(
        "deleted_guests",
        sa.Column("mark", sa.Text, primary_key=True),
        sa.Column("deleted", sa.BigInteger, nullable=False),
    )
    op.create_index("deleted_guests_deleted", "deleted_guests", ["deleted"])

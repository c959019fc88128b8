"""Several processes share a PostgreSQL database: who is alive, and who runs the bots and clocks of which table."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Processes and leases; on SQLite both stay empty."""
    op.create_table(
        "processes",
        sa.Column("process", sa.Text, primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("process", sa.Text, nullable=False),
    )

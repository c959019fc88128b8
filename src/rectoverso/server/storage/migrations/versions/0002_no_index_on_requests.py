"""Drop the index on requests: it doubled what a move writes, and the event numbers already rule out repeats."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop it."""
    op.drop_index("events_ref", "events")

"""Requests need no index: it doubled what a move costs on the disk, and kept off nothing that its number does not."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The numbers of the events are enough."""
    op.drop_index("events_ref", "events")

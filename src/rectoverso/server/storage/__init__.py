"""Storage: the event store, group commit, migrations, backup, and the lock that keeps a database to one server."""

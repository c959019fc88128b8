"""Storage: the event store, group commit, migrations, backup, and the lock that keeps one server to a database."""

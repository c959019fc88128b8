"""The server as a process: settings, logs, metrics, start and stop."""

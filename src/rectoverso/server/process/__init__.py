"""What all parts of the server share: settings, keys and cookies, limits, logs, metrics, compilation."""

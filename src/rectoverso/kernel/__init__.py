"""Compiled plumbing that knows no game."""

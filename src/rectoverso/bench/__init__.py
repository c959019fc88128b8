"""Benchmarks: each file measures one thing; the command line prints the results."""

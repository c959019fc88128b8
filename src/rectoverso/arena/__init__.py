"""Tournaments between bots: every deal from every seat, ratings with intervals, reports with plots."""

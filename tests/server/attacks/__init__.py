"""Attacks on a real server process while an honest player plays on."""

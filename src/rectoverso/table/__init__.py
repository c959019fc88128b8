"""One live table, pure: commands, decisions, events, clocks, votes, undo, the fair deal. Time and chance are arguments.

`decide` answers a command with events, `automatic` says which events are due without one, and `Table.evolve` applies
them. A table is the replay of its events.
"""

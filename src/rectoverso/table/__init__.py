"""One live table, pure: seats, events, clock, votes, undo, the fair deal. Time and luck come in as arguments.

`decide` and `progress` say what happens next, as events; `table.evolve` lets it happen. The whole state of a table is
the replay of its events.
"""

"""How fast things are: each file measures one thing and reads the clock; the command line prints it."""

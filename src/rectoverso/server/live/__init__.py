"""Live tables: connections, rooms, what each reader is told, and the workers that bots think in."""

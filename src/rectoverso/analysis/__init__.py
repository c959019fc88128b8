"""Looking back at a finished game: what each move was worth, and what was luck and what skill (docs/analysis.md)."""

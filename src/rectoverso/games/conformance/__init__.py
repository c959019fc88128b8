"""What every game must satisfy, whatever its rules: `rectoverso check-game` runs it, and so do the tests.

A check is a function whose docstring is the sentence it holds a game to. It plays games by chance and by the game's
rule of thumb, for every number of players and every option.
"""

from __future__ import annotations

from .check import Broken, Check, broken_by, sentence
from .facts import (
    facts_are_complete,
    rules_pages_are_there_in_every_language,
    the_generic_board_speaks_every_language,
)
from .fingerprint import fingerprint
from .knowledge import (
    encodings_tell_what_a_seat_knows,
    imagined_worlds_look_the_same,
    imagined_worlds_look_the_same_all_along,
    odds_are_odds,
    the_rule_of_thumb_is_legal,
    what_is_legal_is_public,
)
from .play import (
    a_vote_ends_the_game,
    every_legal_move_can_be_played,
    legal_lists_are_sound,
    results_are_rankings,
    setting_up_is_deterministic,
    what_is_not_legal_is_refused,
)
from .refusals import a_move_is_refused_exactly_if_it_is_not_legal
from .texts import (
    cards_are_written_and_read,
    moves_have_one_text_each,
    nonsense_is_no_move,
    records_tell_the_whole_game,
)
from .views import everything_is_said_in_every_language, pictures_are_drawn, views_are_json

__all__ = ["CHECKS", "Broken", "Check", "broken_by", "fingerprint", "sentence"]

CHECKS: tuple[Check, ...] = (
    facts_are_complete,
    rules_pages_are_there_in_every_language,
    moves_have_one_text_each,
    nonsense_is_no_move,
    cards_are_written_and_read,
    setting_up_is_deterministic,
    legal_lists_are_sound,
    every_legal_move_can_be_played,
    what_is_not_legal_is_refused,
    results_are_rankings,
    records_tell_the_whole_game,
    a_vote_ends_the_game,
    what_is_legal_is_public,
    imagined_worlds_look_the_same,
    imagined_worlds_look_the_same_all_along,
    encodings_tell_what_a_seat_knows,
    odds_are_odds,
    the_rule_of_thumb_is_legal,
    views_are_json,
    everything_is_said_in_every_language,
    pictures_are_drawn,
    the_generic_board_speaks_every_language,
    a_move_is_refused_exactly_if_it_is_not_legal,
)

"""What players read, in four languages: one catalogue for Python and for the page.

The texts are in ``catalogues/<language>.json``, in the inlang message format. Paraglide compiles them for the page;
Python uses ``say``:

>>> say("en", "player_points", count=1)
'1 point'

**Names of messages** are flat identifiers, ``area_subject_detail``, in lower case with underscores (Paraglide makes
each one a JavaScript function). The areas are

- ``<game>_…``: one game. ``<game>_told_<move>`` says what happened, ``<game>_move_<move>`` is the label of a button;
  ``<game>_told_<move>_faded`` is the same without faces, for older lines of the log (the setting ``memory``). A game
  from another package has its own catalogues (``add_game_catalogues``);
- ``game_… option_… level_… player_…``: names of games, options, levels, seats, with ``…_help`` where a sentence of
  explanation is needed; ``symbol_a`` to ``symbol_k``: the symbols on cards;
- ``page_…``: the page around the games; ``notebook_…``: tables in notebooks; ``refused_<code>``: refusals;
  ``reason_…``: reasons for advice; ``why_…``: why a move is not possible.

**Variants.** A text may depend on a value: ``count=one`` means the singular of the language, any other ``name=word``
means exactly that word. Readers see their own seat as the player ``@you`` (no name can contain ``@``): "You draw coin
8." The last variant is always the one for everything else.

Add or change a message in all languages at once; the files stay sorted, and several people can do so at the same time::

    python -m rectoverso.words add page_coins 'en={count} coins' 'en[count=one]={count} coin' 'fr=…' 'nl=…' 'de=…'
    python -m rectoverso.words merge NEW.json    # {"key": {"en": "text", "fr": {"count=one": "text", "*": "text"}, …}}
    python -m rectoverso.words remove KEY…
    python -m rectoverso.words check
"""

from __future__ import annotations

from .catalogues import LANGUAGES
from .checking import complaints, typeset
from .editing import stored_form
from .game_catalogues import add_game_catalogues
from .messages import WordsError
from .saying import YOU, has, inputs, keys, percent, say

__all__ = [
    "LANGUAGES",
    "YOU",
    "WordsError",
    "add_game_catalogues",
    "complaints",
    "has",
    "inputs",
    "keys",
    "percent",
    "say",
    "stored_form",
    "typeset",
]

"""`python -m rectoverso.words`."""

from __future__ import annotations

import sys

from .command_line import main

sys.exit(main(sys.argv[1:]))

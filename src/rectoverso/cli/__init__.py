"""The command line, one file a command. It starts quickly: each command loads what it needs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from ..errors import BadInput, Refused

BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code. Bad input ends in one sentence on standard error, never in a traceback."""
    try:
        from .app import run

        code = run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except (BadInput, Refused) as error:
        return complain(str(error))
    except BrokenPipeError:
        return _reader_has_gone()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return complain(f"{error.filename or 'input or output'}: {error.strerror or error}")
    except MemoryError:
        return complain("that needs more memory than there is")


def complain(message: str) -> int:
    """One sentence on standard error."""
    with suppress(OSError, ValueError):  # there may be nobody left to complain to
        print(f"rectoverso: {' '.join(message.split())}", file=sys.stderr, flush=True)
    return BAD_INPUT


def _reader_has_gone() -> int:
    """`rectoverso … | head`: nobody reads on, so the rest goes nowhere, also what Python flushes at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE

"""The command line, one file per command. It starts fast: each command imports what it needs."""

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
    """Run a command; the exit code. Bad input prints one sentence on standard error, never a traceback."""
    try:
        from .app import run

        code = run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except (BadInput, Refused) as error:
        return complain(str(error))
    except BrokenPipeError:
        return _discard_output()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return complain(f"{error.filename or 'input or output'}: {error.strerror or error}")
    except MemoryError:
        return complain("not enough memory")


def complain(message: str) -> int:
    """Print one sentence on standard error."""
    with suppress(OSError, ValueError):  # standard error may be closed
        print(f"rectoverso: {' '.join(message.split())}", file=sys.stderr, flush=True)
    return BAD_INPUT


def _discard_output() -> int:
    """`rectoverso … | head`: the reader has closed the pipe, so drop the rest, also what Python flushes at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE

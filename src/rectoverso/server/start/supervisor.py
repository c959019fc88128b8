"""Several server processes on one listening socket: started, started again when they die, and stopped together.

When one dies, the others are told at once; if that fails, they notice its silence.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time

from msgspec import Struct

from ..process.process_name import new_token, process_name
from ..storage.address_file import address_of
from ..storage.ended_process import say_that_it_ended

CHECK_EVERY_S = 0.1
SHORT_LIFE_S, FIRST_PAUSE_S, LONGEST_PAUSE_S = 5.0, 0.5, 10.0
"""A process that lived shorter than this is started again after a pause, each twice as long as the one before."""
STOP_TIMEOUT_S = 15.0
"""A process that has not stopped after this is killed."""


class _Worker(Struct):
    """One process, and when it is started again after it has died."""

    process: subprocess.Popen[bytes]
    token: str
    started_at: float
    pause_s: float = FIRST_PAUSE_S
    start_at: float | None = None


class Supervisor:
    """Keeps a number of processes running until it is told to stop. They end when it is killed."""

    def __init__(self, listening: socket.socket, workers: int, db: str) -> None:
        self._listening, self._db = listening, db
        self._ready, self._say_ready = os.pipe()
        self._alive, self._held_open = os.pipe()  # closes with this process, however that ends
        os.set_blocking(self._ready, False)
        self._stopping = threading.Event()
        self._workers = [self._started() for _ in range(workers)]
        self._announced = 0

    def run(self) -> None:
        """Run until a signal says otherwise."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._stopping.set())
        while not self._stopping.wait(CHECK_EVERY_S):
            self._announce()
            for worker in self._workers:
                self._keep_running(worker)
        self._stop()

    def _started(self) -> _Worker:
        inherited = (self._listening.fileno(), self._say_ready, self._alive)
        token = new_token()
        command = [sys.executable, "-m", "rectoverso.server.start.worker", token, *map(str, inherited)]
        return _Worker(subprocess.Popen(command, pass_fds=inherited), token, time.monotonic())

    def _announce(self) -> None:
        """Print the address once all processes answer."""
        if self._announced < len(self._workers):
            try:
                self._announced += len(os.read(self._ready, 64))
            except BlockingIOError:
                return
            if self._announced >= len(self._workers):
                print(f"Recto Verso is at {address_of(self._listening)}", file=sys.stderr, flush=True)

    def _keep_running(self, worker: _Worker) -> None:
        code, now = worker.process.poll(), time.monotonic()
        if code is None:
            return
        if worker.start_at is None:
            short = now - worker.started_at < SHORT_LIFE_S
            worker.pause_s = min(2 * worker.pause_s, LONGEST_PAUSE_S) if short else FIRST_PAUSE_S
            worker.start_at = now + (worker.pause_s if short else 0.0)
            print(f"A server process has ended ({code}); starting another", file=sys.stderr, flush=True)
            ended = process_name(worker.process.pid, worker.token)
            threading.Thread(target=say_that_it_ended, args=(self._db, ended), daemon=True).start()
        if now >= worker.start_at:
            fresh = self._started()
            worker.process, worker.token = fresh.process, fresh.token
            worker.started_at, worker.start_at = fresh.started_at, None

    def _stop(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        until = time.monotonic() + STOP_TIMEOUT_S
        for worker in self._workers:
            try:
                worker.process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                worker.process.kill()
                worker.process.wait()

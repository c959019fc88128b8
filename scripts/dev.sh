#!/usr/bin/env bash
# The server and the page side by side, both reloading on change; Ctrl-C ends both.
set -euo pipefail
cd "$(dirname "$0")/.."
# Each in a process group of its own, so that each is told to stop exactly once: uvicorn's reloader can hang on two signals.
set -m
.venv/bin/rectoverso serve --host 127.0.0.1 --port 8000 --reload &
server=$!
npm --prefix web run dev &
page=$!
trap 'kill "$server" 2>/dev/null; kill -- "-$page" 2>/dev/null; wait' EXIT
trap 'exit 130' INT TERM
wait

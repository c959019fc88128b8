#!/usr/bin/env bash
# Runs the server and the page, both reloading on change; Ctrl-C stops both.
set -euo pipefail
cd "$(dirname "$0")/.."
# Each has its own process group, so that each gets the stop signal exactly once: uvicorn's reloader can hang on two signals.
set -m
.venv/bin/rectoverso serve --host 127.0.0.1 --port 8000 --reload &
server=$!
npm --prefix web run dev &
page=$!
trap 'kill "$server" 2>/dev/null; kill -- "-$page" 2>/dev/null; wait' EXIT
trap 'exit 130' INT TERM
wait

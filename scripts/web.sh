#!/usr/bin/env bash
# One task of the page, by the name of its npm script: install, build, check, test, e2e, soak, speed, screenshots.
# Without a page in the tree there is nothing to do. Without Node the page cannot be built: playing in the terminal still works.
set -euo pipefail
cd "$(dirname "$0")/.."
task=$1
[ -f web/package.json ] || exit 0

needed=20
have=$(node --version 2>/dev/null | sed -E 's/^v([0-9]+).*/\1/' || true)
if [ -z "$have" ] || [ "$have" -lt "$needed" ]; then
  echo "The page needs Node $needed or newer (found: ${have:-none}). Install it, then run make again; 'rectoverso play GAME --terminal' works without." >&2
  exit 1
fi

case $task in
  install)
    echo "Installing what the page needs"
    if [ -f web/package-lock.json ]; then command=ci; else command=install; fi
    npm --prefix web "$command" --no-audit --no-fund --loglevel=error </dev/null ;;
  e2e | soak | speed | screenshots)
    if [ -z "${CHROMIUM:-}" ]; then
      echo "No Chromium on this machine: the page's $task cannot run. Install the chromium package, remove .venv/.chromium and run make again." >&2
      exit 1
    fi
    npm --prefix web run --if-present "$task" </dev/null ;;
  *) npm --prefix web run --if-present "$task" </dev/null ;;
esac

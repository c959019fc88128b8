#!/usr/bin/env bash
# Runs one task of the page, named like its npm script: install, build, check, test, e2e, soak, speed, screenshots.
# `install play` leaves out what only tests need. `e2e` and its like pass further arguments on to Playwright: scripts/web.sh e2e
# lessons -g 'by keyboard'. Without a page in the repository there is nothing to do. Without Node
# nothing is installed, and a page that was built before is used: in web/dist, or from a wheel in dist/.
set -euo pipefail
cd "$(dirname "$0")/.."
task=$1 purpose=${2:-dev}
[ -f web/package.json ] || exit 0

needed=20
have=$(node --version 2>/dev/null | sed -E 's/^v([0-9]+).*/\1/' || true)

page_built_before() {
  local wheel place
  if [ -f web/dist/index.html ]; then
    echo "Without Node $needed or newer the page cannot be built again; using the one in web/dist."
    return
  fi
  for wheel in dist/rectoverso-*.whl; do
    place=$(mktemp -d)
    if python3 -m zipfile -e "$wheel" "$place" 2>/dev/null && [ -f "$place/rectoverso/web/index.html" ]; then
      mv "$place/rectoverso/web" web/dist
      rm -r "$place"
      echo "Without Node $needed or newer the page cannot be built; using the one in $wheel."
      return
    fi
    rm -r "$place"
  done
  return 1
}

if [ -z "$have" ] || [ "$have" -lt "$needed" ]; then
  case $task in
    install) exit 0 ;;
    build) if page_built_before; then exit 0; fi ;;
  esac
  echo "Building the page needs Node $needed or newer (found: ${have:-none}). Install it and run make again; or install a wheel of Recto Verso, which contains the page (pipx install rectoverso-….whl); or play in the terminal: .venv/bin/rectoverso play GAME --terminal" >&2
  exit 1
fi

case $task in
  install)
    echo "Installing what the page needs"
    if [ -f web/package-lock.json ]; then command=ci; else command=install; fi
    if [ "$purpose" = play ]; then omit=--omit=dev; else omit=; fi
    # Packages are pinned, so those in npm's cache are up to date.
    npm --prefix web "$command" ${omit:+"$omit"} --no-audit --no-fund --loglevel=error --prefer-offline </dev/null
    touch web/node_modules/.installed-play "web/node_modules/.installed-$purpose" ;;
  e2e | soak | speed | screenshots)
    if [ -z "${CHROMIUM:-}" ] && [ -f .venv/.chromium ]; then
      CHROMIUM=$(cat .venv/.chromium)
      export CHROMIUM
    fi
    if [ -z "${CHROMIUM:-}" ]; then
      echo "No Chromium on this machine: the page's $task cannot run. Install the chromium package, remove .venv/.chromium and run make again." >&2
      exit 1
    fi
    npm --prefix web run --if-present "$task" -- "${@:2}" </dev/null ;;
  *) npm --prefix web run --if-present "$task" </dev/null ;;
esac

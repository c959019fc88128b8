#!/usr/bin/env bash
# Prints the path of a Chromium for the browser tests: the system's, else installed by apt (as root), else Playwright's download.
# If none can be found it prints nothing, and one line on standard error says what to do.
set -uo pipefail
cd "$(dirname "$0")/.."

on_the_system() {
  local name
  for name in ${CHROMIUM:-} chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" 2>/dev/null; then return 0; fi
  done
  return 1
}

by_apt() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  echo "Installing Chromium for the browser tests" >&2
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } </dev/null >/dev/null 2>&1 && on_the_system
}

by_playwright() {
  [ -x web/node_modules/.bin/playwright ] || return 1
  echo "Downloading Playwright's Chromium for the browser tests" >&2
  (cd web && timeout 600 node_modules/.bin/playwright install chromium) </dev/null >/dev/null 2>&1 || return 1
  (cd web && node --input-type=module -e "import { chromium } from '@playwright/test'; console.log(chromium.executablePath())")
}

on_the_system || by_apt || by_playwright ||
  echo "No Chromium for the browser tests: install the chromium package of your system (or set CHROMIUM=/path/to/it), then 'rm .venv/.chromium && make setup'." >&2
exit 0

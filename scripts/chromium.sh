#!/usr/bin/env bash
# Prints the path of a Chromium for the browser tests: the one that CHROMIUM names, else one on the system, first of all
# chromium-headless-shell, which needs two thirds of the processor time; else that one by apt (as root), else Playwright's.
# If none can be found it prints nothing, and one line on standard error says what to do.
set -uo pipefail
cd "$(dirname "$0")/.."

on_the_system() {
  local name
  for name in "$@"; do
    if command -v "$name" 2>/dev/null; then return 0; fi
  done
  return 1
}

by_apt() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  echo "Installing $1 for the browser tests" >&2
  export DEBIAN_FRONTEND=noninteractive
  { timeout 300 apt-get update -qq && apt-get install -y -qq --no-install-recommends "$1"; } </dev/null >/dev/null 2>&1 && on_the_system "$1"
}

by_playwright() {
  [ -x web/node_modules/.bin/playwright ] || return 1
  echo "Downloading Playwright's Chromium for the browser tests" >&2
  (cd web && timeout 600 node_modules/.bin/playwright install chromium) </dev/null >/dev/null 2>&1 || return 1
  (cd web && node --input-type=module -e "import { chromium } from '@playwright/test'; console.log(chromium.executablePath())")
}

on_the_system ${CHROMIUM:-} chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable ||
  by_apt chromium-headless-shell || by_apt chromium || by_playwright ||
  echo "No Chromium for the browser tests: install the chromium package of your system (or set CHROMIUM=/path/to/it), then 'rm .venv/.chromium && make setup'." >&2
exit 0

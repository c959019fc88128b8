#!/usr/bin/env bash
# Repeats every browser test while another program keeps all cores busy: what passes here depends neither on luck nor on
# the speed of the machine. Four tests run at a time: each is slower still, and all of them together take less time.
# Argument: how often, 20 if there is none; further arguments go to Playwright (a file, -g NAME).
set -euo pipefail
cd "$(dirname "$0")/.."
times=${1:-20}
case $times in '' | *[!0-9]* | 0) echo "how often? a number from 1, not '$times'" >&2; exit 2 ;; esac
[ $# -eq 0 ] || shift
if [ -z "${CHROMIUM:-}" ]; then
  CHROMIUM=$(scripts/chromium.sh)
  export CHROMIUM
fi

cd web
export BROWSER_TESTS_AT_A_TIME=${BROWSER_TESTS_AT_A_TIME:-4}
../scripts/keep-busy.sh npx playwright test --project=e2e --repeat-each="$times" "$@" </dev/null

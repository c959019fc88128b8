#!/usr/bin/env bash
# Runs `make test` several times in a row in a clean clone, some of them while another program keeps all cores busy.
# Argument: a word for each run, `quiet` or `busy`; without any: quiet busy quiet busy quiet. The first run also installs
# and compiles everything. Stops at the first failure; what a run printed is in build/tests-in-a-row.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- quiet busy quiet busy quiet
for how in "$@"; do
  case $how in quiet | busy) ;; *) echo "a run is quiet or busy, not '$how'" >&2; exit 2 ;; esac
done
output=$PWD/build/tests-in-a-row
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
rm -rf "$output" && mkdir -p "$output"
git clone --quiet --no-hardlinks . "$place/clone"
export RECTOVERSO_CACHE=$place/cache
echo "make test, $# times in a row, in a clean clone of $(git rev-parse --short HEAD)"
run=0
for how in "$@"; do
  run=$((run + 1))
  if [ "$how" = busy ]; then beside=("$PWD/scripts/keep-busy.sh"); else beside=(env); fi
  begun=$SECONDS
  if (cd "$place/clone" && "${beside[@]}" make test) >"$output/$run.txt" 2>&1; then
    echo "run $run, $how: passed after $((SECONDS - begun)) s"
  else
    cp -r "$place/clone/build" "$place/clone/web/test-results" "$output" 2>/dev/null || true
    echo "run $run, $how: FAILED after $((SECONDS - begun)) s; see $output/$run.txt"
    exit 1
  fi
done

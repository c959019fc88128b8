#!/usr/bin/env bash
# Runs a command while another program keeps every core busy: scripts/keep-busy.sh COMMAND [ARGUMENT …]
set -euo pipefail
[ $# -gt 0 ] || { echo "which command? scripts/keep-busy.sh COMMAND [ARGUMENT …]" >&2; exit 2; }
busy=()
stop() { kill "${busy[@]}" 2>/dev/null || true; }
trap stop EXIT
for _ in $(seq "$(getconf _NPROCESSORS_ONLN)"); do
  python3 -c 'while True: pass' &
  busy+=($!)
done
"$@"

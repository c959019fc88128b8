#!/usr/bin/env bash
# Looks for known vulnerabilities in all packages that we install: pip-audit for requirements/dev.txt and docs.txt, npm
# audit for the page. Exit code 0: none is known; 1: some are, and are listed; 3: a source could not be reached, so nobody knows.
set -uo pipefail
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
result=0

found() { echo "$1: known vulnerabilities, see above" >&2; result=1; }
unreachable() {
  echo "$1: NOT CHECKED, its source of vulnerabilities could not be reached" >&2
  tail -n 3 "$2" >&2
  if [ "$result" = 0 ]; then result=3; fi
}

audit_python() {
  if ! { .venv/bin/python -m venv "$place/venv" && "$place/venv/bin/python" -m pip install -qq pip-audit; } \
    >"$place/pip.log" 2>&1 </dev/null; then
    unreachable "Python packages" "$place/pip.log"
    return
  fi
  local purpose
  for purpose in dev docs; do
    "$place/venv/bin/pip-audit" --require-hashes --disable-pip --progress-spinner off --timeout 20 \
      --format json -r "requirements/$purpose.txt" >"$place/pip.json" 2>"$place/pip.log" </dev/null
    case $("$place/venv/bin/python" scripts/audit_summary.py pip "$place/pip.json") in
      clean) echo "Python packages ($purpose): no known vulnerability" ;;
      found) found "Python packages ($purpose)" ;;
      *) unreachable "Python packages ($purpose)" "$place/pip.log" ;;
    esac
  done
}

audit_page() {
  [ -f web/package-lock.json ] || return 0
  npm --prefix web audit --json >"$place/npm.json" 2>"$place/npm.log" </dev/null
  case $(.venv/bin/python scripts/audit_summary.py npm "$place/npm.json") in
    clean) echo "Packages of the page: no known vulnerability" ;;
    found) found "Packages of the page" ;;
    *) unreachable "Packages of the page" "$place/npm.log" ;;
  esac
}

audit_python
audit_page
exit "$result"

#!/usr/bin/env bash
# Lists the source files of the page, one per line: if one is newer than the built page, `make` builds it again.
set -euo pipefail
cd "$(dirname "$0")/.."
places=()
for place in web docs/rules src/rectoverso/catalogues src/rectoverso/art src/rectoverso/games; do
  if [ -e "$place" ]; then places+=("$place"); fi
done
# Pruned: what is installed, generated or only tests.
find "${places[@]}" \
  \( -name node_modules -o -name dist -o -name paraglide -o -name cache -o -name test-results -o -name playwright-report -o -name screenshots \
     -o -name e2e -o -name tests -o -name __pycache__ \) -prune \
  -o -type f ! -name '.*' ! -name '*.py' ! -path '*/project.inlang/README.md' ! -name '* *' -print

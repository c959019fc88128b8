#!/usr/bin/env bash
# Updates constraints.txt to the newest versions that pyproject.toml allows, as installed in a new environment; then
# writes requirements/play.txt, dev.txt and docs.txt: the same versions with the hashes of all their files, for all
# platforms. `--hashes`: only the hashes, for the versions that constraints.txt has.
set -euo pipefail
cd "$(dirname "$0")/.."
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"${PYTHON:-python3}" -m venv "$fresh"
pip() { "$fresh/bin/python" -m pip --quiet --disable-pip-version-check "$@"; }

if [ "${1:-}" != --hashes ]; then
  pip install -e '.[dev,docs]'
  {
    head -n 1 constraints.txt
    pip freeze --exclude-editable | LC_ALL=C sort -f
  } > "$fresh/constraints.txt"
  mv "$fresh/constraints.txt" constraints.txt
fi

# What builds the package is hashed too, so that nothing is downloaded unchecked.
printf 'hatchling\neditables\n' > "$fresh/build.in"
pip install uv
hash() {
  local purpose=$1; shift
  {
    echo "# What is installed for $purpose, with hashes; on Python 3.11 to 3.14. Renew with scripts/constraints.sh."
    "$fresh/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
      --no-emit-index-url --constraints constraints.txt "$@" pyproject.toml "$fresh/build.in"
  } > "$fresh/$purpose.txt"
  mv "$fresh/$purpose.txt" "requirements/$purpose.txt"
}
mkdir -p requirements
hash play
hash dev --extra dev
hash docs --extra docs

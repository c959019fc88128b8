#!/usr/bin/env bash
# Updates constraints.txt to the newest versions that pyproject.toml allows, as installed in a new environment.
set -euo pipefail
cd "$(dirname "$0")/.."
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"${PYTHON:-python3}" -m venv "$fresh"
"$fresh/bin/python" -m pip install --quiet --disable-pip-version-check -e '.[dev]'
{
  head -n 1 constraints.txt
  "$fresh/bin/python" -m pip freeze --exclude-editable | LC_ALL=C sort -f
} > "$fresh/constraints.txt"
mv "$fresh/constraints.txt" constraints.txt

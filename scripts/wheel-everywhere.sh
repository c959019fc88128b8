#!/usr/bin/env bash
# Builds the wheel once. Then, for every supported Python on this machine, installs it with all its dependencies in a
# new environment outside the repository and plays every game. Arguments: the versions to try; default: all.
set -euo pipefail
if [ $# = 0 ]; then set -- 3.11 3.12 3.13 3.14; fi
cd "$(dirname "$0")/.."
repository=$PWD
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
.venv/bin/python -m build --wheel --no-isolation --outdir "$place/wheel" . >/dev/null

pythons() {
  local version
  for version in "$@"; do
    if command -v "python$version" >/dev/null && "python$version" --version >/dev/null 2>&1; then
      command -v "python$version"
    elif command -v pyenv >/dev/null; then
      ls -d "$(pyenv root)/versions/$version".*/bin/python 2>/dev/null | tail -n 1 || true
    fi
  done
}

cd "$place"
for python in $(pythons "$@"); do
  echo "== the wheel on $("$python" --version)"
  rm -rf venv && "$python" -m venv venv
  venv/bin/python -m pip install --quiet --disable-pip-version-check wheel/*.whl -c "$repository/constraints.txt"
  venv/bin/rectoverso --help >/dev/null
  for game in titus janus nummerus; do
    venv/bin/rectoverso selfplay "$game" --players 3 --games 2 --seed wheel --bots greedy --out "$game.jsonl"
    venv/bin/rectoverso replay "$game.jsonl"
  done
done

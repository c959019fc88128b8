#!/usr/bin/env bash
# Creates .venv with the package (editable) and its dependencies, using uv if it is installed, else pip.
# Argument: `play` installs what playing needs, `dev` also what development needs, `docs` also what the site needs.
set -euo pipefail
cd "$(dirname "$0")/.."
purpose=${1:-dev}

fits() { "$1" -c 'import sys; raise SystemExit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; }

find_python() {
  local name
  for name in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14 python; do
    if command -v "$name" >/dev/null && fits "$name"; then command -v "$name"; return; fi
  done
  return 1
}

make_venv() {
  if [ -x .venv/bin/python ] && fits .venv/bin/python; then return; fi
  local python
  if ! python=$(find_python); then
    if command -v uv >/dev/null && uv venv --quiet --clear --seed --python '>=3.11,<3.15' .venv; then return; fi
    echo "Recto Verso needs Python 3.11 or newer (up to 3.14); none was found. Install one, or name it: make setup PYTHON=/path/to/python3" >&2
    exit 1
  fi
  echo "Creating .venv with $("$python" --version)"
  if command -v uv >/dev/null && uv venv --quiet --clear --seed --python "$python" .venv; then return; fi
  if ! "$python" -c 'import ensurepip' 2>/dev/null; then install_ensurepip "$python"; fi
  "$python" -m venv --clear .venv
}

# Debian packages the part of Python that creates environments separately.
install_ensurepip() {
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq </dev/null && apt-get install -y -qq --no-install-recommends python3-venv </dev/null >/dev/null
  else
    echo "$1 cannot create environments; on Debian or Ubuntu: sudo apt-get install python3-venv" >&2
    exit 1
  fi
}

# First what it needs, checked by hashes; then the package itself, which is built with what is already there.
install_package() {
  local needs=requirements/$purpose.txt
  echo "Installing Recto Verso and what it needs (up to a minute the first time)"
  if command -v uv >/dev/null; then
    local uv_install=(uv pip install --quiet --python .venv/bin/python)
    if "${uv_install[@]}" --require-hashes -r "$needs" </dev/null \
      && "${uv_install[@]}" --no-deps --no-build-isolation -e . </dev/null; then return; fi
    echo "uv could not install it; trying pip" >&2
  fi
  .venv/bin/python -m pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip --upgrade >/dev/null
  # Bytecode is compiled when a module is first imported; most modules never are.
  local pip_install=(.venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check --no-input
    --no-warn-script-location --no-compile)
  "${pip_install[@]}" --require-hashes -r "$needs" </dev/null
  "${pip_install[@]}" --no-deps --no-build-isolation -e . </dev/null
}

make_venv
install_package
touch .venv/.installed-play ".venv/.installed-$purpose"

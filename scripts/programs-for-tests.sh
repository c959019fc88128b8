#!/usr/bin/env bash
# Gets the programs that tests of hosting need, nginx and promtool: the system's, else out of their Debian packages into
# .venv/programs, where nothing starts by itself. For one that is not to be had, one line on standard error says why.
set -uo pipefail
cd "$(dirname "$0")/.."
programs=$PWD/.venv/programs

on_the_system() { PATH="$PATH:/usr/sbin:/sbin" command -v "$1" >/dev/null; }

download() {
  apt-get download -qq "$1" || { [ "$(id -u)" = 0 ] && apt-get update -qq && apt-get download -qq "$1"; }
}

unpack() {
  local folder
  folder=$(mktemp -d)
  (cd "$folder" && download "$1" && dpkg-deb -x ./*.deb unpacked) </dev/null >"$folder/log" 2>&1 &&
    mkdir -p "$programs" && mv "$(find "$folder/unpacked/usr" -name "$2" -type f -perm -u+x | head -1)" "$programs/$2"
  rm -rf "$folder"
}

get() {
  local name=$1 package=$2
  if on_the_system "$name" || [ -x "$programs/$name" ]; then return; fi
  if ! command -v apt-get >/dev/null; then
    echo "No $name: tests that need it are skipped. Install it, then 'rm .venv/.programs && make setup'." >&2
    return
  fi
  echo "Downloading $name for the tests of hosting" >&2
  unpack "$package" "$name"
  if ! "$programs/$name" "$3" >/dev/null 2>&1; then
    rm -f "$programs/$name"
    echo "No $name: the package $package could not be downloaded, or does not run here; tests that need it are skipped." >&2
  fi
}

get nginx nginx -v
get promtool prometheus --version
exit 0

#!/usr/bin/env bash
# Compiles the kernels into the user's cache, so that the first game starts at once.
set -euo pipefail
cd "$(dirname "$0")/.."
exec .venv/bin/rectoverso warm

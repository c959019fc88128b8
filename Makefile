# `make play` plays, `make test` tests; `make` lists all targets. Each part of the set-up leaves a stamp file, so that a
# second run does not repeat it.
SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
# With this set, as in many containers, every process would compile all modules that it imports anew: seconds each time.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest
WEB := $(wildcard web/package.json)

KERNEL_SOURCES := $(shell find src/rectoverso/kernel src/rectoverso/games src/rectoverso/bots -name '*.py' 2>/dev/null)
PAGE_SOURCES := $(if $(WEB),$(shell scripts/page-sources.sh))

# `make play` passes FOR=play on and installs only what playing needs; development and `make docs` need more.
FOR := dev
PYTHON_READY := .venv/.installed-$(FOR)
NODE_READY := $(if $(WEB),web/node_modules/.installed-$(FOR))
PAGE_READY := $(if $(WEB),web/dist/index.html)
KERNEL_READY := .venv/.warm
CHROMIUM_READY := .venv/.chromium
PROGRAMS_READY := .venv/.programs

.PHONY: help setup everything play playable dev test check soak bench audit docs site screenshots clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install everything into .venv and web/node_modules
	@$(MAKE) -j2 everything

everything: $(PYTHON_READY) $(NODE_READY) $(PAGE_READY) $(KERNEL_READY) $(CHROMIUM_READY) $(PROGRAMS_READY)

play: ## install what playing needs, start the server and open the page
	@$(MAKE) -j2 FOR=play playable
	@$(BIN)/rectoverso play

playable: $(PYTHON_READY) $(PAGE_READY)

dev: setup ## run server and page, both reloading on change
	@scripts/dev.sh

# Tests often wait for a process to start or to answer, so four of them run at a time; a process of pytest that has no
# work left takes some from another, and else keeps to neighbours, which share their servers.
test: setup ## run all checks and tests
	@$(BIN)/python scripts/side_by_side.py \
	  "checks=$(CHECK_PYTHON)" \
	  "python=$(PYTEST) -n 4 --dist worksteal --durations=20" \
	  "page=scripts/web.sh check; scripts/web.sh test" \
	  "browser=CHROMIUM='$$(cat $(CHROMIUM_READY))' scripts/web.sh e2e"

CHECK_PYTHON := $(BIN)/ruff check; $(BIN)/ruff format --check; $(BIN)/mypy; $(BIN)/lint-imports --no-cache

check: $(PYTHON_READY) $(NODE_READY) ## check lint, format, types and import rules
	$(CHECK_PYTHON)
	@scripts/web.sh check

soak: setup ## run the long tests: kills, fuzz, load, strength, the wheel on each Python, every browser test 20 times
	scripts/wheel-everywhere.sh
	@$(MAKE) FOR=docs .venv/.installed-docs
	$(PYTEST) -m soak
	@CHROMIUM="$$(cat $(CHROMIUM_READY))" scripts/web.sh soak
	@CHROMIUM="$$(cat $(CHROMIUM_READY))" scripts/soak-browser.sh

bench: $(PYTHON_READY) $(KERNEL_READY) ## measure random moves per second in all games
	$(BIN)/rectoverso bench playouts

audit: $(PYTHON_READY) ## look for known vulnerabilities in what we install; exit code 3: a source cannot be reached
	@scripts/audit.sh

docs: ## build the documentation site into build/docs
	@$(MAKE) FOR=docs site

# Without the compiler the rules are imported at once, and functions show their own signatures.
site: $(PYTHON_READY)
	RECTOVERSO_JIT=off $(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet -c docs -d build/docs-cache . build/docs
	@echo "The site is in build/docs; open build/docs/index.html."

screenshots: setup ## take a picture of every screen of the page, into web/screenshots
	@CHROMIUM="$$(cat $(CHROMIUM_READY))" scripts/web.sh screenshots

clean: ## remove everything that was installed or built
	rm -rf .venv web/node_modules web/dist build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The scripts write the stamps, because an installation for development also serves for playing.
$(PYTHON_READY): pyproject.toml requirements/$(FOR).txt
	@scripts/install-python.sh $(FOR)

$(NODE_READY): web/package.json $(wildcard web/package-lock.json)
	@scripts/web.sh install $(FOR)

web/dist/index.html: $(PAGE_SOURCES) $(NODE_READY)
	@scripts/web.sh build
	@touch $@

$(KERNEL_READY): $(KERNEL_SOURCES) | $(PYTHON_READY)
	@scripts/warm.sh
	@touch $@

$(CHROMIUM_READY): | $(PYTHON_READY) $(NODE_READY)
	@scripts/chromium.sh > $@.new && mv $@.new $@

# After Chromium, because only one apt-get can run at a time.
$(PROGRAMS_READY): | $(CHROMIUM_READY)
	@scripts/programs-for-tests.sh
	@touch $@

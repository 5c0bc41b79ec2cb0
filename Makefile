# `make play` and `make test` work on a fresh machine with Python 3.11 or newer; everything goes into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test unit lint nightly bench bench-vm clean

play: $(VENV)/.play
	$(BIN)/pitboard play --open

test: $(VENV)/.test
	$(BIN)/python -m pytest -m "not nightly"

unit: $(VENV)/.test
	$(BIN)/python -m pytest -m "not nightly and not slow"

lint: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

nightly: $(VENV)/.test
	$(BIN)/python -m pytest -m nightly

bench: $(VENV)/.test
	$(BIN)/python -m bench

# Real Linux drivers in QEMU; bench/vm/README.md says what it needs and proves. Never part of the tests.
bench-vm: $(VENV)/.test
	$(BIN)/python -m bench.vm $(PARTS)

clean:
	rm -rf $(VENV)

$(VENV)/.play: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.play

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Pitboard needs Python 3.11 or newer: on Debian, 'sudo apt install python3'." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "The Debian package python3-venv is missing: 'sudo apt install python3-venv', then the same command again." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

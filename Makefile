# make play | test | quick | examples | docs | bench | rules | mutants | hostile | walks | words | reference | goldens | format | clean
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
STAMP := $(VENV)/.installed
PYTEST := $(VENV)/.pytest
LEARN := $(VENV)/.learn
# Two more than cores: tests that drive a browser or a server wait for it part of the time.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 2)')

# Hundreds of processes read the same modules: their bytecode is kept, whatever the machine is set to.
export PYTHONDONTWRITEBYTECODE =

.PHONY: play test quick examples docs bench rules lint format mutants hostile walks words reference goldens clean install

play: $(READY)
	@$(BIN)/horta play

# Players need less than developers: each has a stamp of its own.
$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Horta needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV) || \
	  { echo "Python's venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }
	@echo "Installing Horta into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[web]'
	@touch $@

$(STAMP): $(READY)
	@echo "Installing what the checks need ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

# The rules are counted with little more than what players have.
$(PYTEST): $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt pytest
	@touch $@

# PyTorch's CPU wheel is 190 MB to fetch and 750 MB on disk; where pip finds only the wheel for CUDA,
# some gigabytes. Everything else is done without it. Once the rules are compiled, the tests take a
# minute and a half on a small machine.
$(LEARN): $(STAMP)
	@echo "Installing what the examples need ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[examples]'
	@touch $@

install: $(STAMP)

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

quick: lint
	HORTA_JIT=0 $(BIN)/pytest -q -n auto --maxfail=5 -m 'not long' --ignore-glob='*test_drawing.py' \
	  tests/paris tests/bruxelles1893 tests/bruxelles1897 tests/hostile/test_loops.py \
	  tests/hostile/test_positions.py tests/hostile/test_refusals.py

test: $(STAMP) $(PYTEST)
	@tools/system.sh
	@# Each of them runs on one core only.
	@$(MAKE) --no-print-directory -j 2 docs lint rules
	@# Both forms are compiled once, before many processes would compile them at the same time.
	$(BIN)/python -m horta.core.warm
	HORTA_CHECK=1 $(BIN)/python -m horta.core.warm
	HORTA_ARTEFACTS=$(or $(HORTA_ARTEFACTS),$(CURDIR)/build/screenshots) \
	  HORTA_SITE=$(CURDIR)/build/site/html \
	  $(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --durations=15 \
	  --ignore=tests/learning

# What needs PyTorch: the examples that learn, the trainer, batches as tensors.
examples: $(LEARN)
	$(BIN)/pytest --durations=5 tests/learning

# Warnings are errors, and so are links that lead nowhere inside; `EXTERNAL=1` follows the others.
docs: $(STAMP)
	HORTA_JIT=0 $(BIN)/python -m tools.documentation $(if $(EXTERNAL),--external)

rules: $(PYTEST)
	@HORTA_JIT=0 $(BIN)/python tools/rules.py

bench: $(STAMP)
	$(BIN)/horta bench
	$(BIN)/python -m horta.server.load
	$(BIN)/python -m horta.server.load --game bruxelles1893 --players 2 \
		--options '{"belle_epoque": true, "asymmetric": true}'

mutants: $(STAMP)
	$(BIN)/python -m tools.mutate $(or $(GAME),paris) --sample $(or $(SAMPLE),0)

# The proofs against hostile input, ten times as long.
hostile: $(STAMP)
	HORTA_MORE=$(or $(MORE),10) $(BIN)/pytest -n $(WORKERS) --dist loadfile tests/hostile

# Every chapter of every lesson in all three languages, and every game to its end by every device and
# by two browsers; `make test` walks each chapter in one, and plays each game whole by one device.
walks: $(STAMP)
	HORTA_WALKS=all $(BIN)/pytest -n $(WORKERS) --dist loadfile tests/server/test_browser_lessons.py \
	  tests/server/test_browser_games.py tests/server/test_browser_online.py

words: $(STAMP)
	$(BIN)/python -m tools.words

reference: $(STAMP)
	$(BIN)/python -m tools.reference

goldens: $(STAMP)
	HORTA_JIT=0 $(BIN)/python -m tools.goldens

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

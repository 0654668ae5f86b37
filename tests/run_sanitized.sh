#!/usr/bin/env bash
# Builds the package with the address and undefined-behaviour sanitizers in build/asan and runs the tests that call the C core on it;
# with THREADS=1 with the thread sanitizer in build/tsan, and the tests of several threads.
# Then whole games of all kinds are played on it for MINUTES (default 1) from the seed SEED; with GAMES=1 only these, without the tests.
# ALL=1: also tests of what others call, and more random positions, as at night.
# PYTHON: an interpreter with the extras test and dev. CC: gcc (clang keeps its runtimes elsewhere). Further arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python}
export CC=${CC:-gcc}
out=$PWD/build/asan sanitizers=address,undefined libraries="libasan.so libubsan.so"
tests=(tests/diamonds tests/diamoniak/test_core.py tests/diamoniak/test_players.py tests/diams/test_core.py tests/diams/test_solve.py tests/diams/test_worlds.py tests/test_sampling.py)
others=(certificate contradictions forgotten move_text planted_slips view_laws) # these call no C, or what others call
positions=40
if [[ ${ALL:-} != 1 ]]; then # half the work
    others+=(evaluate live match named_players)
    positions=20
    # How good or how likely something is, of what other tests call, too; proofs that are kept are those of tests/c/calls.c.
    tests+=(--deselect=tests/diamonds/test_{engines.py::test_{kept_proofs_change_no_sample,hidden_cards_change_nothing},inference.py::test_cards_are_where_uniform_worlds_have_them,net.py::test_the_net_beats_the_rules,pass_engine.py::test_screening_keeps_good_passes,passgame.py::test_reduced_decks_against_whole_matrices,worlds.py::test_cards_won_unseen})
fi
for name in "${others[@]}"; do
    tests+=("--ignore=tests/diamonds/test_$name.py")
done
tests+=("--deselect=tests/diamonds/test_answers.py::test_answers[proof]")
if [[ ${THREADS:-} == 1 ]]; then
    out=$PWD/build/tsan sanitizers=thread libraries=libtsan.so
    tests=(tests/diamonds/test_threads.py tests/diamonds/test_limits.py tests/diamonds/test_answers.py -k "crowd or two_threads or three_threads or in_turn")
fi

DIAMONDS_SANITIZE=$sanitizers "$python" setup.py -q build --build-base "$out" --build-lib "$out/lib"

# Python itself is built without them, so the runtimes of the sanitizers have to be loaded first.
preload=
for library in $libraries; do
    found=$("$CC" -print-file-name="$library")
    [[ $found == /* ]] || { echo "$0: $CC has no $library" >&2; exit 1; }
    preload+="${preload:+ }$found"
done

# Python keeps memory until it ends: leaks cannot be told apart from that here.
export LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
export PYTHONPATH=$out/lib DIAMONDS_POSITIONS=${DIAMONDS_POSITIONS:-$positions}
"$python" -c 'import sys
from diamonds_solver.games.diamonds.solving import solve
assert solve.core_info()["debug"] and sys.argv[1] in solve.__file__, "not the sanitized build"' "$out"
[[ ${GAMES:-} == 1 ]] || "$python" -m pytest -q -m "not extra" "${tests[@]}" "$@" # an extra calls what other tests call, too
[[ ${THREADS:-} == 1 ]] || "$python" -m tests.fuzz games --minutes "${MINUTES:-1}" --seed "${SEED:-1}"

"""All checks, in a fresh clone of what is committed here.

Needs Python 3.11 or newer with venv, a C compiler, make, Node, and the registries of pip and npm. Steps run side by side, as many as keep
all cores at work; what a step writes is shown when it has ended, with its processor time. Ends non-zero at the first failure.

What depends on the C core alone and has passed on this machine with the same files is not run again, unless DIAMONDS_ALL=1. DIAMONDS_TESTS
chooses how much is tested, as for pytest.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
BUDGET = tomllib.loads((ROOT / ".ci" / "budget.toml").read_text(encoding="utf-8"))
PASSED = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "diamonds-ci"
"""A file for each step that has passed, named after what it depends on."""
CORE = ["csrc", "setup.py", "pyproject.toml", "src/*.pyx", "src/*.pxd", "src/*.pxi", "src/*/core/*", "tests/c"]
"""What is compiled, and how Python hands data to it."""
NOBODY = 65534
BECOME_NOBODY = f"setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups"
ONE_WORKER = "PYTEST_XDIST_AUTO_NUM_WORKERS=1"
BUILD_THE_PACKAGE = ("README.md", "README.md, by another user than root", "tools")
"""With the same compiler and flags: who comes later copies the objects (150 s of processor time a build)."""
EXTRAS = "browser,dask,dev,docs,openspiel,pettingzoo,plot,table,test,wheel"


class Step(NamedTuple):
    name: str
    command: str
    """For bash, in the clone, in the environment that README.md's first line makes, once there is one."""
    needs: tuple[str, ...] = ()
    cores: int = 1
    once: tuple[str, ...] = ()
    """The files that the outcome depends on, where it has not to be run again for the same ones."""


def steps(clone: Path, visitor: Path | None) -> list[Step]:
    """Those that others wait for come first. `visitor`: the home of another user than root, who has a clone there."""
    level = os.environ.get("DIAMONDS_TESTS", "dev")
    at_level = f"export DIAMONDS_TESTS={level} PYTEST_ADDOPTS='--durations=20 --durations-min=5'"
    with_tests_of_files = f"export {ONE_WORKER} PYTEST_ADDOPTS='tests/test_files.py tests/test_faults.py'"  # where root may do more
    own_folders = f"cd {visitor}/clone; export HOME={visitor}; unset XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME"
    readme = ".ci/as_readme; .venv/bin/diamonds doctor"
    found = [
        Step("README.md", f"{with_tests_of_files if visitor else at_level}; {readme}", cores=CORES),
        Step("npm", f"cp package.json {clone.parent}; cd {clone.parent}; npm install --no-audit --no-fund --loglevel=error"),
        Step("chromium", CHROMIUM),
        Step("tools", f"pip install --no-compile -e '.[{EXTRAS}]'", ("README.md",)),
        # The longest that works on one core alone.
        Step(
            "asan",
            f"{ONE_WORKER} {'ALL=1 ' * (level == 'full')}make asan PYTHON=python MINUTES=0.25",
            ("tools",),
            once=(*CORE, "tests/run_sanitized.sh"),
        ),
        Step("page for phones", "make app PYTHON=python", ("tools",)),
        # Each of its processes waits two thirds of its time, for pages that are drawn. Only the files that have such tests are read, and
        # each of them by one process, which starts what its tests share once.
        Step(
            "tests that need an extra or a browser",
            f"""{at_level} DIAMONDS_BROWSER=1 DIAMONDS_NODE_MODULES={clone.parent}/node_modules PYTEST_XDIST_AUTO_NUM_WORKERS=3
            pytest --dist loadfile -m "extra or browser" $(grep -rlE "mark[.](extra|browser)" tests --include="test_*.py")""",
            ("tools", "npm", "chromium", "page for phones"),
        ),
        Step("tests in C", "DIAMONDS_POSITIONS=2 make test-c CALL_SECONDS=5", once=("csrc", "tests/c", "Makefile")),
        Step("style, documentation, types", "make -o build lint docs typing PYTHON=python; python benchmarks/measure_house.py", ("tools",)),
        Step("lowest versions of the libraries", f"{ONE_WORKER} make -o build lowest PYTHON=python", ("tools",)),
        Step("wheel, where there is no compiler", WHEEL, ("tools",)),
        Step("extensions for Windows", "make windows PYTHON=python", ("tools",), once=(*CORE, "Makefile")),
        Step("tsan", f"{ONE_WORKER} make tsan PYTHON=python", ("tools",), once=(*CORE, "tests/run_sanitized.sh")),
    ]
    if visitor:
        command = f"{at_level}; {own_folders}; {BECOME_NOBODY} .ci/as_readme"
        found.insert(4, Step("README.md, by another user than root", command, ("README.md",), cores=CORES))
    return found


# The first one is quicker, and not every system has it.
CHROMIUM = """{ command -v chromium-headless-shell || { apt-get update && apt-get install -y chromium-headless-shell; } ||
    command -v chromium || apt-get install -y chromium; } </dev/null >/dev/null"""

WHEEL = """make wheel PYTHON=python >wheel.log 2>&1 || { cat wheel.log; exit 1; }
find dist -name '*manylinux*.whl' -size -3100k | grep . || { ls -l dist; echo "there is no wheel, or it is larger than it was"; exit 1; }
python -m venv build/from-wheel
instructions="from diamonds_solver.games.diamonds.core import _solver; print(_solver.instructions())"
compiled_here=$(python -c "$instructions")
signature=$(sed -n 's/^all //p' benchmarks/signatures.txt)
export PATH="$PWD/build/from-wheel/bin" PIP_ONLY_BINARY=:all:
pip install dist/diamonds_solver-*.whl && diamonds demo
diamonds doctor
diamonds bench --check "$signature"
[ "$(python -c "$instructions")" = "$compiled_here" ] || { echo "the wheel does not use what this processor can do"; exit 1; }"""


class Run:
    """A step that runs."""

    def __init__(self, step: Step, clone: Path) -> None:
        self.step, self.began = step, time.monotonic()
        self.log = clone.parent / f"{step.name}.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                ["bash", "-eu", "-o", "pipefail", "-c", step.command],
                cwd=clone,
                env=environment_of(step, clone),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=adopt_orphans,
            )

    def stop(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)


def adopt_orphans() -> None:
    """On Linux, for bash: takes over what its children leave running, so that their time counts to the step. A browser's processes do not
    end with who has started them.
    """
    if sys.platform == "linux":
        set_child_subreaper = 36
        ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def environment_of(step: Step, clone: Path) -> dict[str, str]:
    environment = dict(os.environ)
    environment.pop("DIAMONDS_TESTS", None)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else each worker, and each program that tests start, compiles all Python anew
    environment |= {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_QUIET": "1", "PYTEST_XDIST_AUTO_NUM_WORKERS": str(CORES)}
    if step.name in BUILD_THE_PACKAGE:
        objects = clone.parent / "objects"
        objects.mkdir(exist_ok=True)
        environment |= {"CC": str(clone / ".ci" / "compile_once"), "COMPILER": os.environ.get("CC", "cc"), "OBJECTS": str(objects)}
    if "tools" in step.needs or step.name == "tools":
        venv = clone / ".venv"
        environment |= {"VIRTUAL_ENV": str(venv), "PATH": f"{venv / 'bin'}{os.pathsep}{environment['PATH']}"}
    return environment


def cloned(target: Path) -> None:
    """What is committed here, and nothing else; also where another user owns this folder."""
    settings = target.parent / "gitconfig"
    settings.write_text("[safe]\n\tdirectory = *\n")
    git = ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(target)]
    subprocess.run(git, check=True, env={**os.environ, "GIT_CONFIG_GLOBAL": str(settings)})


def visitor(folder: Path) -> Path | None:
    """The home of a user that is not root, with a clone; None where there can be none, and why is said."""
    if os.geteuid() != 0:
        print("not tried: README.md's commands as root, which this user is not")
        return None
    headers = "os.path.exists(sysconfig.get_path('include') + '/Python.h')"
    python = f"import ensurepip, os, sys, sysconfig; sys.exit(not (sys.version_info >= (3, 11) and {headers}))"
    home = folder / "visitor"
    home.mkdir()
    cloned(home / "clone")
    folder.chmod(0o755)
    for path in (home, *home.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    if not shutil.which("setpriv") or subprocess.run([*BECOME_NOBODY.split(), "python3", "-c", python], cwd=home, check=False).returncode:
        print(
            "not tried: README.md's commands as a user that is not root, who finds no setpriv or no python3 (3.11, with venv and headers)"
        )
        return None
    return home


def key(step: Step, clone: Path) -> Path:
    """Depends on the command, the files, the compiler and the Python."""
    files = subprocess.check_output(["git", "ls-files", "-s", "--", *step.once], cwd=clone)
    compiler = subprocess.check_output([os.environ.get("CC", "cc"), "--version"])
    facts = [step.command.encode(), files, compiler, sys.version.encode(), str(os.uname().machine).encode()]
    return PASSED / f"{step.name.replace(' ', '-')}-{hashlib.sha256(b'|'.join(facts)).hexdigest()[:32]}"


def all_passed(waiting: list[Step], clone: Path) -> bool:
    """Starts the steps in their order, each as soon as what it needs has passed and cores are free: one more than there are, as every step
    waits at times.
    """
    began, free, passed, used = time.monotonic(), CORES + 1, set[str](), 0.0
    running = dict[int, Run]()

    def say(text: str) -> None:
        print(f"== {(time.monotonic() - began) / 60:4.1f} min: {text}", flush=True)

    try:
        while waiting or running:
            step = next((step for step in waiting if passed.issuperset(step.needs)), None)
            if step is not None and step.cores <= free:
                waiting.remove(step)
                if step.once and not os.environ.get("DIAMONDS_ALL") and key(step, clone).exists():
                    say(f"{step.name}: has passed on this machine with the same files")
                    passed.add(step.name)
                    continue
                say(f"{step.name} ...")
                run = Run(step, clone)
                running[run.process.pid] = run
                free -= step.cores
                continue
            pid, status, usage = os.wait4(-1, 0)
            run = running.pop(pid)
            step, seconds, work = run.step, time.monotonic() - run.began, usage.ru_utime + usage.ru_stime
            free += step.cores
            used += work
            print(run.log.read_text(encoding="utf-8", errors="replace"))
            budget = BUDGET["steps"][step.name]
            times = f"{work:.0f} s of processor time (budget: {budget}) in {seconds:.0f} s, {max(0.0, seconds - work):.0f} s of waiting"
            say(f"{step.name}: {'FAILED' if status else 'passed'}, {times}")
            if status:
                return False
            passed.add(step.name)
            if step.once:
                PASSED.mkdir(parents=True, exist_ok=True)
                key(step, clone).touch()
    finally:
        for run in running.values():
            run.stop()
    share = used / CORES / (time.monotonic() - began)
    say(f"all checks passed: {used:.0f} s of processor time (budget: {BUDGET['all']}), the {CORES} cores worked {share:.0%} of the time")
    suite = next(clone.parent.glob("README.md*user*.log"), clone.parent / "README.md.log").read_text(encoding="utf-8", errors="replace")
    print("the test suite said:", *[line for line in suite.splitlines() if " passed" in line][-1:], sep="\n")
    return True


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # through what stops the steps
    if changed := subprocess.run(["git", "status", "--short"], cwd=ROOT, capture_output=True, text=True, check=False).stdout:
        print(f"not tried, as it is not committed:\n{changed}")
    with tempfile.TemporaryDirectory(prefix="diamonds-ci-", ignore_cleanup_errors=True) as name:
        clone = Path(name) / "clone"
        cloned(clone)
        return 0 if all_passed(steps(clone, visitor(Path(name))), clone) else 1


if __name__ == "__main__":
    sys.exit(main())

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the command `tenon` on a number of ranks, as a user does, and creates small cases for the
tests."""
import atexit
import contextlib
import ctypes
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from meshes import box, physical_names, second_order, sheet  # noqa: F401

TENON = os.environ["TENON"]
RANKS = int(os.environ.get("TENON_RANKS", "1"))
MPIRUN = os.environ.get("TENON_MPIRUN", "mpirun")
TIMES = os.environ.get("TENON_TIMES")  # optional file to which the seconds of each test are appended
IN_A_ROW = os.environ.get("TENON_IN_A_ROW")  # inARow.cpp: ranks that are started once; without it each run starts its own
SECONDS = 900  # wall-clock limit of a run, generous for busy machines
CPU_SECONDS = 600  # limit of CPU time of one process: stops endless loops early
IDLE_LOOKS = 18  # a run is stopped if no process is active at this number of looks, 5 s apart

ERROR = "tenon: error: "
WARNING = "tenon: warning: "


def drop_override():
    """Drops the capabilities by which root bypasses file permissions, so that permission errors
    occur for root, too."""
    if os.geteuid() == 0:
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            ctypes.CDLL(None, use_errno=True).prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


VARIABLES = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
             "OMPI_MCA_mpi_yield_when_idle": "1",  # more ranks than cores: waiting ranks yield their core
             "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def launcher(ranks):
    return [MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", str(ranks)]


def is_text(words):
    """Returns true if all words are valid text; file names need not be."""
    return not any("\udc80" <= letter <= "\udcff" for word in words for letter in str(word))


def family(pid):
    """Returns the fields of /proc/<process>/stat behind the name, for a process and all its
    descendants."""
    processes = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            processes[int(path.parent.name)] = path.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:  # the process has just ended
            pass
    found = [pid]
    for parent in found:
        found += [process for process, fields in processes.items() if int(fields[1]) == parent]
    return {process: processes[process] for process in found if process in processes}


def output_of(process):
    """Returns the output of a process at its end. If the process hangs, it is killed with all its
    descendants and the test fails."""
    ticks, idle, end = 0, 0, time.monotonic() + SECONDS
    while True:
        try:
            return process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            all = family(process.pid)
        used = sum(int(field) for fields in all.values() for field in fields[11:15])
        idle += 1
        if abs(used - ticks) > 5 or any(fields[0] == "D" for fields in all.values()):  # 5: waiting processes poll at times
            ticks, idle = used, 0
        if time.monotonic() < end and idle < IDLE_LOOKS:
            continue
        for number in all:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        out, err = process.communicate()
        raise AssertionError(f"{process.args} hangs, idle at {idle} looks; "
                             f"processes: { {number: fields[0] for number, fields in all.items()} }\n{out}\n{err}")


class Ranks:
    """Ranks that run one command of tenon after the other, until a command ends them by
    MPI_Abort."""
    started = {}

    @classmethod
    def run(cls, number, words, folder):
        ranks = cls.started.get(number)
        if ranks is None or ranks.process.poll() is not None:
            ranks = cls.started[number] = cls(number)
        code, out, err = ranks.command(words, folder)
        if ranks.process.poll() is not None:
            del cls.started[number]
        return code, out, err

    def __init__(self, number):
        self.folder = Path(tempfile.mkdtemp())
        self.banners = open(self.folder / "banners", "w+")
        self.process = subprocess.Popen([*launcher(number), IN_A_ROW], env=VARIABLES, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=self.banners)

    @classmethod
    def end(cls):
        for ranks in cls.started.values():
            ranks.process.communicate()  # closes their input, which ends them
            ranks.banners.close()
            shutil.rmtree(ranks.folder)

    def command(self, words, folder):
        files = {name: self.folder / name for name in ("out", "err")}
        for file in files.values():
            file.write_text("")
        job = {"folder": str(folder), "words": [str(word) for word in words], **{k: str(v) for k, v in files.items()}}
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        limit = threading.Timer(SECONDS, self.process.kill)
        limit.start()
        answer = self.process.stdout.readline().strip()
        limit.cancel()
        out, err = (file.read_text() for file in files.values())
        if answer:
            return int(answer), out, err
        code = self.process.wait()
        self.process.stdin.close(), self.process.stdout.close()
        self.banners.seek(0)
        with self.banners:
            err += self.banners.read()
        shutil.rmtree(self.folder)
        return code, out, err


atexit.register(Ranks.end)


class Run:
    """Exit code and output of one call of tenon."""

    def __init__(self, words, folder, ranks=None, environment=None, memory_mib=None, obeys_modes=False, own_ranks=False,
                 cpu_seconds=CPU_SECONDS):
        ranks = RANKS if ranks is None else ranks
        self.words, self.ranks = words, ranks
        own_ranks = own_ranks or not is_text(words) or environment is not None or memory_mib is not None or obeys_modes
        if IN_A_ROW and not own_ranks:
            self.code, self.out, self.err = Ranks.run(ranks, words, folder)
            return
        command = [*([] if ranks == 1 else launcher(ranks)), TENON, *map(str, words)]

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
            if memory_mib is not None:
                resource.setrlimit(resource.RLIMIT_DATA, (memory_mib << 20, memory_mib << 20))
            if obeys_modes:
                drop_override()

        with subprocess.Popen(command, cwd=folder, env={**VARIABLES, **(environment or {})}, text=True, preexec_fn=limit,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            self.out, self.err = output_of(process)
        self.code = process.returncode

    @property
    def all(self):
        return self.out + self.err

    def messages(self, start):
        """Returns every message with all its lines, without the banners that mpirun adds."""
        text = re.sub(r"^-{60,}\n.*?^-{60,}\n", "", self.all, flags=re.MULTILINE | re.DOTALL)
        return [part.strip() for part in re.split("^" + re.escape(start), text, flags=re.MULTILINE)[1:]]

    def errors(self):
        return self.messages(ERROR)

    def __str__(self):
        return f"tenon {' '.join(map(str, self.words))} on {self.ranks} ranks gave {self.code}\n{self.out}\n{self.err}"


ONE = """\
title: one block
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: traction, group: top, traction: [0, 0.1, -1]}
    conditions:
      - {type: fixed, group: bottom}
"""

TWO = """\
title: two blocks tied along meshes that do not match
output: tied
objects:
  lower:
    mesh: lower.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
    conditions:
      - {type: fixed, group: bottom}
  upper:
    mesh: upper.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 2000, poisson: 0.2}}
      - {type: gravity, density: 0.5, acceleration: [0, 0, -2]}
      - {type: traction, group: top, traction: [0.1, 0, -1]}
constraints:
  - type: tie
    name: interface
    slave: {object: upper, group: bottom}
    master: {object: lower, group: top}
"""


# Aspects that may depend on the exact number of ranks. Each is a reason to run a test on 2 and 4
# ranks, too.
REASONS = ("partition", "messages", "files", "checkpoints", "constraints", "contact", "mapping", "motion", "solver")


def on_all_ranks(reason):
    """Marks a test class or a test to run on 1, 2, 3 and 4 ranks; all others run on 1 and 3
    (test_ranks.py)."""
    if reason not in REASONS:
        raise ValueError(f"'{reason}' is none of {REASONS}")

    def mark(tests):
        tests.on_all_ranks = reason
        return tests

    return mark


def on_one_and_three_ranks(test):
    """Excludes a long test from the mark of its class."""
    test.on_all_ranks = None
    return test


class Case(unittest.TestCase):
    """Base class of a test in a temporary folder that contains block.msh, lower.msh and
    upper.msh."""

    maxDiff = None

    @classmethod
    def reason_of(cls, name):
        """Returns the reason for which the test runs on 2 and 4 ranks, too, or None. Marks of a
        class do not apply to derived classes."""
        return getattr(getattr(cls, name), "on_all_ranks", cls.__dict__.get("on_all_ranks"))

    @classmethod
    def leaves_out(cls, name, ranks):
        return ranks in (2, 4) and cls.reason_of(name) is None

    def setUp(self):
        if self.leaves_out(self._testMethodName, RANKS):
            self.skipTest("runs on 1 and 3 ranks")
        if TIMES:
            self.addCleanup(self.tell_time, time.monotonic())
        scratch = tempfile.TemporaryDirectory(prefix="tenon-")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.write("block.msh", box())
        self.write("lower.msh", box(cells=(2, 2, 2)))
        self.write("upper.msh", box(low=(0, 0, 1), cells=(3, 3, 2)))

    def tell_time(self, start):
        with open(TIMES, "a") as file:
            file.write(f"{time.monotonic() - start:8.2f} {RANKS} {self.id()}\n")

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def tenon(self, *words, **options):
        return Run(words, self.folder, **options)

    def assertRuns(self, *words, **options):
        run = self.tenon(*words, **options)
        self.assertEqual((run.code, run.errors()), (0, []), run)
        return run

    def assertFails(self, run, code, *says):
        """Asserts that a run ended with this exit code and exactly one message that matches all of
        `says` (regular expressions)."""
        self.assertEqual(run.code, code, run)
        self.assertEqual(len(run.errors()), 1, run)
        for what in says:
            self.assertRegex(run.errors()[0], what)
        return run

    def refuse(self, case, *says, code=2):
        """Asserts that `tenon run` rejects the case with one message and writes nothing."""
        self.write("case.yaml", case)
        run = self.assertFails(self.tenon("run", "case.yaml"), code, *says)
        self.assertEqual([p.name for p in self.folder.iterdir() if p.suffix in (".h5", ".xdmf")], [])
        return run


def replaced(text, old, new):
    """Returns the case with `old` replaced by `new`; fails if `old` is absent."""
    if text.count(old) != 1:
        raise ValueError(f"'{old}' stands {text.count(old)} times in the case")
    return text.replace(old, new)

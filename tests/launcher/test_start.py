# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Starts the launcher with scripts in place of the programs of each level.

usage: test_start.py <launcher> <mpirun>
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LAUNCHER, MPIRUN = Path(sys.argv[1]), sys.argv[2]
LEVELS = ["x86-64-v2", "x86-64-v3", "x86-64-v4"]
PROGRAM = """#!/bin/bash
if [[ ${1:-} == wait ]]; then trap 'exit 6' TERM; echo $$; read -r -t 60; fi
printf '%s\\n' LEVEL "$PWD" "$@"
exit 3
"""


def supported():
    """Returns the levels that this processor supports, according to the CPU flags of the kernel."""
    flags = set(Path("/proc/cpuinfo").read_text().split("flags", 1)[1].split("\n", 1)[0].split())
    needed = {"x86-64-v2": {"sse4_2", "popcnt"}, "x86-64-v3": {"avx2", "fma", "bmi1", "bmi2", "movbe", "f16c", "abm"},
              "x86-64-v4": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}}
    levels = []
    for level in LEVELS:
        if not needed[level] <= flags:
            break
        levels.append(level)
    return levels


class Launcher(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp(suffix=" with a space")).resolve()
        self.addCleanup(shutil.rmtree, self.root)
        (self.root / "bin").mkdir()
        self.launcher = self.root / "bin/tenon"
        shutil.copy(LAUNCHER, self.launcher)
        self.install(*LEVELS)

    def install(self, *levels):
        shutil.rmtree(self.root / "lib", ignore_errors=True)
        for level in levels:
            program = self.root / "lib/tenon" / level / "tenon"
            program.parent.mkdir(parents=True)
            program.write_text(PROGRAM.replace("LEVEL", level))
            program.chmod(0o755)

    def start(self, *words, cpu=None, command=(), **options):
        environment = {name: value for name, value in os.environ.items() if name != "TENON_CPU"}
        if cpu is not None:
            environment["TENON_CPU"] = cpu
        return subprocess.run([*command, options.pop("launcher", self.launcher), *words], capture_output=True, text=True, timeout=120,
                              env=environment, **options)

    def refused(self, **options):
        """Returns the only line printed by a start that ends with exit code 2."""
        done = self.start("run", "case.yaml", **options)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done)
        self.assertRegex(done.stderr, r"\Atenon: error: [^\n]*\n\Z")
        return done.stderr

    def test_highest_level_gets_all_arguments_and_its_exit_code_comes_back(self):
        words = ["run", "a case.yaml", "", "-ksp_monitor", "*"]
        done = self.start(*words, cwd="/tmp")
        self.assertEqual((done.returncode, done.stderr), (3, ""))
        self.assertEqual(done.stdout.split("\n"), [supported()[-1], "/tmp", *words, ""])

    def test_each_supported_level_can_be_asked_for(self):
        for level in supported():
            for cpu in (level, level[-2:]):
                self.assertEqual(self.start(cpu=cpu).stdout.split()[0], level)
        self.assertEqual(self.start(cpu="").stdout.split()[0], supported()[-1])

    def test_unknown_level_is_refused(self):
        self.assertIn("'avx2', which is not a processor level: use v2, v3 or v4", self.refused(cpu="avx2"))

    def test_level_of_another_processor_is_refused(self):
        if supported() == LEVELS:
            self.skipTest("this processor supports all levels")
        self.assertIn(f"supports {supported()[-1]} at most", self.refused(cpu="v4"))

    def test_missing_programs(self):
        self.install("x86-64-v2")
        self.assertEqual(self.start().stdout.split()[0], "x86-64-v2")
        if len(supported()) > 1:
            self.assertIn(f"{self.root}/lib/tenon has programs for: x86-64-v2.", self.refused(cpu="v3"))
        self.install()
        self.assertIn("programs for: none.", self.refused())

    def test_broken_program_is_named(self):
        program = self.root / "lib/tenon" / supported()[-1] / "tenon"
        program.write_bytes(b"\x7fELF")
        self.assertIn(f"{program} cannot be started: ", self.refused())

    def test_links_to_the_launcher_and_the_search_path(self):
        (self.root / "elsewhere").mkdir()
        link = self.root / "elsewhere/tenon"
        link.symlink_to("../bin/tenon")
        self.assertEqual(self.start(launcher=link).stdout.split()[0], supported()[-1])
        done = subprocess.run(["tenon"], env={"PATH": f"{link.parent}:/usr/bin:/bin"}, capture_output=True, text=True)
        self.assertEqual(done.stdout.split()[0], supported()[-1])

    def test_signals_reach_the_program_which_has_the_process_of_the_launcher(self):
        with subprocess.Popen([self.launcher, "wait"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            self.assertEqual(int(process.stdout.readline()), process.pid)
            process.send_signal(signal.SIGTERM)
            process.stdin.close()
            self.assertEqual(process.wait(timeout=60), 6)

    def test_one_message_of_two_ranks(self):
        done = self.start(cpu="v9", command=(MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", "2"))
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(done.stderr.count("tenon: error: "), 1, done.stderr)


unittest.main(argv=[sys.argv[0]], verbosity=1)

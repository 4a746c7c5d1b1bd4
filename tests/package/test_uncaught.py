# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Exceptions that a program does not handle: all ranks end, and the traceback is printed once.

The program `failing_program.py` runs on 4 ranks, and fails on rank 2.
"""
import pathlib
import re
import subprocess
import sys
import time
import unittest

from package_case import variables_outside_of_mpi

PROGRAM = pathlib.Path(__file__).with_name("failing_program.py")
#: Time after which all ranks have ended [s]; 3 s on an idle machine.
LONGEST = 15.0


def run(place, ranks=4, failing=2):
    """Runs the program. Returns its exit code, its output and the time since the failure."""
    command = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks), sys.executable, str(PROGRAM), place, str(failing)]
    done = subprocess.run(command, env=variables_outside_of_mpi(), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    failed = re.search(r"failed at ([\d.]+)", done.stdout)
    return done.returncode, done.stdout + done.stderr, time.time() - float(failed[1]) if failed else None


class Uncaught(unittest.TestCase):
    """All ranks end, with the traceback of the rank that failed."""

    def test_without_failure(self):
        code, printed, _ = run("nowhere")
        self.assertEqual(code, 0, printed)
        self.assertEqual(printed.count("the largest displacement"), 4, printed)

    def assert_ends(self, place, function):
        code, printed, seconds = run(place)
        self.assertNotEqual(code, 0, printed)
        self.assertIsNotNone(seconds, printed)
        self.assertLess(seconds, LONGEST, printed)
        self.assertIn(f"ValueError: broken in {place}", printed)
        self.assertRegex(printed, rf'failing_program.py", line \d+, in {function}')
        self.assertEqual(printed.count(f"ValueError: broken in {place}"), 1, printed)
        self.assertNotIn("the largest displacement", printed)

    def test_in_a_force(self):
        self.assert_ends("force", "force")

    def test_in_a_stiffness(self):
        self.assert_ends("stiffness", "stiffness")

    def test_in_a_constraint(self):
        self.assert_ends("constraint", "violation")

    def test_at_top_level(self):
        self.assert_ends("top", "main")


if __name__ == "__main__":
    unittest.main()

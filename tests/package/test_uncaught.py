# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Exceptions that a program does not handle: all ranks end, and the traceback is printed once.

The program `failing_program.py` runs on 4 ranks, and fails on one. Other programs use tenon on a
part of the ranks.
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
#: Program that fails on ranks 1 and 3 only, which share a communicator, while the others wait.
OPENED_BY_ODD_RANKS = """
from mpi4py import MPI
import tenon
group = MPI.COMM_WORLD.Split(MPI.COMM_WORLD.rank % 2)
if MPI.COMM_WORLD.rank % 2 == 1:
    tenon.open("missing.yaml", comm=group)
MPI.COMM_WORLD.Barrier()
"""
#: Program that simulates on one rank, while the others wait.
OPENED_BY_RANK_2 = """
import sys
from mpi4py import MPI
import tenon
if MPI.COMM_WORLD.rank == 2:
    with tenon.open(sys.argv[1], comm=MPI.COMM_SELF) as sim:
        sim.solve()
        print("solved" if sim.x().norm() > 0 else "at rest")
MPI.COMM_WORLD.Barrier()
"""
CASE = str(pathlib.Path(__file__).resolve().parents[2] / "apps/cases/four_bar.yaml")


def run(*arguments, ranks=4):
    """Runs a program. Returns its exit code, its output and the time since the failure."""
    command = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks), sys.executable, *arguments]
    done = subprocess.run(command, env=variables_outside_of_mpi(), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    failed = re.search(r"failed at ([\d.]+)", done.stdout)
    return done.returncode, done.stdout + done.stderr, time.time() - float(failed[1]) if failed else None


class Uncaught(unittest.TestCase):
    """All ranks end, with the traceback of the rank that failed."""

    def test_without_failure(self):
        code, printed, _ = run(str(PROGRAM), "nowhere", "2")
        self.assertEqual(code, 0, printed)
        self.assertEqual(printed.count("the largest displacement"), 4, printed)

    def assert_ends(self, place, function, failing=2):
        code, printed, seconds = run(str(PROGRAM), place, str(failing))
        self.assertNotEqual(code, 0, printed)
        self.assertIsNotNone(seconds, printed)
        self.assertLess(seconds, LONGEST, printed)
        self.assertIn(f"ValueError: broken in {place}", printed)
        self.assertRegex(printed, rf'failing_program.py", line \d+, in {function}')
        # The exception of the contributor, and the exception of all ranks that it causes.
        self.assertEqual(printed.count("Traceback (most recent call last)"), 1 if place == "top" else 2, printed)
        self.assertEqual(printed.count(f"ValueError: broken in {place}"), 1, printed)
        self.assertNotIn("the largest displacement", printed)

    def test_in_a_force(self):
        self.assert_ends("force", "force")

    def test_in_a_force_on_the_root(self):
        self.assert_ends("force", "force", failing=0)

    def test_in_a_stiffness(self):
        self.assert_ends("stiffness", "stiffness")

    def test_in_a_constraint(self):
        self.assert_ends("constraint", "violation")

    def test_at_top_level(self):
        self.assert_ends("top", "main")

    def test_of_all_ranks_is_printed_once(self):
        code, printed, _ = run("-c", "import tenon; tenon.open('missing.yaml')")
        self.assertEqual(code, 1, printed)
        self.assertEqual(printed.count("Traceback (most recent call last)"), 1, printed)
        self.assertEqual(printed.count("'missing.yaml'"), 1, printed)

    def test_use_on_one_rank_only(self):
        code, printed, _ = run("-c", OPENED_BY_RANK_2, CASE)
        self.assertEqual(code, 0, printed)
        self.assertEqual(printed.count("solved"), 1, printed)

    def test_of_a_part_of_the_ranks_is_printed_once(self):
        code, printed, _ = run("-c", OPENED_BY_ODD_RANKS)
        self.assertNotEqual(code, 0, printed)
        self.assertEqual(printed.count("Traceback (most recent call last)"), 1, printed)
        self.assertIn("'missing.yaml'", printed)


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the examples in apps/python, with small models."""
import importlib.util
import pathlib
import tempfile
import unittest

from mpi4py import MPI
from package_case import COMM, STATIC, case_file

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "apps" / "python"
# Without the soft constraint and the mapped body, so that the tie alone supports the second body.
TIED = STATIC.replace(
    "  - {type: prescribed, name: soft, object: right, group: side, values: {y: 0.01}, compliance: 0.05}\n", ""
)


def run(name, *arguments):
    """Runs an example and returns its results."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    return example.main([str(argument) for argument in arguments])


class Examples(unittest.TestCase):
    def test_bracket_matrices(self):
        with case_file(TIED) as path, tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "pattern.png"
            results = run("bracket_matrices", "--case", path, "--picture", picture)
            self.assertEqual(picture.is_file(), COMM.rank == 0)
        self.assertLess(results["difference"], 1e-8)
        self.assertGreater(results["displacement"], 0.0)
        self.assertGreater(results["multiplier"], 0.0)

    def test_preconditioner(self):
        with case_file(TIED) as path:
            results = run("preconditioner", "--case", path)
        self.assertLess(results["iterations"], 60)
        self.assertLess(results["iterations"], results["iterations_without"])
        self.assertLess(results["difference"], 1e-5)

    def test_linkage(self):
        results = run("linkage")
        # Energy balance: the work of the constraint force on the crank is that of the motor.
        self.assertLess(abs(abs(results["work"]) - abs(results["change"])), 2e-3 * results["scale"])
        self.assertAlmostEqual(results["torque"], 133.4, delta=1.4)

    def test_springs(self):
        results = run("springs", "--size", 8)
        self.assertGreater(results["sag"], 0.0)
        self.assertAlmostEqual(results["carried"] / results["weight"], 1.0, delta=1e-6)

    def test_parameter_study(self):
        with tempfile.TemporaryDirectory() as own:
            table = pathlib.Path(COMM.bcast(own)) / "study.csv"
            first = run("parameter_study", "--cells", 6, "--table", table)
            again = run("parameter_study", "--cells", 6, "--table", table)
            COMM.Barrier()
        self.assertEqual((first["runs"], first["failed"]), (9, 0))
        self.assertLess(first["error"], 0.01)
        self.assertEqual(first, again)

    def test_soft_finger(self):
        results = run("soft_finger", "--steps", 9)
        # The controller brings the tip to 12 mm.
        self.assertLess(abs(results["deflection"] - 12.0), 0.25 * abs(results["first"] - 12.0))
        self.assertGreater(results["pressure"], 0.004)
        self.assertGreater(results["contact"], 0.0)


if __name__ == "__main__":
    MPI.COMM_WORLD.Barrier()
    unittest.main()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies tenon.gradients: closed-form derivatives, Taylor tests, minimisation by TAO and SciPy,
and errors on some ranks only."""
import contextlib
import csv
import io
import os
import pathlib
import re
import shutil
import tempfile
import unittest

import numpy as np
import scipy.optimize
import tenon
from mpi4py import MPI

WORLD = MPI.COMM_WORLD
SOURCE = pathlib.Path(os.environ.get("TENON_SOURCE", pathlib.Path(__file__).parents[2]))

# Bar of length 2 under a traction at its end: u_z(2) = 2 load / E, measured for E = 1500.
CASE = """\
parameters:
  E: {of: elastic on bar, number: young, start: 1000, between: [100, 1e5], scale: log}
  load: -3
objects:
  bar:
    mesh: bar.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1, poisson: 0}}
      - {type: traction, group: top, traction: [0, 0, load]}
    conditions: [{type: fixed, group: bottom}]
objective: [{type: misfit, object: bar, group: top, data: [0, 0, -0.004]}]
optimise: {gradient: 1e-9}
solver: {preset: direct}
"""
POINTS = [(x, y, z) for z in (0, 1, 2) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
MESH = "\n".join([
    "$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "3", '2 1 "bottom"', '2 2 "top"', '3 3 "solid"',
    "$EndPhysicalNames", "$Nodes", "12", *(f"{n} {x} {y} {z}" for n, (x, y, z) in enumerate(POINTS, 1)), "$EndNodes",
    "$Elements", "4", "1 3 2 1 1 1 4 3 2", "2 3 2 2 2 9 10 11 12", "3 5 2 3 3 1 2 3 4 5 6 7 8", "4 5 2 3 3 5 6 7 8 9 10 11 12",
    "$EndElements", ""])


def misfit(young, load=-3):
    return 4 * 0.5 * (2 * load / young + 0.004) ** 2


def derivative(young, load=-3):
    return 4 * (2 * load / young + 0.004) * (-2 * load / young**2)


class Folder(unittest.TestCase):
    """Test in a folder that all ranks share."""

    def setUp(self):
        folder = tempfile.mkdtemp(prefix="tenon-") if WORLD.rank == 0 else None
        self.folder = pathlib.Path(WORLD.bcast(folder))
        if WORLD.rank == 0:
            (self.folder / "case.yaml").write_text(CASE)
            (self.folder / "bar.msh").write_text(MESH)
        WORLD.barrier()
        self.case = os.fspath(self.folder / "case.yaml")

    def tearDown(self):
        WORLD.barrier()
        if WORLD.rank == 0:
            shutil.rmtree(self.folder)


class GradientsTest(Folder):
    def model(self):
        return tenon.Model.load(self.case)

    def test_a_gradient_is_that_of_the_closed_form(self):
        for case in (self.case, self.model()):
            found = tenon.gradient(case, ["E", "load"])
            self.assertAlmostEqual(found.value / misfit(1000), 1, delta=1e-9)
            self.assertAlmostEqual(found.gradient["E"] / derivative(1000), 1, delta=1e-9)
            self.assertAlmostEqual(found.gradient["load"] / (4 * (0.004 - 0.006) * 2 / 1000), 1, delta=1e-9)
            self.assertEqual(found.parameters, {"E": 1000, "load": -3})
            self.assertEqual(found.terms, [("misfit of displacement on bar/top", found.value)])
            self.assertEqual((found.steps, found.near_changes), (1, 0))
            self.assertEqual(set(found.seconds), {"forward", "adjoint", "products"})
        found = tenon.gradient(self.case, settings={"E": 2000})
        self.assertEqual(list(found.gradient), ["E"])
        self.assertAlmostEqual(found.gradient["E"] / derivative(2000), 1, delta=1e-9)

    def test_a_taylor_test_passes(self):
        test = tenon.taylor_test(self.case, ["E", "load"])
        self.assertTrue(test.passed)
        self.assertAlmostEqual(test.order, 2, delta=0.05)
        self.assertEqual(test.steps, [1e-2 / 2**k for k in range(5)])
        test = tenon.taylor_test(self.model(), "E", direction={"E": -1}, step=1e-3, halvings=2)
        self.assertTrue(test.passed)
        self.assertEqual(len(test.with_gradient), 3)
        with self.assertRaisesRegex(ValueError, "The direction names 'load', but the parameters are E"):
            tenon.taylor_test(self.case, "E", direction={"load": 1})

    def test_a_function_has_scaled_variables(self):
        f, x0, bounds = tenon.as_function(self.case)
        self.assertEqual((f.names, x0.tolist()), (("E",), [0]))
        np.testing.assert_allclose(bounds, [(np.log(0.1), np.log(100))])
        value, slope = f([np.log(1.2)])
        self.assertAlmostEqual(f.values([np.log(1.2)])["E"], 1200, delta=1e-9)
        self.assertAlmostEqual(value / misfit(1200), 1, delta=1e-9)
        self.assertAlmostEqual(slope[0] / (1200 * derivative(1200)), 1, delta=1e-9)
        self.assertEqual(f.last.value, value)
        self.assertAlmostEqual(f.value([np.log(1.2)]), value, delta=1e-12 * value)
        linear, x0, bounds = tenon.as_function(self.case, "load", {"E": 1500})
        self.assertEqual(bounds, [(None, None)])
        value, slope = linear([0.5])
        self.assertEqual(linear.values([0.5]), {"load": -1.5})
        self.assertAlmostEqual(value / misfit(1500, -1.5), 1, delta=1e-9)
        self.assertAlmostEqual(slope[0], 4 * (0.004 - 0.002) * 2 / 1500 * 3, delta=1e-12)
        with self.assertRaisesRegex(ValueError, "The function has 1 variables, but x has 2 entries"):
            f([1, 2])

    def test_scipy_minimises_the_function(self):
        f, x0, bounds = tenon.as_function(self.case)
        found = scipy.optimize.minimize(lambda x: tuple(1e10 * part for part in f(x)), x0, jac=True, bounds=bounds, method="L-BFGS-B")
        self.assertTrue(found.success)
        self.assertAlmostEqual(f.values(found.x)["E"] / 1500, 1, delta=1e-6)

    def test_a_minimum_is_found(self):
        seen = []
        for case in (self.case, self.model()):
            found = tenon.minimise(case, callback=seen.append)
            self.assertTrue(found.converged)
            self.assertAlmostEqual(found.parameters["E"] / 1500, 1, delta=1e-6)
            self.assertAlmostEqual(found.initial_value / misfit(1000), 1, delta=1e-9)
            self.assertEqual(found.initial_parameters, {"E": 1000})
            self.assertEqual((seen[-1].iteration, seen[-1].evaluations), (found.iterations, found.evaluations))
            self.assertEqual(seen[-1].parameters, found.parameters)
        self.assertEqual(seen[0].iteration, 0)
        self.assertEqual(len({step.value for step in seen}), len(seen) // 2)
        self.assertEqual(WORLD.allgather(found.parameters), [found.parameters] * WORLD.size)

    def test_settings_replace_those_of_the_case(self):
        found = tenon.minimise(self.case, iterations=1, method="bqnls")
        self.assertEqual((found.converged, found.reason, found.iterations), (False, "the limit of 1 iterations is reached", 1))
        found = tenon.minimise(self.case, petsc="-tao_max_it 1")
        self.assertEqual(found.iterations, 1)
        with self.assertRaisesRegex(tenon.InputError, "there is no method 'blmwm'; did you mean 'blmvm'"):
            tenon.minimise(self.case, method="blmwm")
        with self.assertRaisesRegex(tenon.InputError, "'gradient' must be at least 0, but is -1"):
            tenon.minimise(self.case, gradient=-1)
        with self.assertRaisesRegex(tenon.InputError, "-tao_grtoll"):
            tenon.minimise(self.case, petsc="-tao_grtoll 1")

    def test_a_table_continues_a_minimisation(self):
        table = self.folder / "table.csv"
        whole = tenon.minimise(self.case)
        part = tenon.minimise(self.case, iterations=2, table=table)
        with self.assertRaisesRegex(tenon.InputError, "already exists: use `resume` .* or `overwrite`"):
            tenon.minimise(self.case, table=table)
        rest = tenon.minimise(self.case, table=table, resume=True)
        self.assertEqual(rest.recorded_evaluations, part.evaluations)
        self.assertEqual(rest.evaluations, whole.evaluations)
        self.assertAlmostEqual(rest.parameters["E"] / whole.parameters["E"], 1, delta=1e-12)
        if WORLD.rank == 0:
            with open(table, newline="") as file:
                self.assertEqual(len(list(csv.reader(file))), 1 + whole.evaluations)

    def test_an_exception_on_one_rank_is_raised_on_all(self):
        def fail(progress):
            if progress.iteration == 1 and WORLD.rank == WORLD.size - 1:
                raise KeyError("mine")

        raised = KeyError if WORLD.rank == WORLD.size - 1 else tenon.Error
        says = "mine" if WORLD.rank == WORLD.size - 1 else f"The callback has failed on rank {WORLD.size - 1}: KeyError: 'mine'"
        with self.assertRaisesRegex(raised, says):
            tenon.minimise(self.case, callback=fail)
        self.assertTrue(tenon.minimise(self.case).converged)

    def test_cases_without_a_gradient_are_rejected(self):
        model = self.model()
        with self.assertRaisesRegex(tenon.InputError, "There is no parameter 'e'"):
            tenon.gradient(model, "e")
        del model.blocks["objective"]
        for function in (tenon.minimise, tenon.gradient):
            with self.assertRaisesRegex(tenon.InputError, "needs an objective"):
                function(model)
        with self.assertRaises(tenon.FileError):
            tenon.gradient(self.folder / "missing.yaml")

    def test_the_options_of_a_program_are_not_affected(self):
        from petsc4py import PETSc

        before = PETSc.Options().getAll()
        tenon.minimise(self.case, petsc="-tao_gatol 1e-12")
        self.assertEqual(PETSc.Options().getAll(), before)


@unittest.skipIf(WORLD.size > 2, "the tutorial is executed on one and two ranks")
class TutorialTest(Folder):
    """Executes the Python blocks of docs/tutorials/calibration.md."""

    def test_the_tutorial_prints_the_constants(self):
        page = (SOURCE / "docs/tutorials/calibration.md").read_text()
        case, = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        if WORLD.rank == 0:
            (self.folder / "apps/cases").mkdir(parents=True)
            (self.folder / "apps/cases/calibration.yaml").write_text(case.replace("../../meshes", os.fspath(SOURCE / "meshes")))
        WORLD.barrier()
        names, printed, before = {}, io.StringIO(), os.getcwd()
        os.chdir(self.folder)
        try:
            with contextlib.redirect_stdout(printed):
                for block in re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
                    exec(compile(block, "calibration.md", "exec"), names)
        finally:
            os.chdir(before)
        self.assertRegex(printed.getvalue(), r"(?s)^0 35601\d\.\d+\n1 .*\n\{'young': 71192\.\d+, 'poisson': 0\.33407\d+\} the norm of")
        values = names["f"].values(names["found"].x)
        self.assertAlmostEqual(values["young"] / 71192.39, 1, delta=1e-4)
        self.assertAlmostEqual(values["poisson"] / 0.334075, 1, delta=1e-3)


if __name__ == "__main__":
    unittest.main()

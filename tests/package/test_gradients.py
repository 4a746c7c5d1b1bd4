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

import h5py
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


class Weightless(tenon.CellForce):
    """Forces that are zero."""

    def __init__(self, find):
        super().__init__(find.cells("bar"), name="weightless")

    def force(self, x):
        return 0 * x


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

    def test_parameters_that_move_nodes(self):
        """u_z = l load / E with l = 2 + 2 s, and the volume is 2 + 2 s."""
        shape = "parameters:\n  s: {of: bar, positions: [0, 0, z]}\n"
        if WORLD.rank == 0:
            text = CASE.replace("parameters:\n", shape).replace("[0, 0, -0.004]}]", "[0, 0, -0.004]}, {type: volume, object: bar}]")
            (self.folder / "case.yaml").write_text(text)
        WORLD.barrier()
        found = tenon.gradient(self.case, ["s", "E"], settings={"s": 0.5})
        u = -3 * 3 / 1000
        self.assertAlmostEqual(found.value, 2 * (u + 0.004) ** 2 + 3, delta=1e-12)
        self.assertAlmostEqual(found.gradient["s"], 4 * (u + 0.004) * 2 * -3 / 1000 + 2, delta=1e-9)
        self.assertTrue(tenon.taylor_test(self.case, "s").passed)
        with self.assertRaisesRegex(tenon.InputError, "the shape with s = -2 is not admissible"):
            tenon.gradient(self.case, "s", settings={"s": -2})
        model = tenon.Model.load(self.case)
        model.interactions.append(Weightless)
        with self.assertRaisesRegex(tenon.InputError, "which moves nodes, is not available: the program adds contributors"):
            tenon.gradient(model, "s")

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
        expected = 4 * (0.004 - 0.002) * 2 / 1500 * 3
        self.assertAlmostEqual(slope[0], expected, delta=1e-8 * expected)
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


class Misfit(tenon.Objective):
    """Misfit of the displacements of the end of the bar, like the objective of the case."""

    def differences(self, step):
        bar = step["bar"]
        rows = bar.nodes("top")
        return rows, bar.displacement[rows] - [0, 0, -0.004]

    def value(self, step):
        return step.sum(0.5 * (self.differences(step)[1] ** 2).sum())

    def derivative(self, step):
        by_displacement = np.zeros(step["bar"].displacement.shape)
        rows, differences = self.differences(step)
        by_displacement[rows] = differences
        return {"displacement": {"bar": by_displacement}}


class MeanSquared(tenon.Objective):
    """Square of the mean displacement z, the derivative of which needs a sum over ranks."""

    def mean(self, step):
        bar = step["bar"]
        return step.sum(bar.displacement[:, 2].sum()) / bar.num_nodes

    def value(self, step):
        return self.mean(step) ** 2

    def derivative(self, step):
        by_displacement = np.zeros((step["bar"].num_owned, 3))
        by_displacement[:, 2] = 2 * self.mean(step) / step["bar"].num_nodes
        return {"displacement": {"bar": by_displacement}}


class Broken(Misfit):
    """Objective of which one method is replaced."""

    def __init__(self, *, value=None, derivative=None):
        super().__init__()
        self.own_value, self.own_derivative = value, derivative

    def value(self, step):
        return self.own_value(step) if self.own_value else super().value(step)

    def derivative(self, step):
        return self.own_derivative(step) if self.own_derivative else super().derivative(step)


class ObjectivesTest(Folder):
    def model(self):
        model = tenon.Model.load(self.case)
        del model.blocks["objective"]
        return model

    def assertRaisesOnAllRanks(self, pattern, **methods):
        with self.assertRaisesRegex(tenon.InputError, pattern) as raised:
            tenon.gradient(self.model(), objectives=Broken(**methods))
        messages = WORLD.allgather(str(raised.exception))
        self.assertEqual(messages, [messages[0]] * WORLD.size)
        return raised.exception

    def test_an_objective_is_that_of_the_closed_form(self):
        alone = tenon.gradient(self.model(), ["E", "load"], objectives=Misfit())
        self.assertAlmostEqual(alone.value / misfit(1000), 1, delta=1e-9)
        self.assertAlmostEqual(alone.gradient["E"] / derivative(1000), 1, delta=1e-9)
        self.assertEqual(alone.terms, [("Misfit", alone.value)])
        found = tenon.gradient(self.case, ["E", "load"], objectives=[Misfit(weight=2, name="mine"), Misfit()])
        self.assertEqual([name for name, _ in found.terms], ["misfit of displacement on bar/top", "mine", "Misfit"])
        self.assertAlmostEqual(found.value / misfit(1000), 4, delta=1e-8)
        self.assertAlmostEqual(found.gradient["load"] / alone.gradient["load"], 4, delta=1e-8)

    def test_a_taylor_test_passes(self):
        """The mean of u_z over the nodes at z = 0, 1, 2 is load / E."""
        found = tenon.gradient(self.model(), ["E", "load"], objectives=MeanSquared())
        self.assertAlmostEqual(found.value / 9e-6, 1, delta=1e-9)
        self.assertAlmostEqual(found.gradient["E"] / (-2 * 9e-6 / 1000), 1, delta=1e-9)
        test = tenon.taylor_test(self.model(), ["E", "load"], objectives=[MeanSquared(weight=1e3), Misfit()])
        self.assertTrue(test.passed)
        self.assertGreaterEqual(test.order, 1.95)

    def test_an_objective_is_minimised(self):
        found = tenon.minimise(self.model(), objectives=Misfit())
        self.assertTrue(found.converged)
        self.assertAlmostEqual(found.parameters["E"] / 1500, 1, delta=1e-6)
        f, x0, _ = tenon.as_function(self.model(), objectives=Misfit())
        value, slope = f(x0)
        self.assertAlmostEqual(slope[0] / (1000 * derivative(1000)), 1, delta=1e-9)
        self.assertAlmostEqual(f.value(x0), value, delta=1e-12 * value)

    def test_a_table_belongs_to_its_objectives(self):
        table = self.folder / "table.csv"
        tenon.minimise(self.model(), iterations=1, table=table, objectives=Misfit())
        with self.assertRaises(tenon.InputError):
            tenon.minimise(self.model(), iterations=1, table=table, resume=True, objectives=Misfit(weight=3))

    def test_multipliers_and_motion(self):
        """A multiplier holds the bottom in z. The objectives depend on all quantities."""
        model = self.model()
        model.objects["bar"].conditions[:] = [{"type": "prescribed", "group": "bottom", "values": {"x": 0, "y": 0}}]
        model.constraints.append({"type": "prescribed", "name": "hold", "object": "bar", "group": "bottom", "values": {"z": 0}})

        class Hold(tenon.Objective):
            def value(self, step):
                return step.sum(step.multipliers("hold").sum()) ** 2

            def derivative(self, step):
                multipliers = step.multipliers("hold")
                return {"multipliers": {"hold": np.full(len(multipliers), 2 * step.sum(multipliers.sum()))}}

        found = tenon.gradient(model, "load", objectives=Hold())
        self.assertAlmostEqual(found.value / 9, 1, delta=1e-9)
        self.assertAlmostEqual(found.gradient["load"] / -6, 1, delta=1e-9)
        model.objects["bar"].masses.append({"type": "consistent", "density": 0.3})
        model.analysis = {"type": "transient", "stepper": "generalised-alpha", "step": 0.01, "end_time": 0.05}
        seen = []

        class Motion(tenon.Objective):
            def value(self, step):
                seen.append((step.number, round(step.time, 9), step.is_last, step.has_velocities, step.objects))
                bar = step["bar"]
                return step.sum((bar.velocity[:, 2] ** 2).sum() + 1e-4 * (bar.acceleration * bar.position).sum())

            def derivative(self, step):
                bar = step["bar"]
                by_velocity = np.zeros(bar.velocity.shape)
                by_velocity[:, 2] = 2 * bar.velocity[:, 2]
                return {"velocity": {"bar": by_velocity}, "acceleration": {"bar": 1e-4 * bar.position},
                        "displacement": {"bar": 1e-4 * bar.acceleration}}

        objectives = [Motion(at="all", integrate=True, weight=1e3), Hold(at=[2, 4], weight=1e-2)]
        test = tenon.taylor_test(model, ["E", "load"], step=2e-3, objectives=objectives)
        self.assertTrue(test.passed)
        self.assertGreaterEqual(test.order, 1.95)
        self.assertEqual(seen[:5], [(k, 0.01 * k, k == 5, True, ["bar"]) for k in range(1, 6)])

    def test_exceptions_are_raised_on_all_ranks(self):
        def fail(step):
            if WORLD.rank == WORLD.size - 1:
                raise KeyError("mine")
            return step.sum(1.0)

        for method in ("value", "derivative"):
            error = self.assertRaisesOnAllRanks(rf"KeyError in Broken.{method} \(test_gradients.py:\d+\): 'mine'", **{method: fail})
            if WORLD.rank == WORLD.size - 1:
                self.assertIsInstance(error.__cause__, KeyError)
            else:
                self.assertIsNone(error.__cause__, "only the rank that failed knows the cause")

    def test_sums_after_a_failure_do_not_wait(self):
        def fail(step):
            if WORLD.rank == WORLD.size - 1:
                raise KeyError("mine")
            try:
                return step.sum(1.0)
            except tenon.InputError:
                return step.sum(2.0)

        self.assertRaisesOnAllRanks("KeyError in Broken.value", value=fail)

    def test_groups_on_a_part_of_the_ranks(self):
        def first_rank_only(step):
            rows = step["bar"].nodes("top") if WORLD.rank == 0 else []
            return step.sum(len(rows)) - step.sum(len(rows)) + 1.0

        found = tenon.gradient(self.model(), ["E"], objectives=Broken(value=first_rank_only))
        self.assertEqual(found.value, 1.0)

    @unittest.skipIf(WORLD.size == 1, "needs several ranks")
    def test_differences_between_ranks_are_errors(self):
        self.assertRaisesOnAllRanks(r"Broken.value returned different numbers on different ranks, 0 to \d: return the sum",
                                    value=lambda step: float(WORLD.rank))
        self.assertRaisesOnAllRanks("calls `step.sum` differently on different ranks",
                                    value=lambda step: step.sum(1.0) if WORLD.rank else 1.0)
        self.assertRaisesOnAllRanks("calls `step.sum` differently on different ranks",
                                    value=lambda step: step.sum(np.ones(1 + WORLD.rank)).sum())

    def test_invalid_results_are_named(self):
        def by_displacement(make):
            return lambda step: {"displacement": {"bar": make(step["bar"].displacement.shape)}}

        nan = r"derivative\['displacement'\]\['bar'\] returned a value that is not finite \(nan\)"
        for methods, pattern in (
                ({"value": lambda step: None}, r"Broken.value returned None"),
                ({"value": lambda step: float("nan")}, r"Broken.value returned a value that is not finite \(nan\)"),
                ({"value": lambda step: step.sum("many")}, "needs a number or an array of numbers"),
                ({"value": lambda step: [1.0, 2.0]}, r"Broken.value returned an array of shape \(2,\)"),
                ({"derivative": lambda step: [1.0]}, "Broken.derivative returned an object of type 'list', but must return a dictionary"),
                ({"derivative": lambda step: {"displacements": {}}}, "Broken.derivative returned derivatives by 'displacements', which is no quantity; did you mean 'displacement'"),
                ({"derivative": lambda step: {"displacement": 1}}, "returned an object of type 'int', but must return a dictionary of arrays for 'displacement'"),
                ({"derivative": lambda step: {"displacement": {"bra": 1}}}, "There is no object 'bra'; did you mean 'bar'"),
                ({"derivative": lambda step: {"multipliers": {"pin": 1}}}, "There is no constraint 'pin'"),
                ({"derivative": by_displacement(lambda shape: np.zeros((shape[0], 2)))}, r"derivative\['displacement'\]\['bar'\] returned an array of shape \(\d+, 2\), but the expected shape is \(\d+, 3\)"),
                ({"derivative": by_displacement(lambda shape: np.full(shape, np.nan))}, nan),
                ({"derivative": by_displacement(lambda shape: np.full(shape, 1j))}, "returned complex numbers"),
                ({"derivative": lambda step: {"velocity": {"bar": np.ones(step["bar"].velocity.shape)}}}, "The objective 'Broken' depends on velocities, which a static analysis does not have")):
            with self.subTest(pattern=pattern):
                self.assertRaisesOnAllRanks(pattern, **methods)

    def test_a_step_ends_with_its_call(self):
        kept = []

        def value(step):
            kept.append((step, step["bar"]))
            return 1.0

        tenon.as_function(self.model(), objectives=Broken(value=value))[0].value([0])
        for read in (lambda: kept[0][0].time, lambda: kept[0][1].displacement):
            with self.assertRaisesRegex(tenon.InputError, "available only in the method that receives it"):
                read()

    def test_the_page_of_custom_objectives(self):
        """Executes the Python block of the page; the objective is added to that of the case."""
        block, = re.findall(r"^```python\n(.*?)^```$", (SOURCE / "docs/tutorials/custom-objectives.md").read_text(), re.MULTILINE | re.DOTALL)
        names, before = {}, os.getcwd()
        os.chdir(self.folder)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block, "custom-objectives.md", "exec"), names)
        finally:
            os.chdir(before)
        self.assertAlmostEqual(names["found"].terms[1][1] / (1e6 * 0.5 * 0.002**2), 1, delta=1e-8)
        self.assertAlmostEqual(names["found"].gradient["E"] / (derivative(1000) * (1 + 1e6 / 4)), 1, delta=1e-8)
        self.assertAlmostEqual(names["test"].order, 2, delta=0.05)

    def test_wrong_arguments_are_named(self):
        class Forgotten(Misfit):
            def __init__(self):
                pass

        for objectives, error, pattern in (
                ([1], TypeError, "must be an instance of a class derived from tenon.Objective, not 1"),
                ([Misfit], TypeError, "must be an instance"),
                (Forgotten(), TypeError, r"Forgotten.__init__ does not call super\(\).__init__\(\)"),
                (Misfit(at="never"), tenon.InputError, "the value must be `end`, `all` or a list of step numbers"),
                (Misfit(at=[0]), tenon.InputError, "steps are numbered from 1"),
                (tenon.Objective(), tenon.InputError, r"NotImplementedError.*Objective does not implement value\(\)")):
            with self.subTest(pattern=pattern):
                with self.assertRaisesRegex(error, pattern):
                    tenon.gradient(self.model(), objectives=objectives)


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


class FieldsTest(Folder):
    """Parameters with one value per cell: the bar consists of the elements 3 and 4."""

    def setUp(self):
        super().setUp()
        text = CASE.replace("number: young, start: 1000,", "number: young, per: cell,")
        if WORLD.rank == 0:
            (self.folder / "case.yaml").write_text(text.replace("young: 1, ", 'young: "z < 1 ? 1000 : 2000", '))
        WORLD.barrier()

    def test_a_gradient_has_one_derivative_per_owned_cell(self):
        found = tenon.gradient(self.case, ["E", "load"], fields=self.folder / "fields.h5")
        u = -3 * (1 / 1000 + 1 / 2000)
        self.assertAlmostEqual(found.gradient["load"] / (4 * (u + 0.004) * u / -3), 1, delta=1e-9)
        self.assertEqual(list(found.gradient), ["load"])
        field = found.fields["E"]
        self.assertEqual(field.cells, 2)
        self.assertEqual((field.elements.dtype, field.derivatives.dtype), (np.int64, np.float64))
        cells = [dict(zip(*each)) for each in WORLD.allgather((field.elements.tolist(), zip_of(field)))]
        merged = {element: entry for part in cells for element, entry in part.items()}
        self.assertEqual(sorted(merged), [3, 4])
        for element, young in ((3, 1000), (4, 2000)):
            value, derivative_of_cell, scaled = merged[element]
            self.assertEqual(value, young)
            self.assertAlmostEqual(derivative_of_cell / (4 * (u + 0.004) * 3 / young**2), 1, delta=1e-8)
            self.assertAlmostEqual(scaled / (derivative_of_cell * young), 1, delta=1e-12)
        if WORLD.rank == 0:
            with h5py.File(self.folder / "fields.h5") as file:
                np.testing.assert_array_equal(file["E/hex8/element"][:], [3, 4])
                np.testing.assert_array_equal(file["E/hex8/value"][:], [1000, 2000])

    def test_taylor_tests_pass(self):
        for case, direction in ((self.case, None), (tenon.Model.load(self.case), {"E": -0.5, "load": 1})):
            test = tenon.taylor_test(case, ["E", "load"], direction=direction)
            self.assertTrue(test.passed)
            self.assertAlmostEqual(test.order, 2, delta=0.05)

    def test_a_field_is_minimised(self):
        """The displacements of both cross-sections are measured for E = 1500 and 2500."""
        ends = (0.0, -3 / 1500, -3 / 1500 - 3 / 2500)
        if WORLD.rank == 0:
            rows = [f"{n},0,0,{ends[(n - 1) // 4]!r}" for n in range(1, 13)]
            (self.folder / "data.csv").write_text("\n".join(["node,x,y,z", *rows, ""]))
            text = (self.folder / "case.yaml").read_text()
            text = text.replace("group: top, data: [0, 0, -0.004]", "data: {csv: data.csv}, noise: 1e-4")
            (self.folder / "case.yaml").write_text(text)
        WORLD.barrier()
        seen = []
        found = tenon.minimise(self.case, "E", callback=seen.append, fields=self.folder / "best.h5")
        self.assertTrue(found.converged)
        self.assertEqual((dict(found.parameters), dict(found.gradient), dict(seen[-1].parameters)), ({}, {}, {}))
        field = found.fields["E"]
        expected = {3: 1500, 4: 2500}
        np.testing.assert_allclose(field.values, [expected[element] for element in field.elements], rtol=1e-6)
        self.assertEqual(sum(WORLD.allgather(len(field.values))), 2)
        if WORLD.rank == 0:
            with h5py.File(self.folder / "best.h5") as file:
                np.testing.assert_allclose(file["E/hex8/value"][:], [1500, 2500], rtol=1e-6)
        with self.assertRaisesRegex(tenon.InputError, "is not available for parameters with one value per cell"):
            tenon.minimise(self.case, "E", table=self.folder / "table.csv", resume=True)

    def test_functions_of_numbers_reject_fields(self):
        with self.assertRaisesRegex(tenon.InputError, "The parameter 'E' has one value per cell"):
            tenon.as_function(self.case)
        with self.assertRaisesRegex(ValueError, "The direction names 'F', but the parameters are E"):
            tenon.taylor_test(self.case, direction={"F": 1})


def zip_of(field):
    return list(zip(field.values.tolist(), field.derivatives.tolist(), field.scaled_derivatives.tolist()))


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Constructors made from the registries: signatures, help, errors, former names, stubs."""
import importlib
import inspect
import os
import pathlib
import pydoc
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np

import tenon
from tenon import (
    analyses, blocks, constraints, contact_solvers, forces, histories, masses, materials, output_fields, registries, solvers,
    steppers,
)
from tenon._library import _tenon
from model_cases import COMM, bar_model, largest_displacement, result_arrays, temporary_folder

#: Folder of the module custom_types; by default that in the build folder of the package.
CUSTOM_TYPES = os.environ.get("TENON_CUSTOM_TYPES") or str(
    pathlib.Path(tenon.__file__).parents[2] / "tests/package/custom_types"
)


class Entries(unittest.TestCase):
    def test_entry_has_the_given_keys_only(self):
        self.assertEqual(
            forces.elastic(material=materials.neo_hookean(young=5, poisson=0.4)),
            {"type": "elastic", "material": {"type": "neo-hookean", "young": 5, "poisson": 0.4}},
        )
        self.assertEqual(solvers.linear_solver(preset="direct"), {"preset": "direct"})
        self.assertEqual(blocks.derive(from_="bar", to="surface"), {"from": "bar", "to": "surface"})

    def test_every_type_has_a_constructor(self):
        for name, properties in registries.MODULES.items():
            module = importlib.import_module(f"tenon.{name}")
            types = [one for section in _tenon.catalogue() if section["name"] in properties.kinds
                     for one in section["types"]]
            self.assertEqual(dir(module), sorted(registries.python_name(one["name"]) for one in types))
            for one in types:
                function = getattr(module, registries.python_name(one["name"]))
                names = [registries.python_name(parameter["name"]) for parameter in one["parameters"]]
                # Parameters of any name, as in the block `parameters`, are keywords.
                names = ["values" if name.startswith("<") else name for name in names]
                self.assertEqual(list(inspect.signature(function).parameters), names)
                required = {
                    registries.python_name(parameter["name"]): 1 for parameter in one["parameters"] if parameter["required"]
                }
                entry = function(**required)
                self.assertEqual(entry.pop("type", one["name"]), one["name"])
                self.assertEqual(len(entry), len(required))

    def test_signature(self):
        signature = inspect.signature(forces.elastic)
        self.assertIs(signature.parameters["material"].default, inspect.Parameter.empty)
        self.assertEqual(signature.parameters["reference_temperature"].default, 0.0)
        self.assertEqual(signature.parameters["plane"].default, "strain")
        self.assertEqual(signature.parameters["rayleigh_stiffness"].annotation, "Number")
        self.assertTrue(all(one.kind is one.KEYWORD_ONLY for one in signature.parameters.values()))

    def test_help_is_that_of_tenon_list(self):
        info = next(one for section in _tenon.catalogue() if section["name"] == "force" for one in section["types"]
                    if one["name"] == "elastic")
        text = pydoc.plain(pydoc.render_doc(forces.elastic))
        for line in info["text"].splitlines():
            self.assertIn(line.strip(), text)
        self.assertIn("thermal strain", text)

    def test_modules(self):
        self.assertIs(forces.elastic, forces.elastic)
        self.assertIn("elastic", dir(forces))
        names = {}
        exec("from tenon.contacts import *", names)
        self.assertIn("rigid", names)
        self.assertIn("surface", names)


class Errors(unittest.TestCase):
    def test_misspelt_parameter(self):
        with self.assertRaisesRegex(TypeError, r"tenon.materials.neo_hookean\(\) has no parameter 'yuong'; did you mean 'young'\?"):
            materials.neo_hookean(yuong=5)

    def test_missing_parameters(self):
        with self.assertRaisesRegex(TypeError, r"neo_hookean\(\) needs the parameters 'young', 'poisson'"):
            materials.neo_hookean()

    def test_positional(self):
        with self.assertRaisesRegex(TypeError, "only keyword arguments"):
            materials.neo_hookean(5)

    def test_misspelt_type(self):
        with self.assertRaisesRegex(AttributeError, "has no attribute 'elsatic'; did you mean 'elastic'"):
            forces.elsatic

    def test_import_of_a_missing_type(self):
        with self.assertRaises(ImportError):
            exec("from tenon.forces import neo_hookean", {})


class FormerNames(unittest.TestCase):
    def test_parameter(self):
        with self.assertWarnsRegex(FutureWarning, "'cuts' is a former name of 'max_step_reductions'"):
            entry = analyses.static(cuts=3)
        self.assertEqual(entry, {"type": "static", "max_step_reductions": 3})

    def test_value(self):
        with self.assertWarnsRegex(FutureWarning, "'usual' is a former name of 'automatic'"):
            entry = constraints.prescribed(object="bar", group="tip", on_prescribed="usual")
        self.assertEqual(entry["on_prescribed"], "automatic")

    def test_type(self):
        with self.assertWarnsRegex(FutureWarning, "'hold' is a former name of 'prescribed'"):
            entry = constraints.hold(object="bar", group="tip")
        self.assertEqual(entry["type"], "prescribed")

    def test_both_names(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with self.assertRaisesRegex(TypeError, "one is a former name of the other"):
                analyses.static(max_step_reductions=1, cuts=3)

    def test_standard_names_do_not_warn(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            analyses.static(max_step_reductions=3)


@unittest.skipIf(COMM.rank > 0, "one rank writes and checks the stubs")
class Stubs(unittest.TestCase):
    def test_stubs_contain_all_constructors(self):
        with tempfile.TemporaryDirectory() as folder:
            registries.write_stubs(folder)
            self.assertEqual(set(os.listdir(folder)), {f"{name}.pyi" for name in registries.MODULES})
            with open(os.path.join(folder, "forces.pyi"), encoding="utf-8") as file:
                text = file.read()
            self.assertIn("def elastic(\n    *,\n    material: Block,\n    group: str = ...,", text)
            self.assertIn("internal force of a solid with a material for small or large strain", text)
            compile(text, "forces.pyi", "exec")

    @unittest.skipIf(COMM.size > 1, "a subprocess cannot start MPI beside several ranks")
    def test_stubs_pass_mypy(self):
        try:
            import mypy  # noqa: F401
        except ImportError:
            self.skipTest("mypy is not installed")
        with tempfile.TemporaryDirectory() as folder:
            package = os.path.join(folder, "tenon")
            os.mkdir(package)
            source = os.path.dirname(tenon.__file__)
            for name in os.listdir(source):
                if name.endswith((".py", ".pyi", ".typed")):
                    os.symlink(os.path.join(source, name), os.path.join(package, name))
            for name in registries.MODULES:
                stub = os.path.join(package, f"{name}.pyi")
                if os.path.lexists(stub):
                    os.remove(stub)
            registries.write_stubs(package)
            program = os.path.join(folder, "program.py")
            with open(program, "w", encoding="utf-8") as file:
                file.write(
                    "import numpy as np\n"
                    "from tenon import forces, materials\n"
                    "entry = forces.elastic(material=materials.neo_hookean(young=np.float32(5), poisson=0.4))\n"
                    "reveal_type(entry)\n"
                    "forces.elastic(material=3)\n"
                    "forces.gravity(acceleration=np.zeros(3), gruop='a')\n"
                )
            done = subprocess.run(
                [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "program.py",
                 *(f"tenon/{name}.pyi" for name in registries.MODULES)],
                cwd=folder, capture_output=True, text=True, env={**os.environ, "MYPYPATH": folder}, check=False)
            # The other modules of the package have their own test.
            own = tuple(["program.py", *(f"tenon/{name}.pyi" for name in registries.MODULES)])
            lines = [line for line in done.stdout.splitlines() if line.startswith(own)]
            self.assertTrue(any("dict" in line and "Revealed" in line for line in lines), done.stdout + done.stderr)
            errors = [line for line in lines if ": error:" in line]
            self.assertEqual(len(errors), 2, done.stdout + done.stderr)
            self.assertIn('Argument "material" to "elastic" has incompatible type "int"', errors[0])
            self.assertIn('Unexpected keyword argument "gruop"', errors[1])


@unittest.skipUnless(os.path.isdir(CUSTOM_TYPES), "the module custom_types has not been built")
class CustomTypes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        sys.path.insert(0, CUSTOM_TYPES)
        importlib.import_module("custom_types")

    def test_constructors(self):
        self.assertIn("ground_springs", dir(forces))
        self.assertEqual(
            forces.ground_springs(stiffness=3, group="tip"), {"type": "ground-springs", "stiffness": 3, "group": "tip"}
        )
        self.assertIn("stiffness k of the spring at each node", forces.ground_springs.__doc__)
        with self.assertRaisesRegex(TypeError, "did you mean 'shear'"):
            materials.linear_gel(sheer=1)

    def test_force_in_a_model(self):
        # Bar of stiffness E A / L = 10 and four springs under the load 2: u = 2 / (10 + 4 k).
        model = bar_model()
        model["bar"].forces.append(forces.ground_springs(stiffness=2.5, group="tip"))
        with model.build(COMM) as sim:
            self.assertAlmostEqual(largest_displacement(sim), 0.1, places=9)

    def test_material_in_a_model(self):
        model = bar_model()
        model["bar"].forces[0] = forces.elastic(material=materials.linear_gel(shear=10))
        with model.build(COMM) as sim:
            self.assertGreater(largest_displacement(sim), 0.0)

    def test_stepper_field_and_history(self):
        """Verifies the theta method against the trapezoidal rule, and the field and the history
        against the states."""
        ends = []
        for stepper in (steppers.theta(theta=0.5), "trapezoid", steppers.trapezoid()):
            model = bar_model(analysis=analyses.transient(stepper=stepper, step=0.05, end_time=0.5))
            model["bar"].masses.append(masses.consistent(density=1.0))
            model.output = blocks.output(
                fields=["velocity", output_fields.speed(unit=0.5)], histories=[histories.reach(name="top")]
            )
            with temporary_folder() as folder:
                arrays = result_arrays(model, folder, "bar")
            if COMM.rank == 0:
                last = max(name.split("/")[1] for name in arrays if name.startswith("steps/"))
                speed = np.linalg.norm(arrays[f"steps/{last}/bar/velocity"], axis=1) / 0.5
                np.testing.assert_allclose(np.ravel(arrays[f"steps/{last}/bar/speed"]), speed, atol=1e-12)
                self.assertNotIn(f"steps/{last}/bar/displacement", arrays)
                ends.append(np.ravel(arrays["histories/top/values"])[-1])
        if COMM.rank == 0:
            self.assertGreater(ends[0], 0.01)
            self.assertAlmostEqual(ends[0], ends[1], places=9)
            self.assertAlmostEqual(ends[1], ends[2], places=12)

    def test_contact_solver(self):
        """Verifies the velocity of a crate that slides on a plane, v = v_0 - mu g t."""
        for solver in (contact_solvers.projected_gradients(step=0.1), contact_solvers.newton(), "newton"):
            floor = {"bodies": [{"name": "floor", "position": [0, 0, 0], "mass": 1, "inertia": [1, 1, 1]}],
                     "shapes": [{"type": "plane"}], "conditions": [{"type": "fixed", "group": "floor"}]}
            crate = {"bodies": [{"name": "crate", "position": [0, 0, 0.1], "mass": 3, "inertia": [0.02, 0.02, 0.02],
                                 "velocity": [1, 0, 0]}],
                     "forces": [{"type": "gravity", "acceleration": [0, 0, -10]}],
                     "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]}
            analysis = analyses.transient(
                stepper="moreau-jean", contact_solver=solver, step=0.002, end_time=0.1, contact_tolerance=1e-9
            )
            model = tenon.Model({"objects": {"floor": floor, "crate": crate}}, analysis=analysis,
                                contacts=[{"type": "rigid", "friction": 0.3}])
            with model.build(COMM) as sim:
                sim.solve()
                crate = sim["crate"]
                for velocity in crate.velocity[: crate.num_owned]:
                    self.assertAlmostEqual(velocity[0], 1 - 0.3 * 10 * 0.1, places=6)

    def test_errors_of_its_parameters(self):
        model = bar_model()
        model["bar"].forces.append({"type": "ground-springs", "stiffness": -1, "group": "tip"})
        with self.assertRaisesRegex(tenon.InputError, r"model.objects.bar.forces\[2\].stiffness: .*positive"):
            model.build(COMM)
        model = bar_model(analysis=analyses.transient(stepper={"type": "theta", "theta": 2}, step=0.05, end_time=0.5))
        with self.assertRaisesRegex(tenon.InputError, r"model.analysis.stepper.theta: .*must not exceed 1"):
            model.build(COMM)
        model.analysis = analyses.transient(stepper="theta", step=0.05, end_time=0.5)
        with self.assertRaisesRegex(tenon.InputError, r"model.analysis.stepper: .*needs the parameter 'theta'"):
            model.build(COMM)
        model.analysis = analyses.transient(stepper={"type": "newmark"}, beta=0.3, step=0.05, end_time=0.5)
        with self.assertRaisesRegex(tenon.InputError, r"model.analysis.beta: .*move it into the block `stepper`"):
            model.build(COMM)
        model.analysis = None
        model.output = {"fields": ["displacement", {"type": "speed", "unit": 0}]}
        with self.assertRaisesRegex(tenon.InputError, r"model.output.fields\[1\].unit: .*positive"):
            model.build(COMM)
        model.output = {"fields": [{"type": "speed"}, {"type": "speed", "unit": 2}]}
        with self.assertRaisesRegex(tenon.InputError, r"model.output.fields\[1\]: .*'speed' is listed twice"):
            model.build(COMM)
        model.output = {"fields": [{"type": "speed", "unit": 2}, "displacement", "speed"]}
        with self.assertRaisesRegex(tenon.InputError, r"model.output.fields\[2\]: .*'speed' is listed twice"):
            model.build(COMM)


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Models without case files: solution, errors with paths, files, Python contributors."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

import numpy as np

import tenon
from tenon import analyses, conditions, constraints, forces, materials
from tenon._case_text import plain, yaml_text
from model_cases import COMM, bar_mesh, bar_model, largest_displacement, result_arrays, solved, temporary_folder

SOURCE = pathlib.Path(__file__).resolve().parents[2]


class Solution(unittest.TestCase):
    def test_tree_and_keywords_are_equivalent(self):
        tree = bar_model().tree()
        self.assertEqual(tree["objects"]["bar"]["mesh"], "mesh of bar")
        again = tenon.Model(tree, title="again")
        again["bar"].mesh = bar_mesh()
        summary = solved(again)
        self.assertEqual(summary["title"], "again")
        self.assertEqual(summary["objects"], solved(bar_model())["objects"])

    def test_material_adds_an_elastic_force(self):
        model = tenon.Model()
        model.object("bar", bar_mesh(), material=materials.linear_elastic(young=100, poisson=0),
                     forces=forces.traction(group="tip", traction=(0, 0, 2)), conditions=conditions.fixed(group="base"))
        self.assertEqual(solved(model)["objects"], solved(bar_model())["objects"])

    def test_numbers_of_numpy(self):
        model = bar_model(analysis=analyses.static(steps=np.int32(1)))
        model["bar"].forces[1]["traction"] = np.array([0, 0, 1], dtype=np.float32) * 2
        model["bar"].forces[0]["material"]["young"] = np.float64(100)
        model["bar"].conditions = [conditions.fixed(group="base", components=("x", "y", "z"))]
        self.assertEqual(solved(model)["objects"], solved(bar_model())["objects"])

    def test_two_objects_and_a_constraint(self):
        model = bar_model()
        model.object("other", mesh=bar_mesh(), material=materials.linear_elastic(young=100, poisson=0),
                     conditions=[conditions.fixed(group="base")])
        model.constraints.append(constraints.point_on_point(
            name="joined", first=dict(object="bar", group="tip"), second=dict(object="other", group="tip")))
        with model.build(COMM) as sim:
            self.assertAlmostEqual(largest_displacement(sim), 0.1, places=8)

    def test_petsc_options(self):
        with bar_model().build(COMM, petsc="-ksp_rtol 1e-13") as sim:
            self.assertAlmostEqual(largest_displacement(sim), 0.2, places=9)

    def test_parameters(self):
        model = bar_model(parameters={"load": 2, "young": np.float64(100)})
        model["bar"].forces[1]["traction"] = [0, 0, "load / 2"]
        model["bar"].forces[0]["material"]["young"] = "young"
        for values, expected in (({}, 0.1), ({"load": 6.0}, 0.3), ({"young": 50}, 0.2)):
            model.check(COMM, parameters=values)
            with model.build(COMM, parameters=values) as sim:
                self.assertAlmostEqual(largest_displacement(sim), expected, places=9)
        with temporary_folder() as folder:
            model.save(os.path.join(folder, "bar.yaml"), COMM)
            again = tenon.Model.load(os.path.join(folder, "bar.yaml"), COMM)
        self.assertEqual(again.blocks["parameters"], {"load": 2, "young": 100.0})
        self.assertEqual(again["bar"].forces, model["bar"].forces)

    def test_models_are_reusable(self):
        model = bar_model()
        first = solved(model)
        model["bar"].forces[1]["traction"] = [0, 0, 4]
        with model.build(COMM) as sim:
            self.assertAlmostEqual(largest_displacement(sim), 0.4, places=9)
        model["bar"].forces[1]["traction"] = [0, 0, 2]
        self.assertEqual(solved(model), first)


class Errors(unittest.TestCase):
    def error_of(self, model, method="build"):
        with self.assertRaises(tenon.InputError) as caught:
            getattr(model, method)(COMM)
        self.assertEqual(len(set(COMM.allgather(str(caught.exception)))), 1)
        return str(caught.exception)

    def test_paths_in_messages(self):
        model = bar_model(name="bridge", analysis={"type": "static", "steps": "many"})
        model["bar"].forces[0]["material"]["yuong"] = 3
        model["bar"].keys["spcae"] = 3
        for method in ("build", "check"):
            message = self.error_of(model, method)
            self.assertIn("bridge.objects.bar.forces[0].material.yuong: there is no key 'yuong' here; did you mean 'young'?", message)
            self.assertIn("bridge.analysis.steps: ", message)
            self.assertIn("bridge.objects.bar.spcae: ", message)

    def test_check_finds_what_tenon_check_finds(self):
        model = bar_model()
        model.check(COMM)
        model["bar"].conditions.clear()
        self.assertIn("bar", self.error_of(model, "check"))

    def test_indices_with_python_contributors(self):
        model = bar_model()
        model.interactions += [lambda find: None, {"type": "sprigns"}]
        self.assertIn("model.interactions[1].type: there is no interaction 'sprigns'; did you mean 'springs'", self.error_of(model))

    def test_keywords(self):
        with self.assertRaisesRegex(TypeError, "the model has no keyword 'anaylsis'; did you mean 'analysis'"):
            tenon.Model(anaylsis={})
        with self.assertRaisesRegex(TypeError, "the object 'a' has no keyword 'thicknes'; did you mean 'thickness'"):
            tenon.Model().object("a", thicknes=1)
        with self.assertRaisesRegex(ValueError, "already has an object 'bar'"):
            bar_model().object("bar")
        with self.assertRaisesRegex(KeyError, "There is no object 'bra'; did you mean 'bar'"):
            bar_model()["bra"]

    def test_values_without_representation(self):
        for value, sentence in ((object(), "a value of the type builtins.object"), (lambda x: x, "a function can replace only")):
            model = bar_model()
            model["bar"].forces[1]["traction"] = [0, 0, value]
            with self.assertRaisesRegex(TypeError, r"model.objects.bar.forces\[1\].traction\[2\]: " + sentence):
                model.build(COMM)

    def test_infinite_numbers(self):
        model = bar_model()
        model["bar"].forces[0]["material"]["young"] = np.inf
        self.assertIn("model.objects.bar.forces[0].material.young: ", self.error_of(model))

    def test_empty_model(self):
        self.assertIn("`objects` is empty", self.error_of(tenon.Model()))


class Contributors(unittest.TestCase):
    class Pull(tenon.TupleForce):
        """Force 2 along z, shared by the nodes of a group, as the traction on the tip."""

        is_linear = is_symmetric = is_load = True

        def __init__(self, find, place):
            super().__init__(find.nodes(place), name="pull")

        def force(self, u):
            return np.broadcast_to(np.array([0, 0, 0.5]), u.shape).copy() + 0 * u

    def test_force_of_an_object(self):
        model = bar_model()
        model["bar"].forces[1] = lambda find: self.Pull(find, ("bar", "tip"))
        with model.build(COMM) as sim:
            self.assertAlmostEqual(largest_displacement(sim), 0.2, places=9)

    def test_interaction(self):
        model = bar_model()
        del model["bar"].forces[1]
        model.interactions.append(lambda find: self.Pull(find, ("bar", "tip")))
        with model.build(COMM) as sim:
            self.assertAlmostEqual(largest_displacement(sim), 0.2, places=9)

    def test_exception_of_a_factory(self):
        model = bar_model()
        model.interactions.append(lambda find: 1 / 0 if COMM.rank == COMM.size - 1 else self.Pull(find, ("bar", "tip")))
        with self.assertRaises(tenon.InputError) as caught:
            model.build(COMM)
        self.assertIn("ZeroDivisionError", str(caught.exception))
        if COMM.rank == COMM.size - 1:
            self.assertIsInstance(caught.exception.__cause__, ZeroDivisionError)

    def test_files_cannot_contain_them(self):
        model = bar_model()
        model.constraints.append(self.Pull)
        with temporary_folder() as folder:
            with self.assertRaisesRegex(tenon.InputError, r"model.constraints\[0\]: Contributors.Pull creates a contributor in Python"):
                model.save(os.path.join(folder, "case.yaml"), COMM)
            self.assertEqual(os.listdir(folder), [])


class Files(unittest.TestCase):
    def test_saved_model_gives_the_same_results(self):
        with temporary_folder() as folder:
            path = os.path.join(folder, "bar.yaml")
            model = bar_model(bar_mesh(twist=0.05), analysis=analyses.static(steps=2), title="a bar: 1")
            model.save(path, COMM)
            self.assertEqual(sorted(os.listdir(folder)), ["bar.bar.msh", "bar.yaml"])
            loaded = tenon.Model.load(path, COMM)
            self.assertEqual(loaded.name, "bar")
            expected = model.tree()
            expected["objects"]["bar"]["mesh"] = "bar.bar.msh"
            self.assertEqual(loaded.tree(), expected)
            with tenon.open(path, COMM) as sim:
                sim.solve()
                of_file = sim.summary()
            self.assertEqual(of_file["title"], "a bar: 1")
            self.assertEqual(of_file["objects"], solved(model)["objects"])
            self.assertEqual(of_file["objects"], solved(loaded)["objects"])
            one, other = result_arrays(model, folder, "one"), result_arrays(loaded, folder, "other")
            for name in ("displacement", "reaction"):
                for key in one:
                    if key.endswith(name):
                        np.testing.assert_array_equal(one[key], other[key])

    def test_names_of_files_follow_the_model(self):
        with temporary_folder() as folder:
            first, second = os.path.join(folder, "first"), os.path.join(folder, "second")
            if COMM.rank == 0:
                os.mkdir(first)
                os.mkdir(second)
            COMM.barrier()
            bar_model().save(os.path.join(first, "bar.yaml"), COMM)
            moved = tenon.Model.load(os.path.join(first, "bar.yaml"), COMM)
            moved.save(os.path.join(second, "moved.yaml"), COMM)
            self.assertEqual(tenon.Model.load(os.path.join(second, "moved.yaml"), COMM)["bar"].mesh,
                             os.path.join("..", "first", "bar.bar.msh"))
            with tenon.open(os.path.join(second, "moved.yaml"), COMM) as sim:
                self.assertAlmostEqual(largest_displacement(sim), 0.2, places=9)

    def test_missing_file(self):
        with self.assertRaises(tenon.FileError):
            tenon.Model.load("no/such/case.yaml", COMM)

    def test_yaml_keeps_all_values(self):
        tree = plain({
            "a": {"numbers": [1, -2.5, 1e-300, 0.1, 1e22], "flag": True, "text": "no", "empty": "x: y #",
                  "nested": [[1, 2], [3, 4]]},
            "list": [{"type": "a", "long": "x" * 120, "inner": {"k": [{"b": 1}, {"c": "d"}]}}, {"e": []}],
            "key with: colon": {"x": {}}, "true": "1.5e3 N", "unicode": "Größe – 5 µm",
        }, "model")
        with temporary_folder() as folder:
            path = os.path.join(folder, "tree.yaml")
            from tenon._library import _tenon
            _tenon.write_text(path, yaml_text(tree), COMM)
            read = _tenon.read_case(path, COMM)
        tree["list"][1]["e"] = []
        self.assertEqual(read, tree)


class Documentation(unittest.TestCase):
    def test_examples_of_the_guide(self):
        text = (SOURCE / "docs/how-to/python-models.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", text, re.S)
        self.assertGreater(len(blocks), 5)
        names = {"__name__": "guide"}
        with temporary_folder() as folder:
            before = os.getcwd()
            os.chdir(folder)
            try:
                for block in blocks:
                    exec(compile(block, "python-models.md", "exec"), names)
            finally:
                os.chdir(before)


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies `tenon optimise`: material constants from displacements, ranges, runs that fail,
interrupted optimisations, and messages about wrong input."""
import csv
import json
import re
import unittest

import h5py

from tenon_program import Case, box, on_all_ranks, replaced, second_order

# Cantilever of hex20, whose measured displacements at the tip are those of E = 70000 and nu = 0.33.
# Bending determines E, and the transverse contraction nu; the noise is in the ratio of the
# displacements.
BEAM = """\
parameters:
  E: {of: elastic on beam, number: young, start: 30000, between: [100, 1e6], scale: log}
  nu: {of: elastic on beam, number: poisson, start: 0.2, between: [0, 0.49]}
objects:
  beam:
    mesh: beam.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 70000, poisson: 0.33}}
      - {type: traction, group: top, traction: [20, 0, 5]}
    conditions: [{type: fixed, group: bottom}]
objective:
  - {type: misfit, object: beam, group: top, data: {csv: tip_x.csv}, noise: 1e-2}
  - {type: misfit, object: beam, group: top, data: {csv: tip_y.csv}, noise: 1e-5}
optimise: {gradient: 1e-8}
solver: {preset: direct}
"""

# Bar whose end is pulled to a given position: the line search leaves the admissible values of E.
BAR = """\
parameters:
  E: {of: elastic on block, number: young}
objects:
  block:
    mesh: bar.msh
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}
      - {type: traction, group: top, traction: [0, 0, 60]}
    conditions: [{type: fixed, group: bottom}]
objective: [{type: displacement, object: block, group: top, component: z}]
optimise: {gradient: 1e-8}
solver: {preset: direct}
"""
LONGER = "objective: [{type: misfit, object: block, group: top, data: [0, 0, 0.9]}]"
BAR = replaced(BAR, "objective: [{type: displacement, object: block, group: top, component: z}]", LONGER)


class Optimisations(Case):
    def setUp(self):
        super().setUp()
        self.write("beam.msh", box(size=(1, 1, 6), cells=(1, 1, 4), edit=second_order))
        self.write("bar.msh", box(size=(1, 1, 2), cells=(1, 1, 4)))

    def measure(self):
        """Writes the displacements at the tip of the beam with the constants in its entry."""
        case = replaced(replaced(BEAM, "start: 30000, ", ""), "start: 0.2, ", "")
        self.write("true.yaml", re.sub(r"objective:(\n.*){3}\n", "", case))
        self.assertRuns("run", "true.yaml", "-o", "true")
        with h5py.File(self.folder / "true.h5") as file:
            points, tags = file["meshes/beam/points"][:], file["meshes/beam/tags"][:]
            displacements = file["steps/0000/beam/displacement"][:]
        for component, name in enumerate("xy"):
            lines = [f"{tag},{u[component]!r}\n" for tag, point, u in zip(tags, points, displacements.tolist()) if point[2] == 6]
            self.write(f"tip_{name}.csv", f"node,{name}\n" + "".join(lines))

    def optimise(self, text, *words, code=0, **options):
        self.write("case.yaml", text)
        run = self.tenon("optimise", "case.yaml", "--summary", "optimise.json", *words, **options)
        self.assertEqual(run.code, code, run.all)
        summary = json.loads((self.folder / "optimise.json").read_text())
        return summary, {p["name"]: p for p in summary["parameters"]}, run

    def table(self, name="table.csv"):
        with open(self.folder / name, newline="") as file:
            return list(csv.DictReader(file))


@on_all_ranks("solver")
class Calibration(Optimisations):
    def test_material_constants_of_a_cantilever(self):
        self.measure()
        summary, parameters, run = self.optimise(BEAM, "--table", "table.csv", "--output", "best")
        self.assertTrue(summary["converged"])
        self.assertLessEqual(summary["evaluations"], 15)
        self.assertAlmostEqual(parameters["E"]["value"] / 70000, 1, delta=1e-6)
        self.assertAlmostEqual(parameters["nu"]["value"] / 0.33, 1, delta=1e-6)
        self.assertEqual([p["bound"] for p in parameters.values()], [None, None])
        self.assertEqual([p["initial_value"] for p in parameters.values()], [30000, 0.2])
        rows = self.table()
        self.assertEqual([int(row["evaluation"]) for row in rows], list(range(1, summary["evaluations"] + 1)))
        self.assertEqual((float(rows[0]["E"]), float(rows[0]["nu"])), (30000, 0.2))
        self.assertEqual(min(float(row["objective"]) for row in rows), summary["value"])
        self.assertRegex(run.out, r"iteration evaluations +objective +gradient +step\n +0 +1 ")
        with h5py.File(self.folder / "best.h5") as best, h5py.File(self.folder / "true.h5") as true:
            self.assertLess(abs(best["steps/0000/beam/displacement"][:] - true["steps/0000/beam/displacement"][:]).max(), 1e-6)

    def test_the_number_of_ranks_does_not_matter(self):
        self.measure()
        _, alone, _ = self.optimise(BEAM, ranks=1)
        _, parameters, _ = self.optimise(BEAM)
        for name, parameter in parameters.items():
            self.assertAlmostEqual(parameter["value"] / alone[name]["value"], 1, delta=1e-8)

    def test_an_interrupted_optimisation_ends_with_the_same_values(self):
        self.measure()
        whole, of_whole, _ = self.optimise(BEAM, "--table", "whole.csv")
        short = replaced(BEAM, "optimise: {gradient: 1e-8}", "optimise:\n  gradient: 1e-8\n  iterations: 4")
        part, _, run = self.optimise(short, "--table", "part.csv", code=3)
        self.assertIn("The optimisation has not converged: the limit of 4 iterations is reached.", run.err)
        path = self.folder / "part.csv"
        path.write_text(path.read_text() + "6,5,1e4,0.")  # a line that was not completed
        rest, parameters, run = self.optimise(BEAM, "--table", "part.csv", "--resume")
        self.assertIn("part.csv: 5 evaluations are read", run.out)
        self.assertEqual((part["evaluations"], rest["recorded_evaluations"]), (5, 5))
        self.assertEqual(rest["evaluations"], whole["evaluations"])
        for name, parameter in parameters.items():
            self.assertAlmostEqual(parameter["value"] / of_whole[name]["value"], 1, delta=1e-12)
        self.assertEqual([row["evaluation"] for row in self.table("part.csv")], [row["evaluation"] for row in self.table("whole.csv")])
        again, _, _ = self.optimise(BEAM, "--table", "part.csv", "--resume")
        self.assertEqual(again["recorded_evaluations"], again["evaluations"])

    def test_a_bound_is_reached(self):
        text = replaced(BAR, "number: young", "number: young, between: [300, 1e4], scale: log")
        summary, parameters, run = self.optimise(text)
        self.assertTrue(summary["converged"])
        self.assertEqual((parameters["E"]["value"], parameters["E"]["bound"]), (300, "lower"))
        self.assertGreater(parameters["E"]["derivative"], 0)
        self.assertRegex(run.out, r"\nE +1000 +300 .*lower\n")


class Failures(Optimisations):
    def test_runs_that_fail_reduce_the_step(self):
        """The first step of the line search leads to a negative modulus."""
        expected, of_log, _ = self.optimise(replaced(BAR, "number: young", "number: young, scale: log"))
        for method in ("blmvm", "bqnls", "lmvm"):
            with self.subTest(method=method):
                text = replaced(BAR, "optimise: {", f"optimise: {{method: {method}, ")
                summary, parameters, run = self.optimise(text, "--table", "table.csv", "--overwrite")
                self.assertGreater(summary["failed_evaluations"], 0)
                self.assertAlmostEqual(parameters["E"]["value"] / of_log["E"]["value"], 1, delta=1e-6)
                self.assertRegex(run.out, r"evaluation \d+ has failed, the step is reduced: case\.yaml:7: .*'young' must be positive")
                failed = [row for row in self.table() if row["status"] != "ok"]
                self.assertEqual(len(failed), summary["failed_evaluations"])
                self.assertEqual({(row["status"], row["objective"]) for row in failed}, {("input error", "")})

    def test_runs_without_an_equilibrium_reduce_the_step(self):
        """A bar that is too soft needs more iterations than Newton's method has."""
        text = replaced(BAR, "[0, 0, 0.9]", "[0, 0, 0.225]") + "analysis: {type: static, max_iterations: 2}\n"
        summary, parameters, run = self.optimise(text, "--table", "table.csv")
        self.assertTrue(summary["converged"])
        self.assertIn("not converged", {row["status"] for row in self.table()})
        self.assertRegex(run.out, r"evaluation \d+ has failed, the step is reduced: ")

    def test_the_number_of_successive_failures_is_limited(self):
        text = replaced(BAR, "optimise: {", "optimise: {failures: 1, ")
        summary, parameters, run = self.optimise(text, code=3)
        self.assertIn("has not converged: 2 runs in succession have failed (key `failures`).", run.err)
        self.assertEqual(parameters["E"]["value"], 1000)

    def test_initial_values_without_an_equilibrium(self):
        self.write("case.yaml", BAR + "analysis: {type: static, max_iterations: 1}\n")
        run = self.tenon("optimise", "case.yaml", "--table", "table.csv")
        self.assertFails(run, 3, "The run with the initial values of the parameters has failed: choose other values")
        self.assertEqual([row["status"] for row in self.table()], ["not converged"])


class Tolerances(Optimisations):
    def test_reasons_are_sentences(self):
        for block, words, reason in (
                ("gradient: 1e-3", (), "the norm of the projected gradient is below 0.001 times its initial value"),
                ("gradient: 0, objective: 1e-3", (), "the relative decrease of the objective in one iteration is below 0.001"),
                ("gradient: 0, step: 1e-2", (), "no scaled parameter changes by more than 0.01 in one iteration"),
                ("gradient: 0", ("-tao_gatol", "1e-3"), "the norm of the projected gradient is below 0.001 (-tao_gatol)")):
            with self.subTest(reason=reason):
                text = replaced(BAR, "number: young", "number: young, scale: log")
                summary, _, run = self.optimise(replaced(text, "gradient: 1e-8", block), *words)
                self.assertEqual((summary["converged"], summary["reason"]), (True, reason))
                self.assertIn(f"\nconverged: {reason}.\n", run.out)

    def test_options_of_tao(self):
        text = replaced(BAR, "number: young", "number: young, scale: log")
        summary, _, _ = self.optimise(text, "-tao_type", "bncg", "-tao_max_it", "1", code=3)
        self.assertEqual(summary["iterations"], 1)
        self.assertFails(self.tenon("optimise", "case.yaml", "-tao_type", "nls"), 2, "-tao_type: the method 'nls' needs more than")
        self.assertFails(self.tenon("optimise", "case.yaml", "-tao_gatoll", "1"), 2, "unused PETSc option -tao_gatoll")
        self.assertFails(self.tenon("run", "case.yaml", "-tao_gatol", "1"), 2, "unused PETSc option -tao_gatol")


@on_all_ranks("messages")
class Messages(Optimisations):
    def fails(self, text, *says, words=(), code=2):
        self.write("case.yaml", text)
        self.assertFails(self.tenon("optimise", "case.yaml", *words), code, *map(re.escape, says))

    def test_an_error_in_a_parameter_is_reported_once(self):
        """The case is checked for gradients and for optimisations."""
        self.write("case.yaml", replaced(BAR, "number: young}", "number: young, between: [1, 2]}"))
        for command in "check", "run", "optimise":
            run = self.tenon(command, "case.yaml")
            self.assertEqual(run.code, 2, run)
            self.assertEqual(run.err.count("outside of this range"), 1, run)

    def test_wrong_blocks_are_named(self):
        for old, new, says in (
                ("optimise: {gradient", "optimise: {gradent", "optimise.gradent: there is no key 'gradent' here; did you mean 'gradient'?"),
                ("optimise: {", "optimise: {method: blmwm, ", "blmwm"),
                ("gradient: 1e-8", "gradient: -1", "optimise.gradient: 'gradient' must"),
                ("gradient: 1e-8", "iterations: -1", "optimise.iterations: 'iterations' must"),
                ("optimise: {gradient: 1e-8}", "optimise: 3", "optimise"),
                (LONGER, "output: []", "an optimisation needs an objective"),
                ("number: young}", "number: young, between: [1, 1e4]}", "the method 'lmvm' does not admit ranges, but the parameter 'E'")):
            with self.subTest(says=says):
                text = replaced(BAR, old, new)
                if "lmvm" in says:
                    text = replaced(text, "optimise: {", "optimise: {method: lmvm, ")
                self.fails(text, says)
                self.assertFails(self.tenon("check", "case.yaml"), 2, re.escape(says))
        self.fails(replaced(BAR, "optimise:", "optimize:"), "there is no key 'optimize' here; did you mean 'optimise'?")
        self.fails(BAR, "There is no parameter 'e'", words=("--parameters", "e"))

    def test_tables_of_others_are_not_replaced(self):
        self.fails(BAR, "--resume needs the table", words=("--resume",))
        self.write("table.csv", "node,x\n1,2\n")
        self.fails(BAR, "'table.csv' already exists: use --resume to continue", words=("--table", "table.csv"))
        self.fails(BAR, "'table.csv' contains another optimisation: its columns are 'node,x'", words=("--table", "table.csv", "--resume"))
        self.assertEqual((self.folder / "table.csv").read_text(), "node,x\n1,2\n")
        self.fails(BAR, "The output", words=("--table", "case.yaml", "--overwrite"))
        self.optimise(BAR, "--table", "good.csv")
        self.fails(replaced(BAR, "0, 60]", "0, 61]"), "the table was created with another case", words=("--table", "good.csv", "--resume"))
        good = (self.folder / "good.csv").read_text()
        for old, new, says in (("2,1,", "3,1,", "line 3 is not evaluation 2"), ("\n1,0,1000", "\n1,0,many", "line 2 contains 'many' instead of a number"),
                               (",ok,", ",fine,", "line 2 contains the status 'fine'"), ("\n1,0", "\n1", "fields")):
            self.write("bad.csv", replaced(good, old, new) if good.count(old) == 1 else good.replace(old, new, 1))
            self.fails(BAR, "'bad.csv' contains another optimisation: ", says, words=("--table", "bad.csv", "--resume"))

    def test_places_without_a_derivative_are_named(self):
        text = replaced(BAR, "    mesh: bar.msh", "    mesh: bar.msh\n    place: {move: [0, 0, shift]}")
        text = replaced(text, "parameters:\n", "parameters:\n  shift: {start: 1}\n")
        self.fails(text, "the parameter 'shift' is used here, but gradients are available only for")


if __name__ == "__main__":
    unittest.main()

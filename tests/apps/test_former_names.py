# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies former names of keys, types, values and datasets: they give the results of the standard
names, with one warning each, and are neither suggested nor listed as names."""
import json
import unittest

import h5py
import numpy as np

from tenon_program import ONE, TWO, WARNING, Case, on_all_ranks, replaced

TIED = TWO + """\
  - {type: prescribed, name: pull, object: upper, group: top, values: {x: 0.01}, on_prescribed: automatic}
system: {type: fixed-pattern, prescribed_diagonal: one}
analysis: {type: static, max_step_reductions: 3}
solver: {preset: schur, preconditioner: {update: once}}
"""

PRESSED = ONE + """\
contacts:
  - {type: plane, name: press, slave: {object: block, group: top}, point: [0, 0, 1], normal: [0, 0, -1], displacement: [0, 0, -0.01]}
solver: {preset: direct}
"""

TOUCHING = """\
output: touching
objects:
  lower:
    mesh: lower.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    conditions: [{type: fixed, group: bottom}]
  upper:
    mesh: upper.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 2000, poisson: 0.2}}]
    conditions: [{type: prescribed, group: top, values: {x: 0, y: 0, z: -0.01}}]
contacts:
  - {type: surface, name: seat, slave: {object: upper, group: bottom}, master: {object: lower, group: top}, method: automatic, configuration: CONFIGURATION}
solver: {preset: direct}
"""

SLIDING = """\
output: sliding
objects:
  rod:
    bodies: [{name: a, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0], angular_velocity: [2, 0, 0]}]
    initial: {angular_velocity: [1, 0, 0]}
constraints:
  - {type: slider-joint, name: bearing, first: {object: rod, group: a}, axis: [1, 0, 0], free_rotation: true}
analysis: {type: transient, step: 0.01, end_time: 0.05, error_tolerance: 1.0e-3, max_step_reductions: 4}
"""

FOLLOWED = replaced(ONE, "traction: [0, 0.1, -1]", "traction: [0, 0.1, -1], history: [[0, 0], [1, 1]]") + """\
analysis: {type: arc-length, step: 0.25, end_time: 1, desired_iterations: 4, max_step_ratio: 2, max_step_reductions: 5}
solver: {preset: direct}
"""

# Cases with the pairs of a standard and a former text.
CASES = (
    (TIED, (("type: prescribed, name", "type: hold, name"), ("on_prescribed", "on_held"), ("automatic", "usual"),
            ("prescribed_diagonal", "held_diagonal"), ("max_step_reductions", "cuts"), ("update", "moment"))),
    (PRESSED, (("displacement: [", "move: ["),)),
    (TOUCHING.replace("CONFIGURATION", "reference"),
     (("automatic", "usual"), ("configuration", "overlaps"), ("reference", "rest"))),
    (TOUCHING.replace("CONFIGURATION", "current"), (("configuration", "overlaps"), ("current", "present"))),
    (SLIDING, (("angular_velocity", "spin"), ("free_rotation", "turns"), ("error_tolerance", "error"),
               ("max_step_reductions", "cuts"))),
    (FOLLOWED, (("desired_iterations", "iterations"), ("max_step_ratio", "longest"), ("max_step_reductions", "cuts"))),
)

ROLLING = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  ball:
    bodies: [{name: ball, position: [0.5, 0, 0.1], mass: 2, inertia: [0.008, 0.008, 0.008]}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes: [{type: sphere, radius: 0.1}]
contacts: [{type: rigid}]
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 0.03}
output: {stem: rolling, checkpoint: 2}
"""


@on_all_ranks("messages")
class FormerNames(Case):
    def results(self, text):
        """Runs a case and returns the numbers of its result file by path, and its warnings."""
        self.write("case.yaml", text)
        run = self.assertRuns("run", "case.yaml", "-o", "out", own_ranks=True)
        found = {}

        def add(path, item):
            if isinstance(item, h5py.Dataset) and item.dtype.kind in "fi" and not path.endswith("partition"):
                found[path] = item[()]

        with h5py.File(self.folder / "out.h5") as file:
            file.visititems(add)
        return found, run.messages(WARNING)

    def test_give_the_same_results_with_one_warning_each(self):
        for case, pairs in CASES:
            with self.subTest(pairs):
                expected, warnings = self.results(case)
                self.assertEqual([text for text in warnings if "former name" in text], [])
                for standard, former in pairs:
                    self.assertIn(standard, case)
                    case = case.replace(standard, former)
                found, warnings = self.results(case)
                warnings = [text for text in warnings if "former name" in text]
                self.assertEqual(len(warnings), len(pairs), warnings)
                for text in warnings:
                    self.assertRegex(text, r"^case\.yaml:\d+: [\w.\[\]]+: '[\w-]+' is a former name of '[\w-]+'")
                self.assertEqual(found.keys(), expected.keys())
                for path, values in expected.items():
                    size = max(1.0, np.abs(values).max(initial=0.0))
                    np.testing.assert_allclose(found[path], values, rtol=0, atol=1e-9 * size, err_msg=path)

    def test_warning_names_line_and_standard_name(self):
        self.write("case.yaml", ONE + "analysis:\n  type: static\n  cuts: 3\n")
        for command in "check", "run":
            run = self.assertRuns(command, "case.yaml")
            warnings = run.messages(WARNING)
            self.assertEqual(len(warnings), 1, run)
            self.assertTrue(warnings[0].startswith("case.yaml:12: analysis.cuts: 'cuts' is a former name of "
                                                   "'max_step_reductions'. It is still accepted, but use 'max_step_reductions' instead."))

    def test_both_names_are_refused(self):
        self.refuse(ONE + "analysis:\n  type: static\n  max_step_reductions: 3\n  cuts: 4\n", r"case\.yaml:13",
                    "'cuts' is a former name of 'max_step_reductions'", r"also given \(case\.yaml:12\)")
        self.refuse(replaced(SLIDING, "initial: {", "initial: {spin: [0, 0, 1], "), r"case\.yaml:5",
                    "'spin' is a former name of 'angular_velocity'")
        self.refuse(replaced(SLIDING, "mass: 1, ", "mass: 1, spin: [0, 0, 1], "), r"case\.yaml:4",
                    "'spin' is a former name of 'angular_velocity'")
        self.refuse(replaced(TIED, "on_prescribed: automatic", "on_prescribed: keep, on_held: drop"), r"case\.yaml:21",
                    "'on_held' is a former name of 'on_prescribed'")

    def test_are_not_suggested(self):
        run = self.refuse(ONE + "analysis: {type: static, cutz: 4}\n", r"case\.yaml:10", "no key 'cutz'")
        self.assertNotIn("'cuts'", run.all)
        self.refuse(ONE + "analysis: {type: static, max_step_reduction: 4}\n", "did you mean 'max_step_reductions'")
        run = self.refuse(replaced(TIED, "type: prescribed, name", "type: holt, name"), "no constraint 'holt'")
        self.assertNotIn("'hold'", run.all)
        run = self.refuse(TOUCHING.replace("CONFIGURATION", "rset"), "'configuration' cannot be 'rset'", "reference")
        self.assertNotIn("'rest'", run.all)
        self.refuse(TOUCHING.replace("CONFIGURATION", "curent"), "did you mean 'current'")

    def test_stay_bound_to_their_blocks(self):
        """Verifies that a former name of one block is unknown in another one."""
        self.refuse(replaced(ONE, "type: fixed, ", "type: fixed, spin: [0, 0, 1], "), r"case\.yaml:9", "no key 'spin'")


class FormerNamesElsewhere(Case):
    def test_list_shows_standard_names_with_a_note(self):
        joint = self.assertRuns("list", "slider-joint").out
        self.assertIn("  free_rotation", joint)
        self.assertIn("formerly 'turns'", joint)
        self.assertNotIn("  turns", joint)
        contact = self.assertRuns("list", "surface").out
        self.assertIn("formerly 'overlaps'", contact)
        self.assertIn("'reference' was formerly 'rest'", contact)
        self.assertIn("constraint prescribed: ", self.assertRuns("list", "hold").out)
        self.assertIn("formerly 'hold'", self.assertRuns("list", "hold").out)
        self.assertNotRegex(self.assertRuns("list", "constraint").out, r"(?m)^  hold\b")
        page = self.assertRuns("list", "--markdown").out
        self.assertIn("| `max_step_reductions` |", page)
        self.assertIn("formerly `cuts`", page)
        self.assertNotIn("| `cuts` |", page)

    def test_datasets_of_contacts_have_both_names(self):
        self.write("case.yaml", ROLLING)
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / "rolling.h5") as file:
            contacts = file["contacts"][sorted(file["contacts"])[-1]]
            self.assertEqual(contacts["position"].shape, (1, 3))
            for standard, former in ("position", "place"), ("position_on_first", "place_on_first"):
                self.assertEqual(contacts[standard], contacts[former])  # one dataset
            np.testing.assert_allclose(contacts["position"][0], [0.5, 0, 0], atol=1e-9)
        self.assertRuns("run", "case.yaml", "--restart")
        with h5py.File(self.folder / "rolling.h5") as file:
            for step in file["contacts"]:
                self.assertEqual(file["contacts"][step]["position"], file["contacts"][step]["place"])

    def test_summary_has_both_names(self):
        self.write("case.yaml", PRESSED)
        self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        summary = json.loads((self.folder / "summary.json").read_text())
        largest = summary["objects"][0]["largest_displacement"]
        self.assertEqual(len(largest["position"]), 3)
        self.assertEqual(largest["position"], largest["place"])
        multipliers = summary["constraints"][0]["multipliers"]
        self.assertGreater(multipliers["active"], 0)
        self.assertEqual(multipliers["active"], multipliers["holding"])


if __name__ == "__main__":
    unittest.main()

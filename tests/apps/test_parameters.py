# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the block `parameters` and the option --set: results equal those of the same case with
numbers, and every command accepts the option."""
import json
import re
import unittest

import h5py

from tenon_program import ONE, Case, on_all_ranks, replaced

PARAMETERS = "parameters: {young: 2 * half, half: 500, load: 0.1, poisson: 0.3}\n"
BLOCK = PARAMETERS + replaced(replaced(ONE, "young: 1000, poisson: 0.3", "young: young, poisson: poisson"),
                              "[0, 0.1, -1]", "[0, load, -10*load]")


@on_all_ranks("files")
class Parameters(Case):
    def displacement(self, summary):
        return json.loads((self.folder / summary).read_text())["objects"][0]["largest_displacement"]["value"]

    def run_case(self, name, *words):
        summary = name + ".json"
        run = self.assertRuns("run", name + ".yaml", "--summary", summary, *words)
        return self.displacement(summary), run

    def test_results_equal_those_with_numbers(self):
        self.write("numbers.yaml", ONE)
        self.write("case.yaml", BLOCK)
        expected, _ = self.run_case("numbers")
        value, run = self.run_case("case", "-o", "out")
        self.assertEqual(value, expected)
        self.assertNotIn("is not used", run.all)
        used = {"young": 1000.0, "half": 500.0, "load": 0.1, "poisson": 0.3}
        self.assertEqual(json.loads((self.folder / "case.json").read_text())["parameters"], used)
        with h5py.File(self.folder / "out.h5") as file:
            self.assertEqual({name: float(value) for name, value in file["parameters"].attrs.items()}, used)

    def test_settings_replace_values(self):
        self.write("case.yaml", BLOCK)
        base, _ = self.run_case("case")
        softer, _ = self.run_case("case", "--set", "half=250", "--set", "load=0.2")
        self.assertAlmostEqual(softer / base, 4.0, delta=1e-6)  # linear: twice the load, half the stiffness
        self.assertEqual(json.loads((self.folder / "case.json").read_text())["parameters"]["young"], 500.0)

    def test_every_command_on_a_case_knows_settings(self):
        self.write("case.yaml", BLOCK)
        for words in (["check"], ["run"], ["export", "--what", "K"], ["solve-report", "--presets", "direct"]):
            self.assertRuns(words[0], "case.yaml", "--set", "half=250", *words[1:])
            self.assertFails(self.tenon(words[0], "case.yaml", "--set", "haalf=250", *words[1:]), 2,
                             re.escape("the command line (--set): there is no parameter 'haalf'; did you mean 'half'?"))

    def test_errors_name_the_place(self):
        for text, sentence in (
                (replaced(BLOCK, "young: young", "young: 2*yung"),
                 "case.yaml:7: objects.block.forces[0].material.young: the expression '2*yung' contains the unknown "
                 "name 'yung'; did you mean 'young'?"),
                (replaced(BLOCK, "half: 500", "half: young"),
                 "case.yaml:1: parameters.young: the parameters form a cycle: young -> half -> young."),
                (replaced(BLOCK, "half: 500", "half: 500, x: 1"), "parameters.x: 'x' is a coordinate in formulas")):
            self.write("case.yaml", text)
            self.assertFails(self.tenon("check", "case.yaml"), 2, re.escape(sentence))

    def test_an_unused_parameter_causes_a_warning(self):
        self.write("case.yaml", replaced(BLOCK, "half: 500", "half: 500, spare: 7"))
        run = self.assertRuns("check", "case.yaml")
        self.assertEqual(run.all.count("the parameter 'spare' is not used"), 1)

    def test_a_case_without_parameters(self):
        self.write("case.yaml", ONE)
        self.assertFails(self.tenon("check", "case.yaml", "--set", "young=1"), 2,
                         "there is no parameter 'young': case.yaml has no block `parameters`")
        self.assertFails(self.tenon("check", "case.yaml", "--set", "young"), 2, "a setting must have the form name=value, but is 'young'")


if __name__ == "__main__":
    unittest.main()

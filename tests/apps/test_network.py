# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the material `network`: gradients with respect to its weights, the recovery of weights
from displacements, files of weights, and messages."""
import json
import unittest

from tenon_program import Case, box, on_all_ranks

# Block of rubber under tension and shear; WEIGHTS is replaced.
BLOCK = """\
parameters:
  slope: {start: %s, between: [0, 10]}
  input: {start: %s, between: [0, 10]}
  bias: {start: %s, between: [-20, 20]}
objects:
  block:
    mesh: block.msh
    forces:
      - type: elastic
        material:
          type: network
          bulk: 30
          weights:
            linear: [0.2, 0.02]
            layers:
              - {weights: [[input, 0.1], [0, 0.5]], biases: [bias, 0.3]}
              - {weights: [[1, 0.2]], biases: [-0.5]}
            output: [slope]
      - {type: traction, group: top, traction: [0.1, 0, 0.6]}
    conditions: [{type: fixed, group: bottom}]
objective: [%s]
analysis: {type: static, steps: 2}
optimise: {iterations: 60, gradient: 1e-7}
solver: {preset: direct}
"""
MISFIT = "{type: misfit, object: block, group: top, data: [0.05, 0, 0.4]}"
FROM_FILE = """\
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: network, bulk: 30, weights: %s}}
      - {type: traction, group: top, traction: [0.1, 0, 0.3]}
    conditions: [{type: fixed, group: bottom}]
solver: {preset: direct}
"""


class Networks(Case):
    def setUp(self):
        super().setUp()
        self.write("block.msh", box(cells=(2, 2, 2)))

    def summary(self, command, text, *words):
        self.write("case.yaml", text)
        self.assertRuns(command, "case.yaml", "--summary", "summary.json", *words)
        return json.loads((self.folder / "summary.json").read_text())


@on_all_ranks("partition")
class Gradients(Networks):
    def test_weights_and_biases_have_the_derivatives_of_runs(self):
        summary = self.summary("gradient", BLOCK % (0.3, 1.1, -1, MISFIT), "--check")
        self.assertTrue(summary["taylor_test"]["passed"], summary["taylor_test"])
        self.assertAlmostEqual(summary["taylor_test"]["order"], 2.0, delta=0.05)
        self.assertTrue(all(abs(parameter["derivative"]) > 1e-6 for parameter in summary["parameters"]))


class Training(Networks):
    def test_an_output_weight_is_recovered_from_the_displacement_of_its_true_value(self):
        """The measured displacement is that of a run with the weight 0.4."""
        true = BLOCK % (0.4, 1.1, -1, "{type: displacement, object: block, group: top, component: z}")
        measured = self.summary("gradient", true, "--parameters", "slope")["value"]
        misfit = "{type: history-misfit, object: block, group: top, component: z, data: [[0, %r], [2, %r]], noise: 1e-3}"
        start = BLOCK % (0.2, 1.1, -1, misfit % (measured, measured))
        optimum = self.summary("optimise", start, "--parameters", "slope")
        self.assertAlmostEqual(optimum["parameters"][0]["value"], 0.4, delta=1e-5)


class Files(Networks):
    def test_weights_of_a_file_are_those_of_the_case(self):
        weights = '{"linear": [0.2, 0.02], "layers": [{"weights": [[1, 0.5]], "biases": [-1]}], "output": [0.3]}'
        self.write("law.json", weights)
        runs = []
        for source in (weights, "law.json"):
            self.write("case.yaml", "output: run\n" + FROM_FILE % source)
            self.assertRuns("run", "case.yaml", "--summary", "summary.json")
            runs.append(json.loads((self.folder / "summary.json").read_text()))
        self.assertEqual(runs[0]["objects"], runs[1]["objects"])

    def test_errors_name_file_line_and_key(self):
        for source, text, says in (
                ("none.json", None, r"Cannot read the network '.*none.json'"),
                ("law.json", '{"linear": [0.2, -0.02]}', r"law.json:1: linear\[1\]: the weight must be at least 0"),
                ("law.json", '{"linear": [0, 0]}', "initial shear modulus of the network is 0"),
                ("law.json", '{"linear": [0.2, 0], "output": [1]}', "the network has no layers"),
                ("{linear: [1]}", None, r"weights.linear: the length of the list is 1, but it must be 2")):
            with self.subTest(says):
                if text is not None:
                    self.write("law.json", text)
                self.write("case.yaml", FROM_FILE % source)
                self.assertFails(self.tenon("check", "case.yaml"), 4 if text is None and "json" in source else 2, says)


if __name__ == "__main__":
    unittest.main()

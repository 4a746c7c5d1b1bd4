"""Constants of materials that vary in space, by expressions and by files of nodes and elements."""
import unittest

import h5py
import numpy as np

from tenon import Case, box

CASE = """\
output: {stem: %s, fields: [all, energy_density]}
objects:
  block:
    mesh: block.msh
    groups: {soft: {box: {x: [0, 0.5]}}, stiff: {box: {x: [0.5, 1]}}}
    forces:
%s
      - {type: traction, group: top, traction: [3, 1, -20]}
    conditions: [{type: fixed, group: bottom}]
solver: {preset: direct}
"""
ONE = "      - {type: elastic, material: {%s}}"
TWO = "      - {type: elastic, group: soft, material: {%s}}\n      - {type: elastic, group: stiff, material: {%s}}"
MIDDLES = [((i + 0.5) / 4, (j + 0.5) / 2, (k + 0.5) / 2) for k in range(2) for j in range(2) for i in range(4)]
NODES = [(i / 4, j / 2, k / 2) for k in range(3) for j in range(3) for i in range(5)]


class Varying(Case):
    def setUp(self):
        super().setUp()
        self.write("block.msh", box(cells=(4, 2, 2)))
        self.write("step.csv", "element,value\n" + "".join(f"{n},{100 if x < 0.5 else 700}\n" for n, (x, y, z) in enumerate(MIDDLES, 1)))
        self.write("ramp.csv", "node,value\n" + "".join(f"{n},{100 + 300 * x}\n" for n, (x, y, z) in enumerate(NODES, 1)))
        self.write("fibres.csv", "element,x,y,z\n" + "".join(f"{n},1,{y},0\n" for n, (x, y, z) in enumerate(MIDDLES, 1)))

    def results(self, stem, forces):
        self.write("case.yaml", CASE % (stem, forces))
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / f"{stem}.h5") as file:
            return {name: data[:] for name, data in file["steps/0000/block"].items() if isinstance(data, h5py.Dataset)}

    def assertSame(self, first, second, but=()):
        self.assertEqual(first.keys(), second.keys())
        for name in first.keys() - set(but):
            np.testing.assert_allclose(first[name], second[name], atol=1e-9 * abs(second[name]).max(), err_msg=name)

    def test_two_halves(self):
        """One material whose constants jump, and two materials in their groups."""
        for material in ("type: linear-elastic, young: %s, poisson: 0.3", "type: neo-hookean, young: %s, poisson: 0.3",
                         "type: ogden, terms: [[30, 2]], bulk: %s", "type: j2-plasticity, young: 400, poisson: 0.3, yield_stress: %s"):
            halves = self.results("halves", TWO % (material % 100, material % 700))
            for word in '"x < 0.5 ? 100 : 700"', "{csv: step.csv}":
                self.assertSame(self.results("whole", ONE % (material % word)), halves)

    def test_a_ramp(self):
        """Linear between nodes: the mean of a cell is its value in the middle."""
        material = "type: mooney-rivlin, c10: %s, c01: 5, bulk: 900"
        ramp = self.results("nodes", ONE % (material % "{csv: ramp.csv}"))
        self.assertSame(self.results("formula", ONE % (material % '"100 + 300 * x"')), ramp)
        even = self.results("even", ONE % (material % 250))
        self.assertGreater(abs(even["displacement"] - ramp["displacement"]).max(), 0.05 * abs(ramp["displacement"]).max())

    def test_fibres_of_elements(self):
        material = "type: fibre-reinforced, mu: 300, k1: 800, k2: 1, bulk: 900, fibre: %s"
        self.assertSame(self.results("file", ONE % (material % "{csv: fibres.csv}")),
                        self.results("formula", ONE % (material % '[1, "y < 0.5 ? 0.25 : 0.75", 0]')))

    def test_what_is_wrong(self):
        self.write("short.csv", "element,value\n1,5\n")
        self.write("low.csv", "element,value\n" + "".join(f"{n},{-3 if n == 6 else 5}\n" for n in range(1, 17)))
        material = "type: neo-hookean, young: %s, poisson: 0.3"
        for word, sentence in (("{csv: short.csv}", r"elastic on block, 'young': '\S*short\.csv' has no line for element \d+"),
                               ("{csv: low.csv}", "elastic on block: 'young' has to be positive, but is -3 in element 6"),
                               ("{csv: none.csv}", "none.csv"),
                               ('"1 + q"', r"case\.yaml:7.*1 \+ q")):
            self.write("case.yaml", CASE % ("wrong", ONE % (material % word)))
            run = self.tenon("run", "case.yaml")
            self.assertEqual(run.code, 4 if "none" in word else 2, run)
            self.assertEqual(len(run.errors()), 1, run)
            self.assertRegex(run.errors()[0], sentence)


if __name__ == "__main__":
    unittest.main()

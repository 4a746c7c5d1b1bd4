# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies material constants that vary in space, by expressions and by files of nodes and
elements."""
import unittest

import h5py
import numpy as np

from tenon_program import Case, box

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
        """Verifies one material with discontinuous constants against two materials in their
        groups."""
        for material in ("type: linear-elastic, young: %s, poisson: 0.3", "type: neo-hookean, young: %s, poisson: 0.3",
                         "type: ogden, terms: [[30, 2]], bulk: %s", "type: j2-plasticity, young: 400, poisson: 0.3, yield_stress: %s"):
            halves = self.results("halves", TWO % (material % 100, material % 700))
            for word in '"x < 0.5 ? 100 : 700"', "{csv: step.csv}":
                self.assertSame(self.results("whole", ONE % (material % word)), halves)

    def test_a_ramp(self):
        """Verifies constants that are linear between nodes: the mean of a cell is the value at its
        centre."""
        material = "type: mooney-rivlin, c10: %s, c01: 5, bulk: 900"
        ramp = self.results("nodes", ONE % (material % "{csv: ramp.csv}"))
        self.assertSame(self.results("formula", ONE % (material % '"100 + 300 * x"')), ramp)
        even = self.results("even", ONE % (material % 250))
        self.assertGreater(abs(even["displacement"] - ramp["displacement"]).max(), 0.05 * abs(ramp["displacement"]).max())

    def test_datasets_of_hdf5_files(self):
        """Verifies datasets of HDF5 files against equal CSV files, in the order of the mesh file:
        constants, fibres, loads, prescribed displacements."""
        with h5py.File(self.folder / "fields.h5", "w", libver="latest") as file:
            file["step"] = [100.0 if x < 0.5 else 700 for x, y, z in MIDDLES]
            file["of/nodes/ramp"] = np.array([[100 + 300 * x] for x, y, z in NODES])
            file["fibres"] = [[1, y, 0.0] for x, y, z in MIDDLES]
            file["wind"] = [[z * x, 0.2 * y, -x] for x, y, z in NODES]
        yields = "type: j2-plasticity, young: 400, poisson: 0.3, yield_stress: %s"
        self.assertSame(self.results("h5", ONE % (yields % "{hdf5: fields.h5, elements: step}")), self.results("csv", ONE % (yields % "{csv: step.csv}")))
        rubber = "type: mooney-rivlin, c10: %s, c01: 5, bulk: 900"
        self.assertSame(self.results("h5", ONE % (rubber % "{hdf5: fields.h5, nodes: /of/nodes/ramp}")), self.results("csv", ONE % (rubber % "{csv: ramp.csv}")))
        tissue = "type: fibre-reinforced, mu: 300, k1: 800, k2: 1, bulk: 900, fibre: %s"
        self.assertSame(self.results("h5", ONE % (tissue % "{hdf5: fields.h5, elements: fibres}")), self.results("csv", ONE % (tissue % "{csv: fibres.csv}")))
        loads = ONE % "type: linear-elastic, young: 100, poisson: 0.3" + "\n      - {type: %s}"
        for load in "traction, group: top, traction: %s", "body-force, density: %s":
            self.assertSame(self.results("h5", loads % (load % "{hdf5: fields.h5, nodes: wind}")),
                            self.results("formula", loads % (load % "['z * x', '0.2 * y', '-x']")))
        self.write("moved.yaml", (CASE % ("moved", ONE % "type: linear-elastic, young: 100, poisson: 0.3")).replace(
            "{type: fixed, group: bottom}", "{type: prescribed, group: bottom, field: {hdf5: fields.h5, nodes: wind}}"))
        self.assertRuns("run", "moved.yaml")
        with h5py.File(self.folder / "moved.h5") as file:
            points, u = file["meshes/block/points"][:], file["steps/0000/block/displacement"][:]
        low = points[:, 2] == 0
        np.testing.assert_allclose(u[low], np.c_[0 * points[low, 0], 0.2 * points[low, 1], -points[low, 0]], atol=1e-15)

    def test_datasets_that_do_not_fit(self):
        with h5py.File(self.folder / "fields.h5", "w", libver="latest") as file:
            file["short"], file["wide"], file["nan"] = np.ones(15), np.ones((16, 2)), np.full(16, np.nan)
        rubber = ONE % "type: neo-hookean, young: %s, poisson: 0.3"
        for word, sentence in (("{hdf5: fields.h5, elements: short}", r"contains 15 x 1 values in the dataset 'short', but the required size is 16 \(elements\) x 1"),
                               ("{hdf5: fields.h5, elements: wide}", "contains 16 x 2 values"), ("{hdf5: fields.h5, elements: nan}", r"contains a value that is not finite in row \d+ of the dataset .nan."),
                               ("{hdf5: fields.h5, nodes: nan}", r"the required size is 45 \(nodes\)"), ("{hdf5: fields.h5, nodes: none}", "contains no dataset 'none'"),
                               ("{hdf5: fields.h5}", "requires the name of a dataset"), ("{hdf5: step.csv, nodes: a}", "step.csv")):
            self.write("case.yaml", CASE % ("wrong", rubber % word))
            run = self.tenon("run", "case.yaml")
            self.assertIn(run.code, (2, 4), run)
            self.assertEqual(len(run.errors()), 1, run)
            self.assertRegex(run.errors()[0], sentence)

    def test_fibres_of_elements(self):
        material = "type: fibre-reinforced, mu: 300, k1: 800, k2: 1, bulk: 900, fibre: %s"
        self.assertSame(self.results("file", ONE % (material % "{csv: fibres.csv}")),
                        self.results("formula", ONE % (material % '[1, "y < 0.5 ? 0.25 : 0.75", 0]')))

    def test_what_is_wrong(self):
        self.write("short.csv", "element,value\n1,5\n")
        self.write("low.csv", "element,value\n" + "".join(f"{n},{-3 if n == 6 else 5}\n" for n in range(1, 17)))
        material = "type: neo-hookean, young: %s, poisson: 0.3"
        for word, sentence in (("{csv: short.csv}", r"elastic on block, 'young': '\S*short\.csv' has no line for element \d+"),
                               ("{csv: low.csv}", "elastic on block: 'young' must be positive, but is -3 in element 6"),
                               ("{csv: none.csv}", "none.csv"),
                               ('"1 + q"', r"case\.yaml:7.*1 \+ q")):
            self.write("case.yaml", CASE % ("wrong", ONE % (material % word)))
            run = self.tenon("run", "case.yaml")
            self.assertEqual(run.code, 4 if "none" in word else 2, run)
            self.assertEqual(len(run.errors()), 1, run)
            self.assertRegex(run.errors()[0], sentence)


if __name__ == "__main__":
    unittest.main()

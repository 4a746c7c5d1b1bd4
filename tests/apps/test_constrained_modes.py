# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies eigenvalue searches: repeated frequencies of constrained bodies against dense
eigenproblems, and shifts of free bodies."""
import json
import re
import unittest

import numpy as np
import scipy.linalg

from exports import Export
from tenon_program import box, second_order

CELL = """\
objects:
  c:
    mesh: cell.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 2.0e+9, poisson: 0.3}}]
    masses: [{type: consistent, density: 1200}]
constraints:
  - {type: periodic, name: cell, object: c, pairs: [[west, east], [south, north], [bottom, top]], fix_node: true}
"""
INCOMPRESSIBLE = "  - {type: incompressible, object: c}\n"
TWINS = """\
objects:
  a:
    mesh: a.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    masses: [{type: consistent, density: 1}]
  b:
    mesh: b.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    masses: [{type: consistent, density: 1}]
constraints:
  - {type: prescribed, object: a, group: bottom, values: {x: 0, y: 0, z: 0}}
  - {type: tie, slave: {object: b, group: bottom}, master: {object: a, group: top}}
"""


def solver(modes, more=""):
    return f"analysis: {{type: modal, modes: {modes}}}\nsolver: {{preset: direct}}\n{more}"


class ConstrainedModes(Export):
    def omegas(self, case, modes, *words):
        self.write("case.yaml", case + solver(modes))
        self.assertRuns("run", "case.yaml", "--output", "none", "--summary", "s.json", *words)
        return np.array([mode["omega"] for mode in json.loads((self.folder / "s.json").read_text())["modes"]])

    def dense(self, case):
        """Returns all angular frequencies of the pencil Z^T K Z, Z^T M Z, where Z spans the null
        space of G."""
        self.export("--what", "K,M,G", case=case + solver(1))
        K, M, G = (self.read(name + ".mtx").toarray() for name in "KMG")
        lengths = np.linalg.norm(G, axis=1)
        _, sizes, right = np.linalg.svd(G[lengths > 0] / lengths[lengths > 0, None])
        Z = right[(sizes > 1e-9 * sizes[0]).sum():].T
        squares = scipy.linalg.eigh(-Z.T @ K @ Z, Z.T @ M @ Z, eigvals_only=True)
        return np.sqrt(np.maximum(squares, 0))

    def test_each_linear_solve_is_a_line(self):
        self.write("cell.msh", box(cells=(2, 1, 1), edit=second_order))
        self.write("case.yaml", CELL + solver(2))
        run = self.assertRuns("run", "case.yaml", "--output", "none", "--summary", "s.json")
        lines = re.findall(r"linear solve (\d+): \d+ iterations? in [\d.]+ s", run.all)
        solves = json.loads((self.folder / "s.json").read_text())["solver"]["solves"]
        self.assertEqual(lines, [str(k) for k in range(1, solves + 1)])

    def test_a_shift_is_found_for_thin_free_bodies(self):
        """Verifies the shift for thin free bodies: the initial shift, that of a bulky body, is 10^5
        times the lowest omega^2 and did not converge."""
        self.write("thin.msh", box(size=(20, 1, 0.1), cells=(16, 1, 1), edit=second_order))
        case = """\
objects:
  thin:
    mesh: thin.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0}}]
    masses: [{type: consistent, density: 1}]
"""
        found = self.omegas(case, 8)
        np.testing.assert_array_equal(found[:6], 0)
        # Free beam of bending stiffness E h^2 / 12 per mass: (beta L)^2 of its first two modes.
        expected = np.array([22.3733, 61.6728]) / 20**2 * np.sqrt(1000 * 0.1**2 / 12)
        np.testing.assert_allclose(found[6:], expected, rtol=0.01)
        self.assertLess(json.loads((self.folder / "s.json").read_text())["solver"]["solves"], 300)

    def compare(self, case, modes, zeros=0, words=((),)):
        expected = self.dense(case)[:modes]
        for more in words:
            found = self.omegas(case, modes, *more)
            np.testing.assert_array_equal(found[:zeros], 0)
            np.testing.assert_allclose(found[zeros:], expected[zeros:], rtol=1e-8)
        return expected

    def test_periodic_cells(self):
        """Verifies periodic cells, which have few distinct frequencies of high multiplicity: the
        Krylov space of one start vector is exhausted."""
        wide = ("-eps_ncv", "40")
        for size, cells, rows, words in ((1.0, 2, "", ((), wide)), (1.0, 2, INCOMPRESSIBLE, (wide,)), (0.01, 3, INCOMPRESSIBLE, ((),))):
            self.write("cell.msh", box(size=(size,) * 3, cells=(cells,) * 3, edit=second_order))
            with self.subTest(f"{cells} cells, {rows}"):
                expected = self.compare(CELL + rows, 12, words=words)
                np.testing.assert_allclose(expected[:3], expected[0], rtol=1e-8)
                np.testing.assert_allclose(expected[3:9], expected[3], rtol=1e-8)

    def test_a_floating_cell(self):
        self.write("cell.msh", box(cells=(3, 2, 2), edit=second_order))
        self.compare(CELL.replace(", fix_node: true", "") + INCOMPRESSIBLE, 14, zeros=3)

    def test_a_tie_of_square_bars(self):
        """Verifies the pairs of bending modes of square bars, the upper of which is supported by a
        tie alone."""
        self.write("a.msh", box(size=(1, 1, 3), cells=(2, 2, 3)))
        self.write("b.msh", box(low=(0, 0, 3), size=(1, 1, 3), cells=(3, 3, 3)))
        expected = self.compare(TWINS, 16)
        np.testing.assert_allclose(expected[0], expected[1], rtol=1e-8)


if __name__ == "__main__":
    unittest.main()

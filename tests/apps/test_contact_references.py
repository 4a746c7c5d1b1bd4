# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies contacts of two surfaces against published results, by nodes, by mortars, and by a
constraint with a bound."""
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import RANKS, Case, box, replaced
from test_bounds import BLOCKS, SLAB
from test_contact import PUSHED

SOURCE = Path(__file__).resolve().parents[2]

HERTZ = "contacts:\n  - {type: surface, name: contact, slave: {object: cylinder, group: round}, master: {object: block, group: table}}\n"
CONSTRAINT = "constraints:\n  - {type: point-on-surface, name: contact, points: {object: cylinder, group: round}, surface: {object: block, group: table}, bound: lower}\n"


class References(Case):
    def run_case(self, text, stem, **options):
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", **options)
        file = h5py.File(self.folder / f"{stem}.h5")
        self.addCleanup(file.close)
        return file

    def test_blocks(self):
        """Verifies K1 (code_aster, SSNV167): an interface displacement of -0.1 and 1e4 in each
        node, then zero force after separation."""
        self.write("lower.msh", box(size=(2, 2, 2), cells=(1, 1, 1)))
        self.write("upper.msh", box(low=(0, 0, 2), size=(2, 2, 2), cells=(1, 1, 1)))
        held = BLOCKS[BLOCKS.index("constraints:"):BLOCKS.index("analysis:")]
        for method in "nodes", "mortar":
            file = self.run_case(replaced(BLOCKS, held, "contacts:\n  - {type: surface, name: contact, slave: {object: upper, group: bottom}, "
                                          f"master: {{object: lower, group: top}}, method: {method}}}\n"), "blocks")
            lower, upper = file["steps/0000/lower"], file["steps/0000/upper"]
            np.testing.assert_allclose(lower["displacement"][4:, 2], -0.1, rtol=1e-8)
            np.testing.assert_allclose(upper["displacement"][:4, 2], -0.1, rtol=1e-8)
            np.testing.assert_allclose(upper["force_contact"][:4, 2], 1e4, rtol=1e-8)
            np.testing.assert_allclose(lower["force_contact"][4:, 2], -1e4, rtol=1e-8)
            np.testing.assert_allclose(upper["pressure_contact"][:4].ravel(), 1e4, rtol=1e-8)  # area of 2 x 2
            self.assertEqual(np.abs(file["constraints/contact/multipliers/0001"][:]).max(), 0)
            np.testing.assert_allclose(file["steps/0001/lower/displacement"], 0, atol=1e-12)
            np.testing.assert_allclose(file["steps/0001/upper/displacement"], [[0, 0, 0.2]] * 8, atol=1e-12)
            file.close()

    def test_a_cylinder_on_a_block(self):
        """Verifies K2 (Hertz): half-width 6.2146 and pressure 3585.36 (NAFEMS, Konter 2006); only
        contact supports the cylinder."""
        case = (SOURCE / "apps/cases/hertz.yaml").read_text().replace("../../meshes", str(SOURCE / "meshes"))
        for text in (case, replaced(case, "group: table}}", "group: table}, method: mortar}"),
                     replaced(case, "group: table}}", "group: table}, method: mortar, configuration: current}"),
                     replaced(replaced(case, HERTZ, CONSTRAINT), "contact, constraint_forces", "constraint_forces")):
            file = self.run_case(text, "hertz")
            self.expect_hertz(file, "force_contact", "pressure_contact" in file["steps/0000/cylinder"])
            file.close()

    def expect_hertz(self, file, force, has_pressure):
        node = np.array(list(dict.fromkeys(file["constraints/contact/node"][:]))) - 1
        x, y = file["meshes/cylinder/points"][:][node, :2].T
        order = np.argsort(x)
        node, x, y = node[order], x[order], y[order]
        fields = file["steps/0000/cylinder"]
        forces = fields[force][:][node]
        self.assertAlmostEqual(2 * forces[:, 1].sum() / 35000, 1, delta=1e-9)
        self.assertLess(fields["displacement"][:, 1].max(), 0, "it sinks")
        if has_pressure:
            pressure = fields["pressure_contact"][:][node].ravel()
            closed = fields["state_contact"][:][node].ravel() > 0
            self.assertTrue(np.array_equal(closed, pressure > 0))
            gaps = fields["gap_contact"][:][node].ravel()
            self.assertLess(np.abs(gaps[closed]).max(), 1e-8)
            self.assertGreater(gaps[~closed].min(), 0)
        else:
            lengths = np.hypot(np.diff(x), np.diff(y))
            pressure = np.hypot(*forces[:, :2].T) / (0.5 * (np.append(lengths, 0) + np.insert(lengths, 0, 0)))
        self.assertGreaterEqual(pressure.min(), 0)
        self.assertEqual(pressure[x > 7].max(), 0)
        inside = x < 5.5
        course = np.sqrt(1 - (x[inside] / 6.2146) ** 2)
        self.assertAlmostEqual(pressure[inside] @ course / (course @ course) / 3585.36, 1, delta=0.03)
        # Fit of p^2 = p0^2 (1 - x^2 / a^2), both p0 and a unknown.
        squares = np.linalg.lstsq(np.c_[np.ones(inside.sum()), -x[inside] ** 2], pressure[inside] ** 2, rcond=None)[0]
        self.assertAlmostEqual(np.sqrt(squares[0]) / 3585.36, 1, delta=0.03)
        self.assertAlmostEqual(np.sqrt(squares[0] / squares[1]) / 6.2146, 1, delta=0.03)

    def rows_on(self, ranks, text, stem, name):
        """Returns the multipliers of the last step by node, and the contact state of each node if
        there is one, on `ranks` ranks."""
        file = self.run_case(text, stem, ranks=ranks)
        rows = file[f"constraints/{name}"]
        node, step = rows["node"][:], max(rows["multipliers"])
        order = np.argsort(node, kind="stable")  # slip rows follow the normal row of their node
        fields = file[f"steps/{step}"]
        states = [body[f"state_{name}"][:] for body in fields.values() if f"state_{name}" in body]
        found = node[order], rows[f"multipliers/{step}"][:].ravel()[order], states[0].ravel() if states else None
        file.close()
        return found

    @unittest.skipUnless(RANKS == 1, "compares 1 rank with 7")
    def test_on_seven_ranks(self):
        """Verifies equal sets of closed, sticking and slipping nodes on seven ranks: Hertz's
        contact, the 13 nodes of K4, a sliding block and a partially sticking one."""
        self.write("slab.msh", box(size=(1, 1, 0.5), cells=(8, 8, 4)))
        bowl = [f"{i}_{j},slab,{1 + i + 9 * j},z,1,{-((i / 8 - 0.5) ** 2 + (j / 8 - 0.5) ** 2) / 4}" for j in range(9) for i in range(9)]
        self.write("bowl.csv", "\n".join(["equation,object,node,component,coefficient,value", *bowl]) + "\n")
        self.write("block.msh", box(size=(2, 2, 1), cells=(6, 6, 3)))
        hertz = (SOURCE / "apps/cases/hertz.yaml").read_text().replace("../../meshes", str(SOURCE / "meshes"))
        some = replaced(PUSHED, "x: 0.12, y: 0.05", "x: 0.004, y: 0.001")
        for text, stem, name, closed, slipping in ((hertz, "hertz", "contact", 16, 0), (SLAB, "slab", "bowl", 13, 0),
                                                   (PUSHED, "pushed", "floor", 49, 49), (some, "pushed", "floor", 49, None)):
            with self.subTest(stem):
                alone, many = self.rows_on(1, text, stem, name), self.rows_on(7, text, stem, name)
                self.assertTrue(np.array_equal(alone[0], many[0]))
                self.assertTrue(np.array_equal(alone[1] != 0, many[1] != 0))
                np.testing.assert_allclose(many[1], alone[1], rtol=0, atol=1e-7 * np.abs(alone[1]).max())
                if alone[2] is None:
                    self.assertEqual(np.count_nonzero(many[1]), closed)
                    continue
                self.assertTrue(np.array_equal(alone[2], many[2]))
                self.assertEqual(np.count_nonzero(many[2]), closed)
                slips = np.count_nonzero(many[2] == 2)
                self.assertTrue(0 < slips < closed if slipping is None else slips == slipping)


if __name__ == "__main__":
    unittest.main()

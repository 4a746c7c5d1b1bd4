# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the estimated cost of the factorisation, which determines the choice of `direct`,
against the counts of MUMPS, and the choice for eigenvalue analyses."""
import re
import unittest

from blocks import block
from tenon_program import Case

ELASTIC = "{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}"
PERIODIC = "{type: periodic, object: b, pairs: [[west, east], [south, north], [bottom, top]], strain: [0.01, 0, 0, 0, 0, 0], fix_node: true}"

SOLID = f"""\
objects:
  b:
    mesh: b.msh
    forces: [{ELASTIC}, {{type: traction, group: top, traction: [0, 0, -0.001]}}]
    conditions: [{{type: fixed, group: west}}]
"""
TIED = f"""\
objects:
  lower: {{mesh: b.msh, forces: [{ELASTIC}], conditions: [{{type: fixed, group: bottom}}]}}
  upper: {{mesh: upper.msh, forces: [{ELASTIC}, {{type: traction, group: top, traction: [0, 0, -1]}}]}}
constraints:
  - {{type: tie, name: interface, slave: {{object: upper, group: bottom}}, master: {{object: lower, group: top}}}}
"""
CELL = f"objects: {{b: {{mesh: b.msh, forces: [{ELASTIC}]}}}}\nconstraints: [{PERIODIC}]\n"
INCOMPRESSIBLE = f"""\
objects:
  b: {{mesh: b.msh, forces: [{{type: elastic, material: {{type: mooney-rivlin, c10: 0.5, c01: 0, bulk: 2}}}}]}}
constraints:
  - {PERIODIC}
  - {{type: incompressible, object: b, strain: finite, bulk: 198}}
"""

PROBLEMS = {  # case, cell kind, numbers of cells along the axes, height
    "hex8": (SOLID, "hex8", ((8, 8, 8), (10, 10, 10)), 1), "hex20": (SOLID, "hex20", ((4, 4, 4), (6, 6, 6)), 1),
    "tet10": (SOLID, "tet10", ((2, 2, 2), (5, 5, 5)), 1), "plate": (SOLID, "hex20", ((10, 10, 1), (20, 20, 1)), 0.02),
    "tied": (TIED, "hex8", ((4, 4, 4), (7, 7, 7)), 1), "periodic": (CELL, "hex8", ((4, 4, 4), (7, 7, 7)), 1),
    "incompressible": (INCOMPRESSIBLE, "hex20", ((3, 3, 3), (4, 4, 4)), 1)}


def counts(text):
    """Returns operations and entries of the factors: the estimates, and those of the first
    elimination of MUMPS."""
    estimate = re.search(r"symbolic factorisation: ([\d.e+]+) operations, ([\d.e+]+) entries", text)
    operations = re.search(r"Operations in node elimination *= *([\d.]+D[+-]\d+)", text)
    entries = re.search(r"INFOG\(29\) *Number of entries in factors *= *(\d+)", text)
    return ([float(number) for number in estimate.groups()],
            [float(operations.group(1).replace("D", "e")), float(entries.group(1))])


class Estimates(Case):
    def test_counts_of_mumps(self):
        """Verifies the estimates within a factor of three of MUMPS, delayed pivots included, for
        various shapes and constraints."""
        for name, (text, kind, sizes, height) in PROBLEMS.items():
            for cells in sizes:
                with self.subTest(name, cells=cells):
                    self.write("b.msh", block(kind, cells, lambda x, y, z: (x, y, height * z)))
                    finer = (cells[0] + 1, cells[1] + 1, cells[2])
                    self.write("upper.msh", block(kind, finer, lambda x, y, z: (x, y, 1 + z)))
                    self.write("case.yaml", text + "solver: {direct_seconds: 100}\nanalysis: {type: static, steps: 1}\n")
                    run = self.assertRuns("run", "case.yaml", "--output", "none", "--log-level", "debug", "--allow-unused",
                                          "-mat_mumps_icntl_4", "2", own_ranks=True)
                    estimated, counted = counts(run.all)
                    # MUMPS orders this case by minimum fill below 5,000 degrees of freedom.
                    most = 6 if name == "incompressible" else 3
                    self.assertLess(max(estimated[0] / counted[0], counted[0] / estimated[0]), most, (estimated, counted))
                    self.assertLess(max(estimated[1] / counted[1], counted[1] / estimated[1]), most, (estimated, counted))

    def preset(self, analysis):
        self.write("case.yaml", SOLID.replace("\n    conditions", "\n    masses: [{type: consistent, density: 1}]\n    conditions") + analysis)
        return re.search(r"preset '(.*)' is chosen because (.*)", self.assertRuns("check", "case.yaml").out).groups()

    def test_analyses_with_many_solves(self):
        """Verifies that modal analyses accept a longer factorisation than static ones, since one
        matrix serves dozens of solves."""
        self.write("b.msh", block("tet10", (7, 7, 7), lambda x, y, z: (x, y, z)))
        limit = "solver: {direct_seconds: 0.5}\n"
        preset, reason = self.preset(limit)
        self.assertEqual(preset, "cg-p-amg", reason)
        preset, reason = self.preset(limit + "analysis: {type: modal, modes: 3}\n")
        self.assertEqual(preset, "direct", reason)
        self.assertIn("many solves use the same matrix", reason)
        self.assertEqual(self.preset("solver: {direct_seconds: 0}\nanalysis: {type: modal, modes: 3}\n")[0], "cg-p-amg")


if __name__ == "__main__":
    unittest.main()

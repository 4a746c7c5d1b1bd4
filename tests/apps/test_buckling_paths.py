# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies factors of linear buckling against the loads of singular tangents on the nonlinear path,
found by the arc-length method."""
import math
import unittest

import test_buckling_bending as bending
from arches import BEAMS, SOLIDS, arch_of_beams, arch_of_solids
from buckling import Factors
from tenon_program import replaced
from test_snap import lines

COLUMN = """\
objects:
  column:
    mesh: column.msh
    space: 2
    nodes: frames
    forces:
      - {type: beam, young: 1000, area: AREA, second_moment: 0.5}
      - {type: nodal-force, group: top, force: [-LOAD, 0, 0], history: [[0, 0], [2, 2]]}
    conditions: [{type: fixed, group: bottom}]
analysis: {type: buckling, modes: 1}
solver: {preset: direct}
"""


class Paths(Factors):
    """Base class of paths with the load LOAD times the time, which is 1 at the linear factor for
    small prebuckling displacements."""

    def singular(self, text, analysis="end_time: 1.1, step: 0.05"):
        """Returns the time of the first singular tangent under the load of linear buckling, and the
        linear factor."""
        factor = self.factors(text.replace("LOAD", "1.0"))[0]
        times = self.bifurcations(text.replace("LOAD", repr(factor)), analysis)
        self.assertEqual(len(times), 1, times)
        return times[0], factor

    def test_a_column(self):
        """Verifies a beam that shortens by e = P / E A and buckles at P (1 - e) = P_E: P = (1 -
        sqrt(1 - 4 P_E / E A)) E A / 2."""
        self.write("column.msh", lines([(i * 10 / 16, 0) for i in range(17)], {"bottom": [1], "top": [17]}))
        for area in (0.5, 2.0, 100.0):
            time, factor = self.singular(COLUMN.replace("AREA", repr(area)))
            strain = factor / (1000 * area)
            self.assertAlmostEqual(time, (1 - math.sqrt(1 - 4 * strain)) / (2 * strain), delta=3e-5)

    def test_deep_arches_of_beams(self):
        """Verifies deep arches of beams, for which the path deviates less from linear buckling the
        finer the mesh is.

        The axis of the arch is the line of pressure. The polygon of beams deviates from it between
        its nodes, and therefore bends before it buckles."""
        ends = ", ".join(f"{{type: fixed, group: {end}COMPONENTS}}" for end in ("west", "east"))
        for degrees, components, coarse, fine in ((45, ", components: [x, y]", 4e-4, 1e-4), (60, "", 5e-5, 2e-5)):
            text = BEAMS.replace("AREA", "1e5").replace("CONDITIONS", ends.replace("COMPONENTS", components))
            for cells, tolerance in ((16, coarse), (32, fine)):
                self.write("arch.msh", arch_of_beams(math.radians(degrees), cells))
                self.assertAlmostEqual(self.singular(text)[0], 1, delta=tolerance)

    def test_a_ring_of_solids_under_pressure_that_follows(self):
        """Verifies a quarter of a ring with a thickness of 2 % of the radius: the prebuckling
        strain q R / E d = 1e-4 acts as in a column."""
        self.write("arch.msh", arch_of_solids(0, math.pi / 2, 24))
        symmetry = "{type: fixed, group: south, components: [y]}, {type: fixed, group: north, components: [x]}"
        text = SOLIDS.replace("LAST", "3").replace("LOAD", "follower-pressure").replace("CONDITIONS", symmetry)
        text = text.replace("pressure: 0.01", "pressure: LOAD, history: [[0, 0], [2, 2]]")
        self.assertAlmostEqual(self.singular(text)[0], 1, delta=5e-4)

    def test_a_portal_frame(self):
        """Verifies a portal frame, whose columns shorten by P / E A before it sways."""
        height, n = 10.0, 8
        column = [(0, height * i / n) for i in range(n + 1)]
        beam = [(height * i / n, height) for i in range(1, 2 * n + 1)]
        other = [(2 * height, height - height * i / n) for i in range(1, n + 1)]
        self.write("portal.msh", lines(column + beam + other, {"feet": [1, 4 * n + 1], "load": [n + 1, 3 * n + 1]}))
        for area in (10.0, 100.0, 1e5):
            text = replaced(bending.PORTAL.replace("AREA", repr(area)), "[0, -1, 0]}", "[0, -LOAD, 0], history: [[0, 0], [2, 2]]}")
            time, factor = self.singular(text)
            self.assertAlmostEqual(time, 1 + factor / (1000 * area), delta=3e-5)

    def test_a_cantilever_strip(self):
        """Verifies a cantilever strip: the deviation decreases with its upright bending before
        buckling, about (E I_weak + G J) / E I_strong."""
        self.write("strip.msh", lines([(i * bending.LENGTH / 12, 0) for i in range(13)], {"west": [1], "east": [13]}))
        load = replaced(bending.TIP_LOAD, "-0.5]}", "-LOAD], history: [[0, 0], [2, 2]]}")
        deviations = []
        for stiffer in (1, 10, 100):
            text = replaced(bending.strip(load, bending.CLAMP), f"second_moment_y: {bending.STRONG}",
                            f"second_moment_y: {stiffer * bending.STRONG}")
            deviations.append(self.singular(text, "end_time: 1.1, step: 0.02, max_step_ratio: 1")[0] - 1)
        ratio = (bending.YOUNG * bending.WEAK + bending.SHEAR * bending.TORSION) / (bending.YOUNG * bending.STRONG)
        self.assertTrue(0.4 * ratio < deviations[0] < ratio, deviations)
        for stiff, soft in zip(deviations[1:], deviations):
            self.assertAlmostEqual(stiff / (soft / 10), 1, delta=0.2)


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies arches and rings of beams and of solids under dead radial loads and follower
pressures."""
import math
import unittest

from arches import (BEAMS, DEPTH, MOMENT, RADIUS, SOLIDS, YOUNG, arch_of_beams, arch_of_solids, dead_load, normal_pressure,
                    ring_of_solids)
from blocks import block
from buckling import Factors


RING = f"""\
objects:
  ring:
    mesh: arch.msh
    thickness: 1
    groups: {{{{pin: {{{{nodes: [{{pin}}]}}}}, other: {{{{nodes: [{{other}}]}}}}}}}}
    forces:
      - {{{{type: elastic, material: {{{{type: saint-venant-kirchhoff, young: {YOUNG}, poisson: 0}}}}, plane: stress}}}}
      - {{{{type: follower-pressure, group: east, pressure: {{pressure}}}}}}
    conditions: [{{{{type: fixed, group: pin}}}}]
"""


class Arches(Factors):
    def beams(self, alpha, is_clamped, cells, area, load=1.0):
        self.write("arch.msh", arch_of_beams(alpha, cells))
        components = "" if is_clamped else ", components: [x, y]"
        ends = ", ".join(f"{{type: fixed, group: {end}{components}}}" for end in ("west", "east"))
        return self.factors(BEAMS.replace("AREA", repr(area)).replace("LOAD", repr(load)).replace("CONDITIONS", ends))[0]

    def solids(self, first, last, cells, load, conditions):
        """Returns p R^3 / E I of an arch or ring of solids."""
        self.write("arch.msh", arch_of_solids(first, last, cells))
        text = SOLIDS.replace("LAST", str(2 + 6 * cells)).replace("LOAD", load).replace("CONDITIONS", conditions)
        return 0.01 * self.factors(text)[0] * RADIUS**3 / (YOUNG * DEPTH**3 / 12)

    def test_arches_of_beams(self):
        """Verifies arches of beams under a dead load per length of the arch towards the centre of
        the reference configuration.

        I / A R^2 is 5e-6 or 5e-9; the effect on shallow arches is a few tens of times as large."""
        for degrees, is_clamped in ((45, False), (60, True), (90, False)):
            with self.subTest(alpha=degrees, is_clamped=is_clamped):
                alpha = math.radians(degrees)
                exact = dead_load(alpha, is_clamped) * YOUNG * MOMENT / RADIUS**3
                stiff = [self.beams(alpha, is_clamped, cells, 1e6) for cells in (8, 16, 32)]
                self.assertConvergesByOrderTwo(stiff, exact, 1e-3)
                self.assertAlmostEqual(self.beams(alpha, is_clamped, 32, 1e3) / stiff[-1], 1, delta=2e-4)

    def test_clamped_arches_of_solids(self):
        """Verifies clamped arches of solids under a pressure on the outer side, at R + d / 2.

        A follower pressure does work on the area, which the parallel of an inextensible axis loses
        at the same rate as the axis: p = q. A dead pressure has the force p (R + d / 2) per angle,
        and its point of attack moves inwards where the section rotates: p (1 + d / 2R)^2 = q."""
        ends = "{type: fixed, group: south}, {type: fixed, group: north}"
        for degrees in (45, 90):
            alpha = math.radians(degrees)
            first, last = math.pi / 2 - alpha, math.pi / 2 + alpha
            for load, exact, factor in (("follower-pressure", normal_pressure(alpha, True), 1),
                                        ("pressure", dead_load(alpha, True), (1 + DEPTH / 2 / RADIUS)**2)):
                with self.subTest(alpha=degrees, load=load):
                    found = [factor * self.solids(first, last, cells, load, ends) for cells in (16, 32, 64)]
                    self.assertConverges(found, exact, 2e-3)

    def test_hinged_arches_of_solids(self):
        """Verifies hinged arches of solids, whose ends rotate about their middle nodes."""
        for degrees in (45, 90):
            with self.subTest(alpha=degrees):
                alpha = math.radians(degrees)
                found = [(1 + DEPTH / 2 / RADIUS)**2 * self.solids(math.pi / 2 - alpha, math.pi / 2 + alpha, cells, "pressure",
                                                                   "{type: fixed, group: hinges}") for cells in (16, 32, 64)]
                self.assertConverges(found, dead_load(alpha, False), 5e-3)
                self.assertAlmostEqual(found[-1] / dead_load(alpha, False), 1, delta=1.5e-3)

    def test_hinged_arches_under_normal_pressure(self):
        """Verifies hinged arches under follower pressure against (pi / alpha)^2 - 1.

        The pressure ends at corners that move along one line, since the ends rotate about their
        middle nodes: the unsymmetric part of its stiffness does no work on the modes."""
        for degrees in (45, 90):
            with self.subTest(alpha=degrees):
                alpha = math.radians(degrees)
                found = [self.solids(math.pi / 2 - alpha, math.pi / 2 + alpha, cells, "follower-pressure",
                                     "{type: fixed, group: hinges}") for cells in (16, 32, 64)]
                self.assertConverges(found, normal_pressure(alpha, False), 5e-3)

    def test_a_tube_under_external_pressure(self):
        """Verifies a long tube in plane strain under external pressure against 3 E I / ((1 - nu^2)
        R^3)."""
        found = []
        for cells in (8, 16, 32):
            self.write("arch.msh", block("hex20", (1, cells, 1), lambda r, s, z: (
                (RADIUS + (r - 0.5) * DEPTH) * math.cos(s * math.pi / 2), (RADIUS + (r - 0.5) * DEPTH) * math.sin(s * math.pi / 2), z)))
            found += self.factors(f"""\
objects:
  tube:
    mesh: arch.msh
    forces:
      - {{type: elastic, material: {{type: saint-venant-kirchhoff, young: {YOUNG}, poisson: 0.3}}}}
      - {{type: follower-pressure, group: east, pressure: 0.01}}
    conditions:
      - {{type: fixed, group: south, components: [y]}}
      - {{type: fixed, group: north, components: [x]}}
      - {{type: fixed, group: bottom, components: [z]}}
      - {{type: fixed, group: top, components: [z]}}
analysis: {{type: buckling, modes: 1}}
""")
        self.assertConverges(found, 3 * YOUNG / (1 - 0.3**2) * DEPTH**3 / 12 / RADIUS**3 / 0.01, 5e-3)

    def test_weak_supports_under_pressure(self):
        """Verifies that supports are determined from the stiffness without loads.

        A ring that rotates about a pin against a weak spring is supported, whatever the pressure; a
        ring without the spring is not."""
        mesh, pin, other = ring_of_solids(16)
        self.write("arch.msh", mesh)
        for pressure, spring in ((0.001, 0.005), (-0.05, 0.005), (-0.05, None)):
            with self.subTest(pressure=pressure, spring=spring):
                self.write("case.yaml", RING.format(pin=pin, other=other, pressure=pressure) + (
                    f"interactions: [{{type: point-springs, first: {{object: ring, group: other}}, to: [{-RADIUS}, 1.0e+5], "
                    f"stiffness: {spring}}}]\n" if spring else ""))
                if spring:
                    self.assertRuns("run", "case.yaml", "--output", "none")
                else:
                    self.assertFails(self.tenon("run", "case.yaml", "--output", "none"), 2, "it can rotate in the plane")

    def test_rings(self):
        """Verifies rings against q = 3 E I / R^3 of a follower pressure and 4 E I / R^3 of a dead
        load: n^2 - 1 and n^2 with n = 2."""
        symmetry = "{type: fixed, group: south, components: [y]}, {type: fixed, group: north, components: [x]}"
        for load, exact, factor in (("follower-pressure", 3, 1), ("pressure", 4, (1 + DEPTH / 2 / RADIUS)**2)):
            with self.subTest(load=load):
                found = [factor * self.solids(0, math.pi / 2, cells, load, symmetry) for cells in (12, 24, 48)]
                self.assertConverges(found, exact, 2e-3)

    def test_closed_forms(self):
        """Verifies special values of the closed-form solutions of a clamped half circle: k = 3
        under follower pressure, k^2 = 9 under a dead load."""
        self.assertAlmostEqual(normal_pressure(math.pi / 2, True), 8, 8)
        self.assertAlmostEqual(dead_load(math.pi / 2, True), 9, 8)
        self.assertAlmostEqual(normal_pressure(math.pi / 2, False), 3, 12)


if __name__ == "__main__":
    unittest.main()

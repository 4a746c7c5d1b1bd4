"""Arches and rings under radial loads: beams and solids, loads that keep their direction and pressures that follow."""
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
        """p R^3 / E I"""
        self.write("arch.msh", arch_of_solids(first, last, cells))
        text = SOLIDS.replace("LAST", str(2 + 6 * cells)).replace("LOAD", load).replace("CONDITIONS", conditions)
        return 0.01 * self.factors(text)[0] * RADIUS**3 / (YOUNG * DEPTH**3 / 12)

    def test_arches_of_beams(self):
        """The load is dead: per length of the arch, towards the centre in the reference configuration. I / A R^2 is 5e-6
        or 5e-9, which shallow arches feel some tens of times."""
        for degrees, is_clamped in ((45, False), (60, True), (90, False)):
            with self.subTest(alpha=degrees, is_clamped=is_clamped):
                alpha = math.radians(degrees)
                exact = dead_load(alpha, is_clamped) * YOUNG * MOMENT / RADIUS**3
                stiff = [self.beams(alpha, is_clamped, cells, 1e6) for cells in (8, 16, 32)]
                self.assertConvergesByOrderTwo(stiff, exact, 1e-3)
                self.assertAlmostEqual(self.beams(alpha, is_clamped, 32, 1e3) / stiff[-1], 1, delta=2e-4)

    def test_clamped_arches_of_solids(self):
        """The pressure acts on the outer side, at R + d / 2. One that follows does work on the area, which the parallel of
        an inextensible axis loses as the axis does: p = q. A dead one has the force p (R + d / 2) per angle, and a point
        of attack that moves inwards where the section rotates: p (1 + d / 2R)^2 = q."""
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
        """Each end turns about its middle node."""
        for degrees in (45, 90):
            with self.subTest(alpha=degrees):
                alpha = math.radians(degrees)
                found = [(1 + DEPTH / 2 / RADIUS)**2 * self.solids(math.pi / 2 - alpha, math.pi / 2 + alpha, cells, "pressure",
                                                                   "{type: fixed, group: hinges}") for cells in (16, 32, 64)]
                self.assertConverges(found, dead_load(alpha, False), 5e-3)
                self.assertAlmostEqual(found[-1] / dead_load(alpha, False), 1, delta=1.5e-3)

    def test_hinged_arches_under_normal_pressure(self):
        """(pi / alpha)^2 - 1. The pressure ends on corners that move along one line, as the ends turn about their middle
        nodes: what is not symmetric of its stiffness does no work among the shapes."""
        for degrees in (45, 90):
            with self.subTest(alpha=degrees):
                alpha = math.radians(degrees)
                found = [self.solids(math.pi / 2 - alpha, math.pi / 2 + alpha, cells, "follower-pressure",
                                     "{type: fixed, group: hinges}") for cells in (16, 32, 64)]
                self.assertConverges(found, normal_pressure(alpha, False), 5e-3)

    def test_a_tube_under_external_pressure(self):
        """3 E I / ((1 - nu^2) R^3) of a long tube, in plane strain."""
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
        """Supports are those of the stiffness without loads: a ring that rotates about a pin against a weak spring is
        supported, whatever the pressure is, and one without the spring is not."""
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
                    self.assertFails(self.tenon("run", "case.yaml", "--output", "none"), 2, "it can turn in the plane")

    def test_rings(self):
        """q = 3 E I / R^3 of a pressure that stays normal, 4 E I / R^3 of a dead load: (n^2 - 1) and n^2, n = 2."""
        symmetry = "{type: fixed, group: south, components: [y]}, {type: fixed, group: north, components: [x]}"
        for load, exact, factor in (("follower-pressure", 3, 1), ("pressure", 4, (1 + DEPTH / 2 / RADIUS)**2)):
            with self.subTest(load=load):
                found = [factor * self.solids(0, math.pi / 2, cells, load, symmetry) for cells in (12, 24, 48)]
                self.assertConverges(found, exact, 2e-3)

    def test_closed_forms(self):
        """Special values: k = 3 of a clamped half circle under normal pressure, k^2 = 9 under a dead load."""
        self.assertAlmostEqual(normal_pressure(math.pi / 2, True), 8, 8)
        self.assertAlmostEqual(dead_load(math.pi / 2, True), 9, 8)
        self.assertAlmostEqual(normal_pressure(math.pi / 2, False), 3, 12)


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies linear buckling with a bending preload: lateral-torsional buckling, frames, rings,
mapped loads, incomplete tangents.

Closed forms: Timoshenko and Gere, Theory of Elastic Stability, 2nd ed. (1961), sections 2.4, 6.1,
6.3, 7.2, 9.7."""
import math
import unittest

import numpy as np

from buckling import Factors, root
from tenon_program import box, replaced, second_order, sheet
from test_snap import lines

LENGTH, WIDTH, DEPTH, YOUNG, POISSON = 10.0, 0.1, 1.0, 1e5, 0.25
SHEAR = YOUNG / (2 * (1 + POISSON))
WEAK, STRONG = DEPTH * WIDTH**3 / 12, WIDTH * DEPTH**3 / 12  # second moments, about z and about y
TORSION = DEPTH * WIDTH**3 / 3
STIFFNESS = math.sqrt(YOUNG * WEAK * SHEAR * TORSION)


def strip(load, supports, area=WIDTH * DEPTH):
    """Returns the case of a strip of beams along x whose depth is along z."""
    section = f"area: {area}, second_moment_y: {STRONG}, second_moment_z: {WEAK}, torsion_constant: {TORSION}"
    return f"""\
objects:
  strip:
    mesh: strip.msh
    space: 3
    nodes: frames
    forces:
      - {{type: beam, young: {YOUNG}, poisson: {POISSON}, {section}, shear_factor_y: 0, shear_factor_z: 0}}
{load}{supports}analysis: {{type: buckling, modes: 2}}
solver: {{preset: direct}}
"""


def torsion_constant():
    """Returns the torsion constant of a rectangle by Saint-Venant's series (Timoshenko and Goodier,
    Theory of Elasticity, art. 109)."""
    odd = range(1, 40, 2)
    series = sum(math.tanh(n * math.pi * DEPTH / 2 / WIDTH) / n**5 for n in odd)
    return DEPTH * WIDTH**3 / 3 * (1 - 192 / math.pi**5 * WIDTH / DEPTH * series)


def restrained_warping(length, cells=200):
    """Returns the critical tip load with restrained warping, divided by the load for C_w = 0.

    The equation is E C_w theta^(4) - G J theta^(2) = P^2 / E I (L - x)^2 theta with C_w = h^3 t^3 /
    144 and theta = dtheta/dx = 0 at the clamped end, discretised by Hermite's cubics (Vlasov,
    Thin-walled Elastic Beams, 2nd ed. (1961), chapter 5)."""
    warping, torsion = YOUNG * (DEPTH * WIDTH)**3 / 144, YOUNG / 2 * torsion_constant()
    points, weights = np.polynomial.legendre.leggauss(4)
    s, w, h = (points + 1) / 2, weights / 2, length / cells
    N = np.array([1 - 3 * s**2 + 2 * s**3, h * (s - 2 * s**2 + s**3), 3 * s**2 - 2 * s**3, h * (s**3 - s**2)])
    slope = np.array([6 * s**2 - 6 * s, h * (1 - 4 * s + 3 * s**2), 6 * s - 6 * s**2, h * (3 * s**2 - 2 * s)]) / h
    bend = np.array([12 * s - 6, h * (6 * s - 4), 6 - 12 * s, h * (6 * s - 2)]) / h**2
    size = 2 * cells + 2
    K, M = np.zeros((size, size)), np.zeros((size, size))
    for cell in range(cells):
        on = slice(2 * cell, 2 * cell + 4)
        K[on, on] += h * ((bend * w) @ bend.T * warping + (slope * w) @ slope.T * torsion)
        M[on, on] += h * (N * w * (length - (cell + s) * h)**2) @ N.T / (YOUNG * WEAK)
    load = 1 / math.sqrt(np.linalg.eigvals(np.linalg.solve(K[2:, 2:], M[2:, 2:])).real.max())
    return load / (4.0126 * math.sqrt(YOUNG * WEAK * torsion) / length**2)


END_MOMENTS = """\
      - {type: nodal-force, group: west, force: [0, 0, 0], moment: [0, 1, 0]}
      - {type: nodal-force, group: east, force: [0, 0, 0], moment: [0, -1, 0]}
"""
TIP_LOAD = "      - {type: nodal-force, group: east, force: [0, 0, -0.5]}\n"
CLAMP = "    conditions: [{type: fixed, group: west}]\n"
FORKS = """\
constraints:
  - {type: universal-joint, name: w, first: {object: strip, group: west}, axis: [0, 1, 0], second_axis: [0, 0, 1]}
  - {type: universal-joint, name: e, first: {object: strip, group: east}, axis: [0, 1, 0], second_axis: [0, 0, 1]}
"""

SOLID = f"""\
objects:
  strip:
    mesh: strip.msh
    forces:
      - {{type: elastic, material: {{type: saint-venant-kirchhoff, young: {YOUNG}, poisson: 0}}}}
      - {{type: traction, group: east, traction: [0, 0, {-1 / (WIDTH * DEPTH)}]}}
    conditions: [{{type: fixed, group: west}}]
analysis: {{type: buckling, modes: 1}}
solver: {{preset: direct}}
"""

PORTAL = """\
objects:
  portal:
    mesh: portal.msh
    space: 2
    nodes: frames
    forces:
      - {type: beam, young: 1000, poisson: 0, area: AREA, second_moment_y: 0.5, second_moment_z: 0.5, torsion_constant: 1, shear_factor_y: 0}
      - {type: nodal-force, group: load, force: [0, -1, 0]}
    conditions: [{type: fixed, group: feet, components: [x, y]}]
analysis: {type: buckling, modes: 1}
solver: {preset: direct}
"""

RING = """\
objects:
  ring:
    mesh: ring.msh
    forces:
      - {type: elastic, material: {type: saint-venant-kirchhoff, young: 1000, poisson: 0}}
      - {type: follower-pressure, group: east, pressure: 0.01}
    conditions: [{type: fixed, group: south, components: [y]}, {type: fixed, group: north, components: [x]}]
analysis: {type: buckling, modes: 1}
solver: {preset: direct}
"""

PLATE = """\
objects:
  plate:
    mesh: plate.msh
    forces: [{type: elastic, material: {type: saint-venant-kirchhoff, young: 1000, poisson: 0}}]
    conditions:
      - {type: fixed, group: west, components: [y, z]}
      - {type: fixed, group: east, components: [y, z]}
      - {type: fixed, group: south, components: [x, z]}
      - {type: prescribed, group: north, values: {x: SHIFT, z: 0}}
analysis: {type: buckling, modes: 1}
solver: {preset: direct}
"""

MAPPED = """\
objects:
  bar:
    bodies: [{name: bar, position: [0, CENTRE, 0], mass: 1.0, inertia: [1.0, 1.0, 1.0]}]
  top:
    mesh: point.msh
    space: 3
    mapping: {type: rigid, parent: bar}
    forces: [{type: nodal-force, group: top, force: [0, LOAD, 0]}]
interactions:
  - {type: point-springs, first: {object: bar, group: bar}, at: [0, AT, 0], to: [1.0e+7, AT, 0], stiffness: 3.0}
constraints:
  - {type: hinge-joint, name: h, first: {object: bar, group: bar}, at: [0, 0, 0], axis: [0, 0, 1]}
analysis: {type: buckling, modes: 1}
solver: {preset: direct}
"""


def point(place):
    return ("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n0 1 \"top\"\n$EndPhysicalNames\n$Nodes\n1\n"
            f"1 {place[0]} {place[1]} {place[2]}\n$EndNodes\n$Elements\n1\n1 15 2 1 1 1\n$EndElements\n")


class Bending(Factors):
    def strip_factors(self, load, supports, cells, **options):
        self.write("strip.msh", lines([(i * LENGTH / cells, 0) for i in range(cells + 1)], {"west": [1], "east": [cells + 1]}))
        return self.factors(strip(load, supports, **options))

    def test_a_strip_under_end_moments(self):
        """Verifies M = k pi / L sqrt(E I G J) of a strip whose ends do not twist, independent of
        the axial stiffness."""
        exact = math.pi / LENGTH * STIFFNESS
        found = [self.strip_factors(END_MOMENTS, FORKS, cells) for cells in (8, 16, 32)]
        self.assertConverges([factors[0] for factors in found], exact, 2e-3)
        self.assertAlmostEqual(found[-1][1] / (2 * exact), 1, delta=0.01)
        stiff = self.strip_factors(END_MOMENTS, FORKS, 32, area=1000 * WIDTH * DEPTH)
        np.testing.assert_allclose(stiff, found[-1], rtol=1e-6)

    def test_a_cantilever_under_a_tip_load(self):
        """Verifies P = 4.013 sqrt(E I G J) / L^2."""
        exact = 4.013 * STIFFNESS / LENGTH**2 / 0.5
        found = [self.strip_factors(TIP_LOAD, CLAMP, cells) for cells in (8, 16, 32)]
        self.assertConverges([factors[0] for factors in found], exact, 2e-3)
        stiff = self.strip_factors(TIP_LOAD, CLAMP, 32, area=1000 * WIDTH * DEPTH)
        np.testing.assert_allclose(stiff, found[-1], rtol=1e-6)

    def solid_cantilever(self, length, warps=False):
        """Returns the factor of second-order hexahedra divided by P = 4.0126 sqrt(E I G J) / L^2.

        Elements are small at the edges, where the shear stress of torsion changes its direction,
        and at the clamped end."""
        along = [0, 0.1, 0.3, 0.7, 1.3, *np.linspace(2, length, 10 if length > 15 else 9)]
        across, up = [0, WIDTH / 2, WIDTH], [DEPTH * z for z in (0, 0.04, 0.1, 0.22, 0.5, 0.78, 0.9, 0.96, 1)]

        def grade(nodes, cells):
            sizes = [max(place[k] for place in nodes.values()) for k in range(3)]
            for tag, place in nodes.items():
                nodes[tag] = tuple(marks[round(x / size * (len(marks) - 1))] for x, size, marks in zip(place, sizes, (along, across, up)))
            second_order(nodes, cells)

        self.write("strip.msh", box(size=(length, WIDTH, DEPTH), cells=(len(along) - 1, 2, len(up) - 1), edit=grade))
        text = SOLID
        # The warping y z dtheta/dx vanishes on both axes of the section; constraints on these
        # suffice for bending.
        if warps:
            text = replaced(text, "    conditions: [{type: fixed, group: west}]", f"""\
    groups:
      upright: {{box: {{x: [-0.001, 0.001], y: [{0.49 * WIDTH}, {0.51 * WIDTH}]}}}}
      level: {{box: {{x: [-0.001, 0.001], z: [{0.499 * DEPTH}, {0.501 * DEPTH}]}}}}
    conditions:
      - {{type: fixed, group: west, components: [y, z]}}
      - {{type: fixed, group: upright, components: [x]}}
      - {{type: fixed, group: level, components: [x]}}""")
        torsion = YOUNG / 2 * torsion_constant()
        return self.factors(text)[0] / (4.0126 * math.sqrt(YOUNG * WEAK * torsion) / length**2)

    def test_a_cantilever_of_solids(self):
        """Verifies a cantilever of solids against Vlasov's theory, which includes restrained
        warping.

        A clamped end cannot warp. Vlasov's factors exceed those of Timoshenko and Gere by 2.2 % (L
        = 20 h) and 4.5 % (L = 10 h), and so do those of solids. If the end is free to warp, they do
        not."""
        for length, tolerance in ((10.0, 2e-3), (20.0, 2e-3)):
            with self.subTest(length=length):
                expected = restrained_warping(length)
                self.assertGreater(expected, 1 + 0.4 / length)
                self.assertAlmostEqual(self.solid_cantilever(length) / expected, 1, delta=tolerance)
        self.assertAlmostEqual(self.solid_cantilever(20.0, warps=True), 1, delta=4e-3)

    def write_portal(self, height, span, n):
        column = [(0, height * i / n) for i in range(n + 1)]
        beam = [(span * i / (2 * n), height) for i in range(1, 2 * n + 1)]
        other = [(span, height - height * i / n) for i in range(1, n + 1)]
        self.write("portal.msh", lines(column + beam + other, {"feet": [1, 4 * n + 1], "load": [n + 1, 3 * n + 1]}))

    def test_a_portal_frame(self):
        """Verifies the sway of a hinged portal frame against k H tan(k H) = 6 I_b H / (I_c L) / (1
        + 24 I_b H / A L^3).

        The last term results from the axial strain of the columns as the frame sways. The errors of
        meshes are proportional to the square of the element length. A factor of 1,000 in the area
        changes the result by that term alone, 6.7e-5."""
        height, span, moment = 10.0, 20.0, 0.5
        exact = {}
        for area in (100.0, 1e5):
            joint = 6 * height / span / (1 + 24 * moment * height / (area * span**3))
            exact[area] = 500 * (root(lambda k: k * math.tan(k) - joint, 1e-6, math.pi / 2 - 1e-9) / height)**2
        self.assertAlmostEqual(exact[100.0] / exact[1e5], 1 - 6.7e-5, delta=1e-6)
        for area in exact:
            found = []
            for n in (4, 8, 16):
                self.write_portal(height, span, n)
                found += self.factors(PORTAL.replace("AREA", repr(area)))
            self.assertConvergesByOrderTwo(found, exact[area], 2e-6)

    def test_stiffnesses_that_differ_by_many_orders(self):
        """Verifies that factors remain accurate for stiffnesses that differ by many orders of
        magnitude.

        Round-off limits the accuracy of the forces of a mode. If it is too large, a message names
        the reason."""
        self.write_portal(10.0, 20.0, 32)
        reference = self.factors(PORTAL.replace("AREA", "1e5"))[0]
        for area, tolerance in (("1e6", 1e-5), ("1e7", 5e-5)):
            self.assertAlmostEqual(self.factors(PORTAL.replace("AREA", area))[0] / reference, 1, delta=tolerance)
        self.write("case.yaml", PORTAL.replace("AREA", "1e9"))
        self.assertFails(self.tenon("run", "case.yaml"), 3)

    def test_a_ring_under_pressure(self):
        """Verifies p = 3 E I / R^3 of a follower pressure, whose stiffness is proportional to the
        load."""
        radius, thickness = 10.0, 0.2
        exact = 3 * 1000 * thickness**3 / 12 / radius**3 / 0.01

        def place(s, t):
            r = radius + (s - 0.5) * thickness
            return r * math.cos(t * math.pi / 2), r * math.sin(t * math.pi / 2)

        found = []
        for n in (8, 16, 32):
            self.write("ring.msh", sheet(place, cells=(1, n), kind="quad9"))
            found += self.factors(RING)
        self.assertConverges(found, exact, 5e-3)  # load on the area within the outer surface, on which the pressure acts

    def test_a_plate_in_shear(self):
        """Verifies a simply supported square plate sheared by its edges against tau = 9.34 pi^2 D /
        (a^2 t)."""
        side, thickness, shift = 1.0, 0.02, 1e-4
        exact = 9.34 * math.pi**2 * 1000 * thickness**2 / 12 / side**2 / (500 * shift / side)
        found = []
        for n in (3, 6, 10):
            self.write("plate.msh", box(size=(side, side, thickness), cells=(n, n, 1), edit=second_order))
            found += self.factors(PLATE.replace("SHIFT", repr(shift)))
        self.assertConverges(found, exact, 0.02)

    def test_a_load_on_a_mapped_point(self):
        """Verifies k h^2 = P L of a rigid column on a spring at h, loaded at L, for each
        `geometric_stiffness` of the mapping."""
        for length, spring, load in ((1.0, 1.0, -1.0), (2.0, 0.7, -4.0)):
            self.write("point.msh", point((0, length, 0)))
            case = MAPPED.replace("CENTRE", f"{0.4 * length}").replace("AT", f"{spring}").replace("LOAD", f"{load}")
            for stiffness in ("exact", "stabilised", "none"):
                text = replaced(case, "parent: bar}", f"parent: bar, geometric_stiffness: {stiffness}}}")
                self.assertAlmostEqual(self.factors(text)[0] / (3 * spring**2 / (-load * length)), 1, delta=1e-5)

    def test_corotational_solids(self):
        """Verifies Euler's column of corotational solids, by either tangent and both rotations,
        against the Saint Venant-Kirchhoff material."""
        case = f"""\
objects:
  column:
    mesh: column.msh
    forces:
      - {{type: corotational, young: 1000, poisson: 0}}
      - {{type: traction, group: top, traction: [0, 0, -1]}}
    conditions: [{{type: fixed, group: bottom}}]
analysis: {{type: buckling, modes: 1}}
solver: {{preset: direct}}
"""
        self.write("column.msh", box(size=(1, 1, 8), cells=(2, 2, 16)))
        reference = self.factors(replaced(case, "type: corotational, young: 1000, poisson: 0",
                                          "type: elastic, material: {type: saint-venant-kirchhoff, young: 1000, poisson: 0}"))[0]
        for choice in ("", ", tangent: exact", ", rotation: qr"):
            found = self.factors(replaced(case, "poisson: 0}", f"poisson: 0{choice}}}"))[0]
            self.assertAlmostEqual(found / reference, 1, delta=0.02)

    def test_loads_that_are_refused(self):
        """Verifies that a moment of fixed direction on a free end, which has no potential, is
        rejected, and so are cases that omit parts of the tangent."""
        self.write("strip.msh", lines([(i, 0) for i in range(5)], {"west": [1], "east": [5]}))
        tip_moment = "      - {type: nodal-force, group: east, force: [0, 0, 0], moment: [0, 1, 0]}\n"
        self.refuse(strip(tip_moment, CLAMP), "not conservative", "arc-length")
        self.refuse(strip(TIP_LOAD, CLAMP) + "system: {type: assembled, geometric_stiffness: false}\n", "omits parts of the stiffness")


if __name__ == "__main__":
    unittest.main()

"""Linear buckling with a preload that bends: lateral-torsional buckling, frames, rings, mapped loads, incomplete tangents.

Closed forms: Timoshenko and Gere, Theory of Elastic Stability, 2nd ed. (1961), sections 2.4, 6.1, 6.3, 7.2, 9.7.
"""
import json
import math
import unittest

import numpy as np

from tenon import Case, box, replaced, second_order, sheet
from test_snap import lines

LENGTH, WIDTH, DEPTH, YOUNG, POISSON = 10.0, 0.1, 1.0, 1e5, 0.25
SHEAR = YOUNG / (2 * (1 + POISSON))
WEAK, STRONG = DEPTH * WIDTH**3 / 12, WIDTH * DEPTH**3 / 12  # second moments, about z and about y
TORSION = DEPTH * WIDTH**3 / 3
STIFFNESS = math.sqrt(YOUNG * WEAK * SHEAR * TORSION)


def strip(load, supports, area=WIDTH * DEPTH):
    """A strip of beams along x, deep along z."""
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


class Bending(Case):
    def factors(self, text, **options):
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--output", "none", "--summary", "summary.json", **options)
        return [mode["load_factor"] for mode in json.loads((self.folder / "summary.json").read_text())["modes"]]

    def assertConverges(self, values, exact, last):
        """From mesh to mesh nearer to the closed form, to `last` of it."""
        errors = [abs(value / exact - 1) for value in values]
        self.assertLess(errors[-1], last, (values, exact))
        for coarse, fine in zip(errors, errors[1:]):
            self.assertLess(fine, max(0.5 * coarse, 0.2 * last), (values, exact))

    def strip_factors(self, load, supports, cells, **options):
        self.write("strip.msh", lines([(i * LENGTH / cells, 0) for i in range(cells + 1)], {"west": [1], "east": [cells + 1]}))
        return self.factors(strip(load, supports, **options))

    def test_a_strip_under_end_moments(self):
        """M = k pi / L sqrt(E I G J), ends that do not twist; whatever the axial stiffness."""
        exact = math.pi / LENGTH * STIFFNESS
        found = [self.strip_factors(END_MOMENTS, FORKS, cells) for cells in (8, 16, 32)]
        self.assertConverges([factors[0] for factors in found], exact, 2e-3)
        self.assertAlmostEqual(found[-1][1] / (2 * exact), 1, delta=0.01)
        stiff = self.strip_factors(END_MOMENTS, FORKS, 32, area=1000 * WIDTH * DEPTH)
        np.testing.assert_allclose(stiff, found[-1], rtol=1e-6)

    def test_a_cantilever_under_a_tip_load(self):
        """P = 4.013 sqrt(E I G J) / L^2."""
        exact = 4.013 * STIFFNESS / LENGTH**2 / 0.5
        found = [self.strip_factors(TIP_LOAD, CLAMP, cells) for cells in (8, 16, 32)]
        self.assertConverges([factors[0] for factors in found], exact, 2e-3)
        stiff = self.strip_factors(TIP_LOAD, CLAMP, 32, area=1000 * WIDTH * DEPTH)
        np.testing.assert_allclose(stiff, found[-1], rtol=1e-6)

    def test_a_cantilever_of_solids(self):
        """The same of hexahedra of second order, clamped at one end, with the exact torsion constant of the section."""
        slender = DEPTH / WIDTH
        torsion = DEPTH * WIDTH**3 / 3 * (1 - 0.630 / slender)
        exact = 4.013 * math.sqrt(YOUNG * WEAK * YOUNG / 2 * torsion) / (2 * LENGTH)**2
        found = []
        for cells in ((10, 1, 1), (20, 1, 2), (40, 1, 3)):
            self.write("strip.msh", box(size=(2 * LENGTH, WIDTH, DEPTH), cells=cells, edit=second_order))
            found += self.factors(SOLID)
        self.assertLess(abs(found[-1] / exact - 1), 0.05, (found, exact))  # the clamped end cannot warp
        self.assertTrue(found[0] > found[1] > found[2], found)
        self.assertLess(found[1] / found[2] - 1, 0.02)

    def test_a_portal_frame(self):
        """It sways where kH tan kH = 6 I_b H / (I_c L), on hinges, whether columns are compressed much or hardly."""
        height, span = 10.0, 20.0
        low, high = 1e-6, math.pi / 2 - 1e-9
        for _ in range(80):
            k = 0.5 * (low + high)
            low, high = (k, high) if k * math.tan(k) < 6 * height / span else (low, k)
        exact = 500 * (k / height)**2
        found = []
        for n in (2, 4, 8):
            column = [(0, height * i / n) for i in range(n + 1)]
            beam = [(span * i / (2 * n), height) for i in range(1, 2 * n + 1)]
            other = [(span, height - height * i / n) for i in range(1, n + 1)]
            self.write("portal.msh", lines(column + beam + other, {"feet": [1, 4 * n + 1], "load": [n + 1, 3 * n + 1]}))
            found += self.factors(PORTAL.replace("AREA", "100"))
        self.assertConverges(found, exact, 2e-3)
        self.assertAlmostEqual(self.factors(PORTAL.replace("AREA", "100000"))[0] / exact, 1, delta=3e-3)

    def test_a_ring_under_pressure(self):
        """p = 3 E I / R^3 of a pressure that follows the surface, whose stiffness grows with the load."""
        radius, thickness = 10.0, 0.2
        exact = 3 * 1000 * thickness**3 / 12 / radius**3 / 0.01

        def place(s, t):
            r = radius + (s - 0.5) * thickness
            return r * math.cos(t * math.pi / 2), r * math.sin(t * math.pi / 2)

        found = []
        for n in (8, 16, 32):
            self.write("ring.msh", sheet(place, cells=(1, n), kind="quad9"))
            found += self.factors(RING)
        # the pressure acts on the outer surface
        self.assertConverges(found, exact * radius / (radius + thickness / 2), 0.02)

    def test_a_plate_in_shear(self):
        """tau = 9.34 pi^2 D / (a^2 t) of a square plate on simple supports, sheared by its edges."""
        side, thickness, shift = 1.0, 0.02, 1e-4
        exact = 9.34 * math.pi**2 * 1000 * thickness**2 / 12 / side**2 / (500 * shift / side)
        found = []
        for n in (3, 6, 10):
            self.write("plate.msh", box(size=(side, side, thickness), cells=(n, n, 1), edit=second_order))
            found += self.factors(PLATE.replace("SHIFT", repr(shift)))
        self.assertConverges(found, exact, 0.02)

    def test_a_load_on_a_mapped_point(self):
        """k h^2 = P L of a rigid column on a spring at h, loaded at L, whatever the mapping's tangent is in other analyses."""
        for length, spring, load in ((1.0, 1.0, -1.0), (2.0, 0.7, -4.0)):
            self.write("point.msh", point((0, length, 0)))
            case = MAPPED.replace("CENTRE", f"{0.4 * length}").replace("AT", f"{spring}").replace("LOAD", f"{load}")
            for stiffness in ("exact", "stabilised", "none"):
                text = replaced(case, "parent: bar}", f"parent: bar, geometric_stiffness: {stiffness}}}")
                self.assertAlmostEqual(self.factors(text)[0] / (3 * spring**2 / (-load * length)), 1, delta=1e-5)

    def test_corotational_solids(self):
        """Euler's column by either tangent, of both rotations, near what Saint Venant and Kirchhoff's material gives."""
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
        """A moment that keeps its direction on a free end has no potential; parts of the tangent that the case leaves out."""
        self.write("strip.msh", lines([(i, 0) for i in range(5)], {"west": [1], "east": [5]}))
        tip_moment = "      - {type: nodal-force, group: east, force: [0, 0, 0], moment: [0, 1, 0]}\n"
        self.refuse(strip(tip_moment, CLAMP), "not conservative", "arc-length")
        self.refuse(strip(TIP_LOAD, CLAMP) + "system: {type: assembled, geometric_stiffness: false}\n", "leaves parts of the stiffness out")


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies modes about a preloaded equilibrium, loads ignored by unloaded modes, unstable states,
and their messages."""
import json
import math
import re
import unittest

import numpy as np

from tenon_program import WARNING, Case, box, replaced, second_order, sheet
from test_snap import lines

BEAM = """\
objects:
  beam:
    mesh: beam.msh
    space: 2
    nodes: frames
    forces:
      - {type: beam, young: 1.0e+5, poisson: 0, area: 1, second_moment_y: 1.0e-4, second_moment_z: 1.0e-4, torsion_constant: 1, shear_factor_y: 0}
      - {type: nodal-force, group: right, force: [LOAD, 0, 0]}
    masses: [{type: line, density: 2, area: 1, polar_moment: 1.0e-6}]
    conditions: [{type: fixed, group: left, components: [x, y]}, {type: fixed, group: right, components: [y]}]
analysis: {type: modal, modes: 3, preload: true}
solver: {preset: direct}
"""

STRING = """\
objects:
  string:
    mesh: beam.msh
    space: 2
    forces: [{type: truss, young: 1000, area: 0.5, prestress: 1, strain: engineering}]
    masses: [{type: line, density: 3, area: 0.5}]
    conditions:
      - {type: fixed, group: left}
      - {type: prescribed, group: right, values: {x: 0.5, y: 0}}
analysis: {type: modal, modes: 2, preload: true}
solver: {preset: direct}
"""

MEMBRANE = """\
objects:
  sail:
    mesh: sail.msh
    space: 3
    forces: [{type: membrane, young: 1000, poisson: 0, thickness: 0.1, prestress: 10}]
    masses: [{type: surface, density: 2, thickness: 0.1}]
    conditions:
      - {type: fixed, group: west}
      - {type: fixed, group: south, components: [y, z]}
      - {type: fixed, group: north, components: [y, z]}
      - {type: prescribed, group: east, values: {x: 0.2, y: 0, z: 0}}
analysis: {type: modal, modes: 1, preload: true}
solver: {preset: direct}
"""

PENDULUM = """\
objects:
  bob:
    bodies: [{name: bob, position: [0, -2, 0], mass: 3.0, inertia: [0.5, 0.5, 0.5]}]
    forces: [{type: gravity, acceleration: [0, -10, 0]}, {type: nodal-force, group: bob, force: [12, 0, 0], history: [[0, 0], [1, 1]]}]
interactions:
  - {type: point-springs, first: {object: bob, group: bob}, at: [0, -2, 0], to: [-1.0e+7, -2, 0], stiffness: 5.0}
constraints:
  - {type: hinge-joint, name: h, first: {object: bob, group: bob}, at: [0, 0, 0], axis: [0, 0, 1]}
analysis: {type: modal, modes: 1, preload: true, steps: 4}
solver: {preset: direct}
"""

RADIUS, THICKNESS, DENSITY = 2.0, 0.01, 3.0
TUBE = f"""\
objects:
  tube:
    mesh: tube.msh
    space: 3
    forces:
      - {{type: membrane, young: 1.0e+6, poisson: 0, thickness: {THICKNESS}, prestress: 1.0e-3}}
      - {{type: follower-pressure, group: body, pressure: 0.5, history: [[0, 0], [1, 1]]}}
    masses: [{{type: surface, density: {DENSITY}, thickness: {THICKNESS}}}]
    conditions:
      - {{type: fixed, group: west, components: [z]}}
      - {{type: fixed, group: east, components: [z]}}
      - {{type: fixed, group: south, components: [y]}}
      - {{type: fixed, group: north, components: [x]}}
analysis: {{type: modal, modes: 1, preload: true}}
solver: {{preset: direct}}
"""

BECK = """\
objects:
  column:
    mesh: column.msh
    forces:
      - {type: elastic, material: {type: saint-venant-kirchhoff, young: 1.0e+6, poisson: 0}}
      - {type: follower-pressure, group: top, pressure: PRESSURE}
    masses: [{type: consistent, density: 1}]
    conditions: [{type: fixed, group: bottom}]
analysis: {type: modal, modes: 2, preload: true}
solver: {preset: direct}
"""

PRESSED = """\
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: saint-venant-kirchhoff, young: 1000, poisson: 0}}
      - {type: pressure, group: top, pressure: 1}
    masses: [{type: consistent, density: 1}]
    conditions: [{type: fixed, group: west, components: [x]}, {type: fixed, group: south, components: [y]}]
contacts:
  - {type: plane, name: table, slave: {object: block, group: bottom}, point: [0, 0, 0], normal: [0, 0, 1]}
analysis: {type: modal, modes: 4, preload: true}
solver: {preset: direct}
"""


class Preloaded(Case):
    def omegas(self, text):
        """Returns the angular frequencies and the run."""
        self.write("case.yaml", text)
        run = self.assertRuns("run", "case.yaml", "--output", "none", "--summary", "s.json")
        modes = json.loads((self.folder / "s.json").read_text())["modes"]
        return np.array([2 * math.pi * mode["frequency"] for mode in modes]), run

    def fails(self, text, code, *says):
        """Asserts that `run`, and for invalid input `check`, report the error."""
        self.write("case.yaml", text)
        self.assertFails(self.tenon("run", "case.yaml", "--output", "none"), code, *says)
        if code == 2:
            self.assertFails(self.tenon("check", "case.yaml"), code, *says)

    def write_line(self, cells, length=10.0):
        self.write("beam.msh", lines([(length * i / cells, 0) for i in range(cells + 1)], {"left": [1], "right": [cells + 1]}))

    def test_a_beam_under_axial_load(self):
        """Verifies omega^2 = (k pi / L)^4 EI / m + (k pi / L)^2 N / m; negative beyond Euler's
        load."""
        self.write_line(40)
        euler = math.pi**2 * 10 / 100
        for load in (4.0, -0.5 * euler, -0.98 * euler, -1.02 * euler):
            omegas, run = self.omegas(BEAM.replace("LOAD", repr(load)))
            for k, omega in enumerate(omegas, 1):
                wave = (k * math.pi / 10)**2
                expected = (wave**2 * 10 + wave * load) / 2
                self.assertAlmostEqual(math.copysign(omega**2, omega) / (wave**2 * 5), expected / (wave**2 * 5), delta=6e-3, msg=run)
            self.assertEqual("unstable" in run.all, load < -euler)
        without, run = self.omegas(replaced(BEAM, ", preload: true", "").replace("LOAD", "4.0"))
        self.assertAlmostEqual(without[0]**2 / ((math.pi / 10)**4 * 5), 1, delta=3e-3)
        self.assertEqual(len(run.messages(WARNING)), 1)
        self.assertRegex(run.messages(WARNING)[0], "(?s)Loads are ignored.*`preload: true`")

    def test_a_stretched_string(self):
        """Verifies omega = k pi / L sqrt(N / m) in the reference length; without the preload the
        prescribed stretch is rejected."""
        self.write_line(60)
        omegas, _ = self.omegas(STRING)
        tension = 0.5 * (1000 * 0.05 + 1)
        for k, omega in enumerate(omegas, 1):
            self.assertAlmostEqual(omega / (k * math.pi / 10 * math.sqrt(tension / 1.05 / 1.5)), 1, delta=2e-3)
        self.fails(replaced(STRING, ", preload: true", ""), 2, "Prescribed displacements are not zero", "truss on string", "`preload: true`")
        self.fails(replaced(STRING, ", preload: true", ", steps: 2"), 2, "`steps`", "`preload: true`")

    def test_what_only_the_preload_holds(self):
        """Verifies the messages for bodies that only the preload supports: since it starts
        stress-free, a prestress or a spring is needed."""
        self.write_line(60)
        self.fails(replaced(STRING, "prestress: 1, ", ""), 2, "truss, cable or beam", "have no transverse stiffness", "`prestress`, however small")
        omegas, _ = self.omegas(replaced(STRING, "prestress: 1,", "prestress: 1.0e-9,"))
        self.assertAlmostEqual(omegas[0] / (math.pi / 10 * math.sqrt(25 / 1.05 / 1.5)), 1, delta=2e-3)
        self.write("sail.msh", sheet(lambda s, t: (2 * s, t), cells=(8, 4), kind="quad9"))
        self.fails(replaced(MEMBRANE, ", prestress: 10", ""), 2, "membrane", "have no transverse stiffness", "`prestress`, however small")
        at_rest = replaced(replaced(PENDULUM, ", {type: nodal-force, group: bob, force: [12, 0, 0], history: [[0, 0], [1, 1]]}", ""), "stiffness: 5.0", "stiffness: 5.0e-9")
        omegas, _ = self.omegas(at_rest)
        self.assertAlmostEqual(omegas[0] / math.sqrt(3 * 10 * 2 / (3 * 2**2 + 0.5)), 1, delta=1e-8)
        loose = "\n".join(line for line in at_rest.splitlines() if "interactions" not in line and "point-springs" not in line)
        self.fails(loose, 2, "can rotate", "begins without the stresses that it causes", "spring of negligible stiffness")

    def test_a_stretched_membrane(self):
        """Verifies omega^2 = pi^2 (S_x / a^2 + S_y / b^2) / rho of the second Piola-Kirchhoff
        stress."""
        self.write("sail.msh", sheet(lambda s, t: (2 * s, t), cells=(8, 4), kind="quad9"))
        omegas, _ = self.omegas(MEMBRANE)
        strain = (1.1**2 - 1) / 2
        expected = math.pi**2 * ((1000 * strain + 10) / 4 + 10) / 2
        self.assertAlmostEqual(omegas[0]**2 / expected, 1, delta=2e-2)

    def tube(self, cells, load):
        """Returns the lowest omega^2 of a quarter of a tubular membrane, divided by p / (rho h
        R)."""
        text = sheet(lambda s, t: (s, t), cells=(2, cells), kind="quad9")
        head, nodes, tail = re.split(r"\$Nodes\n|\$EndNodes\n", text)
        places = [line.split()[:3] for line in nodes.splitlines()[1:]]
        angles = {tag: float(t) * math.pi / 2 for tag, _, t in places}
        nodes = "".join(f"{tag} {RADIUS * math.cos(angles[tag])!r} {RADIUS * math.sin(angles[tag])!r} {s}\n" for tag, s, _ in places)
        self.write("tube.msh", f"{head}$Nodes\n{len(places)}\n{nodes}$EndNodes\n{tail}")
        omegas, _ = self.omegas(replaced(TUBE, "follower-pressure", load))
        return omegas[0]**2 / (0.5 / (DENSITY * THICKNESS * RADIUS))

    def test_an_inflated_tube(self):
        """Verifies the lowest mode, n = 2, which is inextensional, of a tube under internal
        pressure.

        A follower pressure gives omega^2 = p / (rho h R) (n^2 - 1) / (1 + 1 / n^2). For a dead
        pressure the factor n^2 - 1 becomes (n^2 - 1)^2 / n^2."""
        for load, exact in (("follower-pressure", 3 / 1.25), ("pressure", 9 / 4 / 1.25)):
            errors = [self.tube(cells, load) / exact - 1 for cells in (4, 8, 16)]
            self.assertLess(abs(errors[2]), 4e-3, errors)
            for coarse, fine in zip(errors, errors[1:]):
                self.assertLess(abs(fine), 0.35 * abs(coarse), errors)

    def test_a_column_under_a_force_that_follows_it(self):
        """Verifies that Beck's column, which flutters, is rejected for its unsymmetric stiffness at
        any slenderness.

        The load is 4e-5 to 2e-6 of the stiffness of the elements."""
        for length in (10, 40):
            self.write("column.msh", box(size=(1, 1, length), cells=(1, 1, 12), edit=second_order))
            bending = 1e6 / 12 / length**2
            for load in (0.1, 1, 5, 25):
                self.write("case.yaml", BECK.replace("PRESSURE", repr(load * bending)))
                self.assertFails(self.tenon("run", "case.yaml", "--output", "none"), 2, "not conservative", "arc-length")
        text = replaced(BECK, "modal, modes: 2, preload: true", "buckling, modes: 1").replace("PRESSURE", "1.0")
        self.write("case.yaml", text)
        self.assertFails(self.tenon("run", "case.yaml", "--output", "none"), 2, "not conservative", "arc-length")

    def test_a_pendulum_about_a_displaced_equilibrium(self):
        """Verifies omega^2 = V'' / I at the minimum of V = -m g y - F x + k x^2 / 2."""
        omegas, _ = self.omegas(PENDULUM)
        m, g, force, k, l = 3.0, 10.0, 12.0, 5.0, 2.0
        slope = lambda t: m * g * l * math.sin(t) - force * l * math.cos(t) + k * l * math.sin(t) * l * math.cos(t)
        low, high = 0.0, math.pi / 2
        for _ in range(80):
            t = 0.5 * (low + high)
            low, high = (t, high) if slope(t) < 0 else (low, t)
        curvature = m * g * l * math.cos(t) + force * l * math.sin(t) + k * l * l * math.cos(2 * t)
        self.assertAlmostEqual(omegas[0]**2 / (curvature / (0.5 + m * l * l)), 1, delta=1e-5)

    def test_a_block_pressed_on_a_table(self):
        """Verifies that closed contacts are supports."""
        self.write("block.msh", box(cells=(2, 2, 2)))
        pressed, _ = self.omegas(PRESSED)
        start = PRESSED.index("contacts:")
        held = PRESSED[:start] + PRESSED[PRESSED.index("analysis:"):]
        held = replaced(held, "components: [y]}]", "components: [y]}, {type: fixed, group: bottom, components: [z]}]")
        np.testing.assert_allclose(pressed, self.omegas(held)[0], rtol=1e-6)
        self.fails(replaced(PRESSED, ", preload: true", ""), 2, "has a bound")

    def test_corotational_solids(self):
        """Verifies corotational solids, whose tangent is completed: a clamped bar under tension
        against the nonlinear material."""
        self.write("bar.msh", box(size=(8, 1, 1), cells=(16, 2, 2)))
        case = """\
objects:
  bar:
    mesh: bar.msh
    forces:
      - {type: corotational, young: 1000, poisson: 0}
      - {type: traction, group: east, traction: [10, 0, 0]}
    masses: [{type: consistent, density: 1}]
    conditions: [{type: fixed, group: west}]
analysis: {type: modal, modes: 2, preload: true}
solver: {preset: direct}
"""
        found, _ = self.omegas(case)
        unloaded, _ = self.omegas(replaced(case, ", preload: true", ""))
        reference, _ = self.omegas(replaced(case, "type: corotational, young: 1000, poisson: 0",
                                            "type: elastic, material: {type: saint-venant-kirchhoff, young: 1000, poisson: 0}"))
        self.assertGreater(found[0], 1.1 * unloaded[0])
        np.testing.assert_allclose(found, reference, rtol=0.02)


class Free(Case):
    def frequencies(self, text):
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--output", "none", "--summary", "s.json")
        return [mode["frequency"] for mode in json.loads((self.folder / "s.json").read_text())["modes"]]

    def test_bodies_whose_constraints_move_with_them(self):
        """Verifies six zero frequencies of a free body with a constrained volume, and six in total
        of a partly rigid one."""
        case = """\
objects:
  a:
    mesh: block.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 7, poisson: 0.3}}]
    masses: [{type: consistent, density: 2}]
constraints: [{type: incompressible, object: a}]
analysis: {type: modal, modes: 8}
solver: {preset: direct}
"""
        for low in ((0, 0, 0), (300, -200, 1000)):
            self.write("block.msh", box(low=low, cells=(3, 2, 2), edit=second_order))
            found = self.frequencies(case)
            self.assertEqual([f == 0 for f in found], 6 * [True] + 2 * [False], found)
        stiff = replaced(case, "{type: incompressible, object: a}", "{type: rigid, parts: [{object: a, group: top}]}")
        found = self.frequencies(stiff)
        self.assertEqual([f == 0 for f in found], 6 * [True] + 2 * [False], found)
        self.write("case.yaml", replaced(case, "modal, modes: 8", "static"))
        self.assertFails(self.tenon("run", "case.yaml"), 2, "Nothing supports object 'a'")

    def test_an_unstable_state_without_loads(self):
        """Verifies that a spring in compression without load is reported with a negative
        omega^2."""
        self.write("beam.msh", lines([(0, 0), (1, 0), (3, 0)], {"left": [1], "middle": [2], "right": [3]}))
        case = """\
objects:
  bars:
    mesh: beam.msh
    space: 2
    forces: [{type: truss, young: 100, area: 1, prestress: -5, strain: engineering}]
    masses: [{type: line, density: 1, area: 1}]
    conditions: [{type: fixed, group: left}, {type: fixed, group: right}]
analysis: {type: modal, modes: 2}
solver: {preset: direct}
"""
        self.write("case.yaml", case)
        run = self.assertRuns("run", "case.yaml", "--output", "none", "--summary", "s.json")
        modes = json.loads((self.folder / "s.json").read_text())["modes"]
        self.assertAlmostEqual(modes[0]["eigenvalue"], -5, delta=1e-6)
        self.assertAlmostEqual(modes[1]["eigenvalue"], 100, delta=1e-4)
        self.assertIn("unstable", run.all)
        load = "strain: engineering}, {type: nodal-force, group: middle, force: [-1, 0, 0]}"
        self.write("case.yaml", replaced(replaced(case, "strain: engineering}", load), "modal, modes: 2", "buckling, modes: 1"))
        self.assertFails(self.tenon("run", "case.yaml"), 3, "unstable without the loads")


if __name__ == "__main__":
    unittest.main()

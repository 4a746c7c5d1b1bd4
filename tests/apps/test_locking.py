# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies nearly incompressible bodies at large strain, by mean dilatation and by a pressure
field, against published numbers."""
import math
import os
import re
import unittest

import h5py
import numpy as np

from tenon_program import Case, box, replaced, second_order

# deal.II's step-44: a cube pressed on a quarter of its top (y = 1), Q1-P0-P0, 4 cells along each
# side.
PRESSED = """\
output: pressed
objects:
  block:
    mesh: block.msh
    groups: {corner: {box: {x: [0, 0.5], y: [1, 1], z: [0, 0.5]}}}
    forces:
      - {type: elastic, formulation: mean-dilatation, material: {type: isochoric-neo-hookean, young: 240.565962, poisson: 0.4999}}
      - {type: traction, group: corner, traction: [0, -400, 0], history: [[0, 0], [1, 1]]}
    conditions:
      - {type: fixed, group: west, components: [x]}
      - {type: fixed, group: south, components: [y]}
      - {type: fixed, group: bottom, components: [z]}
      - {type: fixed, group: north, components: [x, z]}
analysis: {type: static, steps: 20, end_time: 1}
solver: {preset: direct}
"""
TENTHS = np.arange(1, 11) / 10
STEP_44 = -np.array([.110, .220, .325, .422, .509, .585, .650, .705, .752, .790])

BY_PRESSURE = replaced(replaced(PRESSED, "type: isochoric-neo-hookean, young: 240.565962, poisson: 0.4999",
                                "type: mooney-rivlin, c10: 40.097, c01: 0, bulk: 80"), "steps: 20", "steps: 10") + """\
constraints:
  - {type: incompressible, object: block, strain: finite, pressure: constant, bulk: 400889.806}
"""

# Rivlin (1948): a sphere of radii 1 and 2 whose inner radius becomes a, mu = 1; a patch of it
# between four planes of symmetry.
SPHERE = """\
output: sphere
objects:
  block:
    mesh: sphere.msh
    forces: [{type: elastic%s, material: {type: isochoric-neo-hookean, young: %r, poisson: %r}}]
    conditions:
      - {type: prescribed, group: west, gradient: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], history: [[0, 0], [1, 1]]}
      - {type: fixed, group: south, components: [y]}
      - {type: fixed, group: bottom, components: [z]}
      - {type: plane, group: north, normal: [1, -1, 0]}
      - {type: plane, group: top, normal: [1, 0, -1]}
analysis: {type: static, steps: 50}
solver: {preset: direct}
"""
INFLATED = {0.2: .4801597793, 0.5: .7554331187, 1.0: .8069266031}


def patch_of_sphere(order):
    """Returns an `edit` for box() that gives 1 < r < 2 over the directions (1, s, t), 0 <= s, t <=
    1."""
    def edit(nodes, cells):
        if order == 2:
            second_order(nodes, cells)
        for tag, (r, s, t) in nodes.items():
            nodes[tag] = tuple(r * v / np.sqrt(1 + s * s + t * t) for v in (1, s, t))
    return edit


class Locking(Case):
    def displacements(self, stem, node, component, times):
        """Returns the displacements of one node at the times of all steps without step-size
        reduction."""
        with h5py.File(self.folder / f"{stem}.h5") as file:
            at = np.flatnonzero(np.all(np.isclose(file["meshes/block/points"][:], node), axis=1))
            found = {round(step.attrs["time"], 9): step["block/displacement"][at[0], component]
                     for step in file["steps"].values()}
        return np.array([found[round(time, 9)] for time in times])

    def test_a_block_is_pressed_on_a_quarter(self):
        self.write("block.msh", box(cells=(4, 4, 4)))
        self.write("case.yaml", PRESSED)
        self.assertRuns("run", "case.yaml")
        np.testing.assert_allclose(self.displacements("pressed", (0, 1, 0), 1, TENTHS), STEP_44, atol=1e-3)

    def test_the_same_block_by_pressures(self):
        """Verifies that the bulk moduli of the pressure constraint and of the material add up, as
        both follow from one variational principle."""
        self.write("block.msh", box(cells=(4, 4, 4)))
        self.write("case.yaml", BY_PRESSURE)
        run = self.assertRuns("run", "case.yaml")
        found = self.displacements("pressed", (0, 1, 0), 1, TENTHS)
        np.testing.assert_allclose(found, STEP_44, atol=1e-3)
        self.assertNotIn("the step size is reduced to", run.err)
        bulk = 400889.806 + 80
        young, poisson = 9 * bulk * 80.194 / (3 * bulk + 80.194), (3 * bulk - 2 * 80.194) / (6 * bulk + 2 * 80.194)
        self.write("case.yaml", replaced(PRESSED, "young: 240.565962, poisson: 0.4999", f"young: {young!r}, poisson: {poisson!r}"))
        self.assertRuns("run", "case.yaml")
        np.testing.assert_allclose(self.displacements("pressed", (0, 1, 0), 1, TENTHS), found, rtol=1e-6)

    def tets(self, stem):
        self.assertRuns("convert", f"{stem}.msh", f"{stem}-tets.msh", "--to", "tets")
        os.replace(self.folder / f"{stem}-tets.msh", self.folder / f"{stem}.msh")

    def inflate(self, text, order, cells, by_tets=False):
        """Returns the pressures at the inner radii of INFLATED: work per unit of radial
        displacement, divided by the inner area."""
        self.write("sphere.msh", box(low=(1, 0, 0), cells=cells, edit=patch_of_sphere(order)))
        if by_tets:
            self.tets("sphere")
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml")
        with h5py.File(self.folder / "sphere.h5") as file:
            rest = file["meshes/block/points"][:]
            inner = np.isclose(np.linalg.norm(rest, axis=1), 1)
            pulled = {round(step.attrs["time"], 9): np.sum(step["block/reaction"][:][inner] * rest[inner])
                      for step in file["steps"].values()}
        return [pulled[time] / (np.pi / 6 * (1 + time)**2) for time in INFLATED]

    def test_a_sphere_is_inflated(self):
        expected = list(INFLATED.values())
        mixed = SPHERE % ("", 2.8, 0.4) + "constraints: [{type: incompressible, object: block, strain: finite}]\n"
        np.testing.assert_allclose(self.inflate(mixed, 2, (3, 2, 2)), expected, rtol=0.01)
        poisson = (3e3 - 2) / (6e3 + 2)
        mean = SPHERE % (", formulation: mean-dilatation", 2 * (1 + poisson), poisson)
        np.testing.assert_allclose(self.inflate(mean, 1, (10, 4, 4)), expected, rtol=0.02)
        nodal = replaced(mean, "mean-dilatation", "nodal-dilatation")
        np.testing.assert_allclose(self.inflate(nodal, 1, (5, 2, 2), by_tets=True), expected, rtol=0.03)

    def test_newton_is_of_second_order(self):
        """Verifies an order well above 1, that of an inexact tangent, in the last iterations."""
        mean = replaced(replaced(SPHERE % (", formulation: mean-dilatation", 2.9, 0.45), "steps: 50", "steps: 1"), "[1, 1]", "[1, 0.06]")
        mixed = replaced(mean, ", formulation: mean-dilatation", "") + "constraints: [{type: incompressible, object: block, strain: finite}]\n"
        nodal = replaced(mean, "mean-dilatation", "nodal-dilatation")
        for text, order, by_tets in (mean, 1, False), (mixed, 2, False), (nodal, 1, True):
            self.write("sphere.msh", box(low=(1, 0, 0), cells=(2, 2, 2), edit=patch_of_sphere(order)))
            if by_tets:
                self.tets("sphere")
            self.write("case.yaml", text)
            run = self.assertRuns("run", "case.yaml", "-snes_monitor")
            norms = [float(value) for value in re.findall(r"SNES Function norm (\S+)", run.all)]
            norms = [norm for norm in norms if norm > 1e-10 * max(norms)][-3:]
            self.assertGreater(math.log(norms[2] / norms[1]) / math.log(norms[1] / norms[0]), 1.5, norms)

    def test_a_block_of_tets_is_pressed(self):
        """Verifies that nodal dilatations of tets give the displacements of hexahedra as long as
        coarse cells can bend; without them tets lock."""
        self.write("block.msh", box(cells=(4, 4, 4)))
        self.tets("block")
        first = {}
        for formulation in "nodal-dilatation", "displacement":
            self.write("case.yaml", replaced(replaced(PRESSED, "mean-dilatation", formulation), "end_time: 1", "end_time: 0.1"))
            self.assertRuns("run", "case.yaml")
            first[formulation] = self.displacements("pressed", (0, 1, 0), 1, TENTHS[:1])[0] / STEP_44[0]
        self.assertGreater(first["nodal-dilatation"], 0.85)
        self.assertLess(first["nodal-dilatation"], 1.0)
        self.assertLess(first["displacement"], 0.02)

    def test_a_motion_in_few_steps(self):
        """Verifies that prescribed displacements whose increment alone would invert elements need
        no step-size reduction, since the interior follows, and that the number of steps does not
        change the solution."""
        found = []
        for steps in 2, 10:
            text = replaced(SPHERE % ("", 2.8, 0.4), "steps: 50", f"steps: {steps}") + "constraints: [{type: incompressible, object: block, strain: finite}]\n"
            self.write("sphere.msh", box(low=(1, 0, 0), cells=(3, 2, 2), edit=patch_of_sphere(2)))
            self.write("case.yaml", text)
            self.assertNotIn("the step size is reduced", self.assertRuns("run", "case.yaml").err)
            with h5py.File(self.folder / "sphere.h5") as file:
                found.append(file["steps"][max(file["steps"])]["block/displacement"][:])
        np.testing.assert_allclose(found[0], found[1], rtol=0, atol=1e-6 * np.abs(found[1]).max())

    def test_a_small_strain_is_no_large_one(self):
        self.write("block.msh", box())
        self.write("case.yaml", replaced(BY_PRESSURE, "strain: finite, ", ""))
        run = self.tenon("run", "case.yaml")
        self.assertEqual(run.code, 2, run)
        self.assertEqual(len(run.errors()), 1, run)
        self.assertRegex(run.errors()[0], "'pressure_block' is valid only for small rotations, but elastic on block is intended for large rotations: set `strain: finite`")


if __name__ == "__main__":
    unittest.main()

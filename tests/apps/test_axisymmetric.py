# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies axisymmetric bodies against closed-form solutions and published spheres, resultants of
the whole ring, and rejected input."""
import json
import math
import unittest

import h5py
import numpy as np

from tenon_program import Case, replaced, sheet

BODY = """\
output: {stem: out, fields: [all, deformation_gradient]}
objects:
  body:
    mesh: body.msh
    axisymmetric: true
    forces: [%s]
    conditions: [%s]
analysis: {%s}
solver: {preset: direct}
"""
LINEAR = "{type: elastic, material: {type: linear-elastic, young: 1000, poisson: %s}}"
STATIC = "type: static, tolerance: 1e-11"
FIXED = "{type: fixed, group: %s, components: [%s]}"


class Ring(Case):
    def solve(self, place, cells, kind, forces, conditions=(), analysis=STATIC):
        self.write("body.msh", sheet(place, cells, kind))
        self.write("case.yaml", BODY % (", ".join(forces), ", ".join(conditions), analysis))
        self.assertRuns("run", "case.yaml")
        return self.last()

    def last(self):
        with h5py.File(self.folder / "out.h5") as file:
            points = file["meshes/body/points"][:]
            step = file["steps"][sorted(file["steps"])[-1]]["body"]
            return points, {name: data[:] for name, data in step.items() if isinstance(data, h5py.Dataset)}


class SmallStrain(Ring):
    def test_a_thick_tube_under_pressure(self):
        """Verifies displacements and stresses of a tube with fixed ends against Lame's solution, u
        = p a^2 / (E (b^2 - a^2)) ((1 - 2 nu)(1 + nu) r + (1 + nu) b^2 / r)."""
        a, b, p, E, nu = 1.0, 2.0, 3.0, 1000.0, 0.3
        x, fields = self.solve(lambda s, t: (a + (b - a) * s, t), (8, 2), "quad9",
                               [LINEAR % nu, "{type: pressure, group: west, pressure: 3}"], [FIXED % ("south", "y"), FIXED % ("north", "y")])
        r, ratio = x[:, 0], p * a**2 / (b**2 - a**2)
        exact = ratio * (1 + nu) / E * ((1 - 2 * nu) * r + b**2 / r)
        np.testing.assert_allclose(fields["displacement"][:, 0], exact, rtol=2e-5)
        np.testing.assert_allclose(fields["displacement"][:, 1], 0, atol=1e-12)
        hoop, radial = ratio * (1 + b**2 / r**2), ratio * (1 - b**2 / r**2)
        np.testing.assert_allclose(fields["stress"][:, 8], hoop, rtol=1.5e-2)
        np.testing.assert_allclose(fields["stress"][:, 4], nu * (hoop + radial), atol=0.02 * ratio)
        # The axial reaction is 2 nu p a^2 / (b^2 - a^2) times the cross-section of the whole ring.
        force = fields["reaction"][x[:, 1] == 0, 1].sum()
        self.assertAlmostEqual(force / (2 * nu * ratio * math.pi * (b**2 - a**2)), -1, delta=1e-4)

    def test_a_hollow_sphere(self):
        """Verifies the hollow sphere of NAFEMS (a = 1, b = 2, p = 1, E = 1000): u(a) = 8.0e-4 for
        nu = 0.3 and 8.5711429e-4 for nu = 0.4999."""
        for nu, exact, more in (0.3, 8.0e-4, ""), (0.4999, 8.5711429e-4, ", formulation: mean-dilatation"):
            solid = replaced(LINEAR % nu, "type: elastic", "type: elastic" + more)
            x, fields = self.solve(lambda s, t: ((1 + s) * math.cos(math.pi / 2 * t) * (t < 1), (1 + s) * math.sin(math.pi / 2 * t)),
                                   (12, 18), "quad4" if more else "quad9", [solid, "{type: pressure, group: west, pressure: 1}"],
                                   [FIXED % ("south", "y")])
            inside = np.isclose(np.hypot(x[:, 0], x[:, 1]), 1)
            moved = np.einsum("ij,ij->i", x[inside, :2], fields["displacement"][inside, :2])
            np.testing.assert_allclose(moved, exact, rtol=8e-3 if more else 1e-4)
            self.assertLess(np.abs(fields["displacement"][x[:, 0] == 0, 0]).max(), 1e-15)  # no condition on the axis

    def test_constant_strain(self):
        """Verifies the patch test: u_r = A r, u_y = B y prescribed on the boundary of distorted
        cells is exact inside, with its stresses."""
        A, B, E, nu = 2e-3, -1e-3, 1000.0, 0.25
        lame, mu = E * nu / (1 + nu) / (1 - 2 * nu), E / 2 / (1 + nu)
        stress = lame * (2 * A + B) * np.eye(3) + 2 * mu * np.diag([A, B, A])
        bent = lambda s, t: (0.5 + s + 0.15 * math.sin(7 * s) * t * (1 - t), t + 0.2 * s * (1 - s) * math.cos(5 * t) * t * (1 - t))
        sheared = lambda s, t: (0.5 + s + 0.3 * t, t - 0.2 * s)  # straight sides of second order: the quadrature is exact
        for kind in "tri3", "quad4", "tri6", "quad9":
            held = ["{type: prescribed, group: %s, gradient: [[%g, 0, 0], [0, %g, 0], [0, 0, 0]]}" % (g, A, B)
                    for g in ("west", "east", "south", "north")]
            x, fields = self.solve(bent if kind in ("tri3", "quad4") else sheared, (3, 3), kind, [LINEAR % nu], held)
            np.testing.assert_allclose(fields["displacement"][:, 0], A * x[:, 0], atol=1e-14, err_msg=kind)
            np.testing.assert_allclose(fields["displacement"][:, 1], B * x[:, 1], atol=1e-14)
            np.testing.assert_allclose(fields["stress"].reshape(-1, 3, 3), np.broadcast_to(stress, (len(x), 3, 3)), atol=1e-10)

    def test_totals_are_of_the_whole_ring(self):
        """Verifies weight, traction, body force and pressure of a conical frustum against the
        reactions of its supports."""
        # Volume of the frustum with radius 2 - y for 0 <= y <= 1: V = pi (4 + 2 + 1) / 3.
        volume, lateral = 7 * math.pi / 3, math.pi * 3 * math.sqrt(2)
        for force, total in (("{type: gravity, density: 2, acceleration: [0, -10, 0]}", -20 * volume),
                             ("{type: body-force, density: [0, '3 * x', 0]}", 7.5 * math.pi),
                             ("{type: traction, group: east, traction: [0, 5, 0]}", 5 * lateral),
                             ("{type: pressure, group: east, pressure: 4}", -4 * math.pi * 3),
                             ("{type: follower-pressure, group: north, pressure: 4}", -4 * math.pi),
                             ("{type: nodal-force, group: north, force: [0, 6, 0], total: true}", 6.0)):
            x, fields = self.solve(lambda s, t: ((2 - t) * s, t), (4, 4), "quad9",
                                   [replaced(LINEAR % 0.3, "1000", "1e9"), force], [FIXED % ("south", "x, y")])
            self.assertAlmostEqual(fields["reaction"][x[:, 1] == 0, 1].sum() / total, -1, delta=1e-7, msg=force)

    def test_vibrates_along_the_axis(self):
        """Verifies the axial modes of a clamped rod with nu = 0 against pi / 2 (2k - 1) sqrt(E /
        rho) / L."""
        for mass in "consistent", "lumped":
            self.write("body.msh", sheet(lambda s, t: (0.4 * s, t), (2, 16), "quad9"))
            case = BODY % (LINEAR % 0, FIXED % ("south", "x, y"), "type: modal, modes: 1")
            self.write("case.yaml", replaced(case, "    conditions", "    masses: [{type: %s, density: 10}]\n    conditions" % mass))
            self.assertRuns("run", "case.yaml", "--summary", "summary.json")
            omega = json.loads((self.folder / "summary.json").read_text())["modes"][0]["omega"]
            self.assertAlmostEqual(omega / (math.pi / 2 * math.sqrt(1000 / 10)), 1, delta=2e-4)


class LargeStrain(Ring):
    def test_pulled_to_half_its_length_more(self):
        """Verifies the stretch 1.5 of NH-A (E = 1000, nu = 0.3) against the closed-form solution:
        transverse stretch 0.8801745918, nominal stress 378.28017639."""
        x, fields = self.solve(lambda s, t: (2 * s, t), (2, 2), "quad4",
                               ["{type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}"],
                               [FIXED % ("south", "y"), "{type: prescribed, group: north, values: {y: 0.5}, history: [[0, 0], [1, 1]]}"],
                               "type: static, steps: 2, tolerance: 1e-12")
        np.testing.assert_allclose(fields["displacement"][:, 0], (0.8801745918 - 1) * x[:, 0], atol=2e-10)
        self.assertAlmostEqual(fields["reaction"][x[:, 1] == 1, 1].sum() / (378.28017639 * 4 * math.pi), 1, delta=1e-9)
        np.testing.assert_allclose(fields["deformation_gradient"][:, [0, 4, 8]], [[0.8801745918, 1.5, 0.8801745918]] * len(x), atol=1e-9)

    def test_inflates_as_rivlins_sphere(self):
        """Verifies the inflation of an incompressible neo-Hookean sphere (mu = 1, A = 1, B = 2)
        against Rivlin (1948): p(a = 1.2, 1.5) = 0.4801597793, 0.7554331187."""
        for kind, cells in ("quad4", (10, 14)), ("quad9", (3, 5)):
            solid = ("{type: elastic, formulation: mean-dilatation, material: {type: isochoric-neo-hookean, young: 2.9999, poisson: 0.49995}}")
            load = "{type: follower-pressure, group: west, pressure: 1, history: [[0, 0], [1, 0.4801597793], [2, 0.7554331187]]}"
            self.solve(lambda s, t: ((1 + s) * math.cos(math.pi / 2 * t) * (t < 1), (1 + s) * math.sin(math.pi / 2 * t)), cells, kind,
                       [solid, load], [FIXED % ("south", "y")], "type: static, steps: 8, end_time: 2")
            with h5py.File(self.folder / "out.h5") as file:
                points = file["meshes/body/points"][:]
                inside = np.isclose(np.hypot(points[:, 0], points[:, 1]), 1)
                for _, step in file["steps"].items():
                    for time, radius in (1.0, 1.2), (2.0, 1.5):
                        if abs(step.attrs["time"] - time) < 1e-9:
                            moved = points[inside, :2] + step["body/displacement"][:][inside, :2]
                            np.testing.assert_allclose(np.hypot(*moved.T), radius, rtol=1.2e-2, err_msg=kind)

    def test_goes_on_in_mid_history(self):
        """Verifies the restart of a plastic ring in the middle of its load history: internal
        variables are restored from the checkpoint."""
        pull = "{type: prescribed, group: north, values: {y: 0.01}, history: [[0, 0], [1, 1], [2, 0.5], [3, 2]]}"
        metal = "{type: elastic, material: {type: j2-plasticity, young: 200, poisson: 0.3, yield_stress: 0.4, hardening: 5}}"
        whole = self.solve(lambda s, t: (0.2 + s, t), (3, 3), "quad4", [metal], [FIXED % ("south", "x, y"), pull],
                           "type: static, steps: 6, end_time: 3, tolerance: 1e-12")[1]
        case = (self.folder / "case.yaml").read_text()
        self.write("case.yaml", replaced(replaced(case, "steps: 6, end_time: 3", "steps: 4, end_time: 2"), "{stem: out", "{stem: out, checkpoint: 2"))
        self.assertRuns("run", "case.yaml")
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml", "--restart")
        gone_on = self.last()[1]
        for name in "displacement", "stress", "reaction":
            np.testing.assert_allclose(gone_on[name], whole[name], atol=1e-9 * np.abs(whole[name]).max())
        with h5py.File(self.folder / "out.h5") as file:
            self.assertEqual(len(file["steps"]), 6)


class Refused(Ring):
    def test_what_rings_do_not_know(self):
        self.write("body.msh", sheet(lambda s, t: (s, t)))
        good = BODY % (LINEAR % 0.3, FIXED % ("south", "y"), STATIC)
        for old, new, says in (
                ("type: elastic,", "type: elastic, plane: stress,", "`plane: stress` applies only to thin sheets, but 'body' is axisymmetric"),
                ("type: elastic,", "type: elastic, thickness: 2,", r"a thickness \(2\) applies only to plane problems, but 'body' is axisymmetric"),
                ("type: elastic,", "type: elastic, temperature: 20,", "`temperature` is not supported for axisymmetric bodies"),
                ("forces: [", "forces: [{type: gravity, density: 1, acceleration: [1, 0, 0]}, ", "axisymmetric about y, so the x component must be 0"),
                ("forces: [", "forces: [{type: truss, area: 1, young: 1}, ", "'truss' does not support axisymmetric objects, but 'body' is axisymmetric"),
                ("solver:", "constraints: [{type: incompressible, object: body, strain: finite, pressure: constant}]\nsolver:", "`strain: finite` does not support axisymmetric objects"),
                ("solver:", "constraints: [{type: point-on-line, object: body, group: south, direction: [0, 1, 0]}]\nsolver:", "'point-on-line' does not support axisymmetric objects"),
                ("axisymmetric: true", "axisymmetric: true\n    space: 3", "an axisymmetric mesh has x = r and y along the axis")):
            self.refuse(replaced(good, old, new), says)
        self.write("body.msh", sheet(lambda s, t: (s - 0.25, t)))
        self.refuse(good, "Node 1 of '.*body.msh' has x < 0")

    def test_nothing_but_the_axis_is_held(self):
        """Verifies that only axial translation is reported as unconstrained for a ring without
        supports."""
        self.write("body.msh", sheet(lambda s, t: (1 + s, t)))
        self.refuse(BODY % (LINEAR % 0.3, "", STATIC), "it can translate along y")


if __name__ == "__main__":
    unittest.main()

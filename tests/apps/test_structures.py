# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies displacements of apps/cases/fembar.yaml and other structures against published
values."""
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import Case

SOURCE = Path(__file__).resolve().parents[2]


class FallingBar(Case):
    def test_the_bar_is_where_sofa_says(self):
        """Verifies the bar against SOFA's HexahedronFEMForceField, method "large", implicit Euler
        with one linearisation a step."""
        self.assertRuns("run", SOURCE / "apps/cases/fembar.yaml", "-o", "fembar")
        with h5py.File(self.folder / "fembar.h5") as file:
            last = file["/steps"][max(file["/steps"])]
            self.assertAlmostEqual(last.attrs["time"], 1.98, places=12)
            X, u = file["/meshes/bar/points"][:], last["bar/displacement"][:]
        tip = np.flatnonzero(np.isclose(X, [-6, 3, 19]).all(axis=1))
        published = [-6.01728025520724, -16.531037982602612, 9.904173954973366]
        np.testing.assert_allclose((X + u)[tip], [published], atol=1e-9)


class Bend(Case):
    def test_the_tip_is_where_simo_and_vu_quoc_say(self):
        """Verifies Bathe and Bolourchi's bend of 8 straight beams against Simo and Vu-Quoc.

        Source: Comput. Methods Appl. Mech. Eng. 58, 1986, table 3."""
        run = self.assertRuns("run", SOURCE / "apps/cases/bend.yaml", "-o", "bend")
        self.assertRegex(run.all, r"step 6 of 6 .*: [1-7] linear solves", "Newton's method is quadratic")
        with h5py.File(self.folder / "bend.h5") as file:
            X, steps = file["/meshes/bend/points"][:], [file["/steps"][key] for key in sorted(file["/steps"])]
            tip = X[:, 1].argmax()
            u = [step["bend/displacement"][tip] for step in steps]
            reaction = steps[-1]["bend/reaction"][:].sum(axis=0)
        np.testing.assert_allclose(X[tip] + u[2], [22.33, 58.84, 40.08], atol=0.2)
        np.testing.assert_allclose(X[tip] + u[5], [15.79, 47.23, 53.37], atol=0.2)
        np.testing.assert_allclose(reaction, [0, 0, -600], atol=1e-4)

    def test_points_do_not_turn(self):
        case = (SOURCE / "apps/cases/bend.yaml").read_text().replace("../../meshes", str(SOURCE / "meshes"))
        for old, new, says in (("nodes: frames", "nodes: points", "specify `nodes: frames` for the object"),
                               ("nodes: frames", "nodes: beams", "`nodes` must be 'points', or 'frames'"),
                               ("area: 1", "radius: 1\n        area: 1", "either `radius` or `area`")):
            self.write("bad.yaml", case.replace(old, new))
            self.assertFails(self.tenon("run", "bad.yaml"), 2, says)


class Reed(Case):
    RADIUS, YOUNG, DENSITY = 0.005, 1000.0, 2.0
    AREA, MOMENT = np.pi * RADIUS**2, np.pi * RADIUS**4 / 4

    def reed(self, analysis, acceleration):
        """Returns the steps of a run of a slender beam of length 1, clamped at its left end."""
        nodes = {i + 1: (i / 20, 0, 0) for i in range(21)}
        self.write("reed.msh", mesh_text(nodes, [(1, (i, i + 1)) for i in range(1, 21)]))
        self.write("reed.yaml", f"""
objects:
  reed:
    mesh: reed.msh
    nodes: frames
    groups: {{clamp: {{nodes: [1]}}}}
    forces:
      - {{type: beam, young: {self.YOUNG}, poisson: 0.3, radius: {self.RADIUS}}}
      - {{type: gravity, density: {self.DENSITY}, area: {self.AREA}, acceleration: [0, 0, {acceleration}]}}
    masses: [{{type: line, density: {self.DENSITY}, area: {self.AREA}, polar_moment: {2 * self.MOMENT}}}]
    conditions: [{{type: fixed, group: clamp}}]
analysis: {analysis}
solver: {{preset: direct}}
output: reed
""")
        self.assertRuns("run", "reed.yaml")
        file = h5py.File(self.folder / "reed.h5")
        self.addCleanup(file.close)
        return [file["/steps"][key] for key in sorted(file["/steps"])]

    def test_it_vibrates_as_bernoulli_says(self):
        """Verifies the lowest frequencies, (k L)^2 sqrt(E I / rho A L^4) / 2 pi, of a Bernoulli
        beam."""
        found = [step.attrs["frequency"] for step in self.reed("{type: modal, modes: 4}", 0)]
        speed = np.sqrt(self.YOUNG * self.MOMENT / (self.DENSITY * self.AREA)) / (2 * np.pi)
        np.testing.assert_allclose(found, np.array([1.8751041, 1.8751041, 4.6940911, 4.6940911])**2 * speed, rtol=5e-3)

    def test_it_sags_by_its_weight(self):
        """Verifies w L^4 / 8 E I at the tip and w L on the clamp under a small weight w per
        length."""
        g = 1e-6
        step = self.reed("{type: static}", -g)[-1]["reed"]
        w = self.DENSITY * self.AREA * g
        np.testing.assert_allclose(step["displacement"][-1, 2], -w / (8 * self.YOUNG * self.MOMENT), rtol=2e-3)
        np.testing.assert_allclose(step["reaction"][0], [0, 0, w], rtol=1e-9, atol=1e-9 * w)


class HangingCable(Case):
    def test_it_hangs_in_a_catenary(self):
        """Verifies a catenary of length 1.2 over a span of 1: y = a cosh(x / a), 2 a sinh(1 / 2 a)
        = 1.2, force a w at its lowest point."""
        length, span, weight, cells = 1.2, 1.0, 0.5, 40
        low, high = 0.1, 10.0
        for _ in range(80):
            a = (low + high) / 2
            low, high = (a, high) if 2 * a * np.sinh(span / 2 / a) > length else (low, a)
        depth = a * np.cosh(span / 2 / a) - a
        s = np.linspace(-length / 2, length / 2, cells + 1)  # initial guess near the solution
        x, z = a * np.arcsinh(s / a), 1.05 * (np.sqrt(a**2 + s**2) - a - depth)
        self.write("cable.msh", mesh_text({i + 1: (x[i], 0, z[i]) for i in range(cells + 1)}, [(1, (i, i + 1)) for i in range(1, cells + 1)]))
        stretched = np.hypot(np.diff(x), np.diff(z)).sum() / length  # the mesh is too long; prestress shortens it
        self.write("cable.yaml", f"""
objects:
  cable:
    mesh: cable.msh
    groups: {{ends: {{nodes: [1, {cells + 1}]}}}}
    forces:
      - {{type: cable, area: 1.0e-4, young: 1.0e+8, prestress: {1.0e8 * (1 - 1 / stretched)}}}
      - {{type: gravity, density: {weight / 1e-4 / 10 / stretched}, area: 1.0e-4, acceleration: [0, 0, -10]}}
    conditions: [{{type: fixed, group: ends}}, {{type: fixed, group: all, components: [y]}}]
analysis: {{type: static, max_iterations: 100}}
solver: {{preset: direct}}
output: cable
""")
        self.assertRuns("run", "cable.yaml")
        with h5py.File(self.folder / "cable.h5") as file:
            step = file["/steps"][max(file["/steps"])]["cable"]
            u, reaction = step["displacement"][:], step["reaction"][:]
        self.assertAlmostEqual((z + u[:, 2]).min(), -depth, delta=2e-3 * depth)
        np.testing.assert_allclose(np.abs(reaction[[0, -1], 0]), weight * a, rtol=5e-3)
        np.testing.assert_allclose(reaction[:, 2].sum(), weight * length, rtol=1e-9)


class MisesTruss(Case):
    HEIGHT, HALF, STIFFNESS = 1.0, 4.0, 600.0  # A E

    def test_it_snaps_through(self):
        """Verifies snap-through under a displacement beyond the limit load: reactions against the
        closed-form solution of the Green strain."""
        self.write("truss.msh", mesh_text({1: (-self.HALF, 0, 0), 2: (0, self.HEIGHT, 0), 3: (self.HALF, 0, 0)},
                                          [(1, (1, 2)), (1, (2, 3))]))
        self.write("truss.yaml", """
objects:
  truss:
    mesh: truss.msh
    groups: {ends: {nodes: [1, 3]}, top: {nodes: [2]}}
    forces: [{type: truss, area: 2, young: 300}]
    conditions:
      - {type: fixed, group: ends}
      - {type: prescribed, group: top, values: {x: 0, y: -2.5, z: 0}, history: [[0, 0], [1, 1]]}
analysis: {type: static, steps: 10}
output: {stem: truss, every: 1}
""")
        self.assertRuns("run", "truss.yaml")
        with h5py.File(self.folder / "truss.h5") as file:
            steps = [file["/steps"][key]["truss"] for key in sorted(file["/steps"])]
            down = -np.array([step["displacement"][1, 1] for step in steps])
            load = -np.array([step["reaction"][1, 1] for step in steps])
        np.testing.assert_allclose(down, 0.25 * np.arange(1, 11), atol=1e-12)
        h, length = self.HEIGHT, np.hypot(self.HALF, self.HEIGHT)
        closed_form = self.STIFFNESS / length**3 * down * (2 * h**2 - 3 * h * down + down**2)
        np.testing.assert_allclose(load, closed_form, atol=1e-9)
        self.assertLess(load.min(), 0, "beyond the flat position it must be held back")


class InflatedDisc(Case):
    RADIUS, YOUNG, THICKNESS, RINGS = 1.0, 1.0, 1.0, 16

    def test_hencky(self):
        """Verifies a quarter of a clamped disc under a small uniform load against Hencky 1915, w =
        a (p a / E h)^(1/3) f(nu)."""
        nodes, cells = quarter_disc(self.RADIUS, self.RINGS)
        pressure = 1e-6
        self.write("disc.msh", mesh_text(nodes, [(2, cell) for cell in cells]))
        self.write("disc.yaml", f"""
objects:
  disc:
    mesh: disc.msh
    space: 3
    groups:
      centre: {{nearest: [0, 0, 0]}}
      x0: {{plane: {{x: 0}}}}
      y0: {{plane: {{y: 0}}}}
      rim: {{nodes: {sorted(nodes)[-(2 * self.RINGS + 1):]}}}
    forces:
      - {{type: membrane, young: {self.YOUNG}, poisson: 0.3, thickness: {self.THICKNESS}, prestress: 1e-7}}
      - {{type: traction, traction: [0, 0, {pressure}], group: all}}
    conditions:
      - {{type: fixed, group: rim}}
      - {{type: fixed, group: x0, components: [x]}}
      - {{type: fixed, group: y0, components: [y]}}
analysis: {{type: static, max_iterations: 60}}
solver: {{preset: direct}}
output: disc
""")
        self.assertRuns("run", "disc.yaml")
        with h5py.File(self.folder / "disc.h5") as file:
            step = file["/steps"][max(file["/steps"])]
            rise = step["disc/displacement"][np.abs(file["/meshes/disc/points"][:]).sum(axis=1).argmin(), 2]
        self.assertAlmostEqual(rise / (pressure ** (1 / 3)) / hencky(0.3), 1, delta=0.01)


def mesh_text(nodes, cells):
    """Returns a mesh in Gmsh's format 2.2: nodes {tag: place}, cells [(type, node tags)]."""
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "1", f'{cells[0][0]} 1 "all"', "$EndPhysicalNames",
             "$Nodes", str(len(nodes)), *(f"{tag} {x:.17g} {y:.17g} {z:.17g}" for tag, (x, y, z) in nodes.items()), "$EndNodes",
             "$Elements", str(len(cells)), *(f"{i} {kind} 2 1 1 {' '.join(map(str, tags))}" for i, (kind, tags) in enumerate(cells, 1)),
             "$EndElements", ""]
    return "\n".join(lines)


def quarter_disc(radius, rings):
    """Returns nodes {tag: place} and triangles: ring k has 2k cells along its arc; the nodes of the
    rim come last."""
    nodes, start = {1: (0.0, 0.0, 0.0)}, [1]
    for k in range(1, rings + 1):
        start.append(len(nodes) + 1)
        for angle in np.linspace(0, np.pi / 2, 2 * k + 1):
            nodes[len(nodes) + 1] = (radius * k / rings * np.cos(angle), radius * k / rings * np.sin(angle), 0.0)
    cells = []
    for k in range(1, rings + 1):
        inner, outer = start[k - 1], start[k]
        i = 0
        for j in range(2 * k):
            cells.append((inner + i, outer + j, outer + j + 1))
            if i < 2 * (k - 1) and (i + 1) * k <= (j + 1) * (k - 1) + k / 2:
                cells.append((inner + i, outer + j + 1, inner + i + 1))
                i += 1
        assert i == 2 * (k - 1)
    return nodes, cells


def hencky(nu):
    """Returns the central deflection over a (p a / E h)^(1/3) by the power series: sum of (2 n + 1
    - nu) b_2n = 0 at the rim gives b_0."""
    factors = [1, -1, -2 / 3, -13 / 18, -17 / 18, -37 / 27, -1205 / 567]  # coefficients of b_0^(1 - 3 n)
    low, high = 1.5, 2.2
    for _ in range(60):
        b = (low + high) / 2
        sign = sum((2 * n + 1 - nu) * factor * b ** (1 - 3 * n) for n, factor in enumerate(factors))
        low, high = (low, b) if sign > 0 else (b, high)
    rise = [1, 1 / 2, 5 / 9, 55 / 72, 7 / 6, 205 / 108, 17051 / 5292]  # coefficients of b_0^(-1 - 3 n)
    return sum(factor * b ** (-1 - 3 * n) for n, factor in enumerate(rise))


if __name__ == "__main__":
    unittest.main()

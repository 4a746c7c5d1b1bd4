# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies line loads on beams, in the plane and in space: closed-form solutions, orders of
convergence, large rotations."""
import json
import unittest

import h5py
import numpy as np
from scipy.integrate import solve_bvp

from tenon_program import Case


def mesh_text(nodes, lines):
    """Returns a mesh of lines, [(group, (node, node))]; each number becomes a physical group of
    that name."""
    names = sorted({group for group, _ in lines})
    text = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", str(len(names))]
    text += [f'1 {names.index(name) + 1} "{name}"' for name in names] + ["$EndPhysicalNames", "$Nodes", str(len(nodes))]
    text += [f"{tag} {x!r} {y!r} {z!r}" for tag, (x, y, z) in nodes.items()] + ["$EndNodes", "$Elements", str(len(lines))]
    text += [f"{number} 1 2 {names.index(group) + 1} 1 {a} {b}" for number, (group, (a, b)) in enumerate(lines, 1)]
    return "\n".join(text + ["$EndElements", ""])


class Beams(Case):
    YOUNG, AREA, MOMENT, LENGTH, LOAD = 2e5, 0.7, 0.03, 4.0, 0.002
    EI = YOUNG * MOMENT

    def run_beam(self, places, load, conditions, space=2, section=None, lines=None, analysis="{type: static}", options="", groups=""):
        """Returns displacements and rotations of all nodes, the reactions, and the summary."""
        nodes = {i: (*map(float, place), *([0.0] if len(place) == 2 else [])) for i, place in enumerate(places, 1)}
        lines = lines or [("beam", (i, i + 1)) for i in range(1, len(nodes))]
        self.write("beam.msh", mesh_text(nodes, lines))
        section = section or ("area: {0}, second_moment: {1}".format(self.AREA, self.MOMENT) if space == 2 else
                              f"poisson: 0.3, area: {self.AREA}, second_moment_y: {self.MOMENT}, second_moment_z: {self.MOMENT}, "
                              "torsion_constant: 0.05, shear_factor_y: 0, shear_factor_z: 0")
        self.write("beam.yaml", f"""
objects:
  beam:
    mesh: beam.msh
    space: {space}
    nodes: frames
    groups: {{first: {{nodes: [1]}}, last: {{nodes: [{len(nodes)}]}}{groups}}}
    forces:
      - {{type: beam, young: {self.YOUNG}, {section}}}
      - {{type: line-load, load: {load}{options}}}
    conditions: [{conditions}]
analysis: {analysis}
solver: {{preset: direct}}
""")
        self.assertRuns("run", "beam.yaml", "--summary", "summary.json")
        with h5py.File(self.folder / "beam.h5") as file:
            last = file["/steps"][max(file["/steps"])]["beam"]
            found = {name: last[name][:] for name in ("displacement", "rotation", "reaction", "reaction_moment")}
        for name in ("rotation", "reaction_moment"):  # about z: the only component in the plane
            found[name] = found[name].reshape(len(nodes), -1)[:, -1]
        return found, json.loads((self.folder / "summary.json").read_text())

    CLAMPED = "{type: fixed, group: first}"

    def test_a_cantilever_is_exact_at_its_nodes(self):
        q, L, EI = self.LOAD, self.LENGTH, self.EI
        for space in (2, 3):
            for cells in (1, 3):
                places = [(x, 0) if space == 2 else (x, 0, 0) for x in np.linspace(0, L, cells + 1)]
                load = f"[0, {-q}]" if space == 2 else f"[0, {-q}, 0]"
                found, summary = self.run_beam(places, load, self.CLAMPED, space)
                np.testing.assert_allclose(found["displacement"][-1, 1], -q * L**4 / (8 * EI), rtol=1e-5)
                np.testing.assert_allclose(found["rotation"][-1], -q * L**3 / (6 * EI), rtol=1e-5)
                np.testing.assert_allclose(found["reaction"][0, 1], q * L, rtol=1e-6)
                np.testing.assert_allclose(found["reaction_moment"][0], q * L**2 / 2, rtol=1e-5)
                np.testing.assert_allclose(summary["load"][:2], [0, -q * L], atol=1e-9)

    def test_shear(self):
        q, L = self.LOAD, self.LENGTH
        shear = self.YOUNG / 2.6 * self.AREA * 5 / 6
        found, _ = self.run_beam([(0, 0), (L / 2, 0), (L, 0)], f"[0, {-q}]", self.CLAMPED,
                                 section=f"poisson: 0.3, area: {self.AREA}, second_moment: {self.MOMENT}")
        np.testing.assert_allclose(found["displacement"][-1, 1], -q * L**4 / (8 * self.EI) - q * L**2 / (2 * shear), rtol=1e-5)

    def test_a_load_that_grows_along_the_beam(self):
        q, L, EI = self.LOAD, self.LENGTH, self.EI
        for cells in (1, 4):
            found, _ = self.run_beam([(x, 0) for x in np.linspace(0, L, cells + 1)], f'[0, "-{q} * x / {L}"]', self.CLAMPED)
            np.testing.assert_allclose(found["displacement"][-1, 1], -11 * q * L**4 / (120 * EI), rtol=1e-5)
            np.testing.assert_allclose(found["reaction_moment"][0], q * L**2 / 3, rtol=1e-5)

    def test_simply_supported(self):
        q, L, EI = self.LOAD, self.LENGTH, self.EI
        supports = "{type: fixed, group: first, components: [x, y]}, {type: fixed, group: last, components: [y]}"
        found, _ = self.run_beam([(0, 0), (L / 2, 0), (L, 0)], f"[0, {-q}]", supports)
        np.testing.assert_allclose(found["displacement"][1, 1], -5 * q * L**4 / (384 * EI), rtol=1e-5)
        np.testing.assert_allclose(found["rotation"][[0, 2]], np.array([-1, 1]) * q * L**3 / (24 * EI), rtol=1e-5)

    def test_local_axes_turn_with_the_beam(self):
        q, L, EI = self.LOAD, self.LENGTH, self.EI
        for angle in (0.6, 2.2, -1.4):
            along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
            found, _ = self.run_beam([s * L * along for s in (0, 0.5, 1)], f"[0, {q}]", self.CLAMPED, options=", axes: local")
            np.testing.assert_allclose(found["displacement"][-1] @ [*across, 0] if found["displacement"].shape[1] == 3
                                       else found["displacement"][-1] @ across, q * L**4 / (8 * EI), rtol=1e-5)
        for y_axis, down in (("[0, 0, 1]", 2), ("[0, 1, 0]", 1)):
            found, _ = self.run_beam([(0, 0, 0), (L, 0, 0)], f"[0, {q}, 0]", self.CLAMPED, 3, options=f", axes: local, y_axis: {y_axis}")
            np.testing.assert_allclose(found["displacement"][-1, down], q * L**4 / (8 * EI), rtol=1e-5)

    def test_a_portal_frame(self):
        """Verifies a portal frame with clamped feet under a uniform load against Kleinlogel,
        Rahmenformeln; axial strains are negligible."""
        h, L, q = 3.0, 5.0, self.LOAD
        places = [(0, 0), (0, h), (L, h), (L, 0)]
        found, _ = self.run_beam(places, f"[0, {-q}]", self.CLAMPED + ", {type: fixed, group: last}",
                                 lines=[("column", (1, 2)), ("beam", (2, 3)), ("column", (3, 4))],
                                 section=f"area: 1e6, second_moment: {self.MOMENT}", options=", group: beam")
        k = h / L  # length of equal sections
        moment = q * L**2 / (12 * (k + 2))
        np.testing.assert_allclose(found["reaction_moment"][[0, 3]], [-moment, moment], rtol=1e-4)
        np.testing.assert_allclose(found["reaction"][[0, 3], 0], np.array([1, -1]) * 3 * moment / h, rtol=1e-4)
        np.testing.assert_allclose(found["reaction"][[0, 3], 1], q * L / 2, rtol=1e-6)

    def test_large_rotations_under_a_dead_load(self):
        """Verifies the elastica: E I theta'' = q (L - s) cos theta of an inextensible beam under a
        force per length -q along y."""
        L, EI = self.LENGTH, self.EI
        q = 12 * EI / L**3
        exact = solve_bvp(lambda s, y: [y[1], q * (L - s) * np.cos(y[0]) / EI, np.cos(y[0]), np.sin(y[0])],
                          lambda a, b: [a[0], b[1], a[2], a[3]], np.linspace(0, L, 200), np.zeros((4, 200)), tol=1e-10, max_nodes=100000)
        tip = exact.sol(L)[2:]
        self.assertLess(tip[1], -0.7 * L, "rotations are large")
        errors = []
        for cells in (4, 8, 16):
            found, _ = self.run_beam([(x, 0) for x in np.linspace(0, L, cells + 1)], f"[0, {-q}]", self.CLAMPED,
                                     section=f"area: {1e5 * self.MOMENT}, second_moment: {self.MOMENT}",
                                     analysis="{type: static, steps: 4, max_iterations: 30}")
            errors.append(np.linalg.norm(np.array([L, 0]) + found["displacement"][-1, :2] - tip))
        self.assertLess(errors[-1], 2e-3 * L)
        orders = np.log2(np.array(errors[:-1]) / errors[1:])
        self.assertGreater(orders.min(), 1.8, f"{errors}")

    def test_trusses_take_it_too(self):
        self.write("bar.msh", mesh_text({1: (0.0, 0.0, 0.0), 2: (1.0, 0.0, 0.0), 3: (3.0, 0.0, 0.0)}, [("bar", (1, 2)), ("bar", (2, 3))]))
        self.write("bar.yaml", """
objects:
  bar:
    mesh: bar.msh
    forces: [{type: truss, area: 2, young: 1e6}, {type: line-load, group: bar, load: ["2 * x", 0, 0]}]
    groups: {first: {nodes: [1]}}
    conditions: [{type: fixed, group: first}, {type: fixed, group: bar, components: [y, z]}]
solver: {preset: direct}
""")
        self.assertRuns("run", "bar.yaml", "--summary", "summary.json")
        np.testing.assert_allclose(json.loads((self.folder / "summary.json").read_text())["load"], [9, 0, 0], atol=1e-9)

    def test_what_is_refused(self):
        def says(section, sentence, space=2, load="[0, 1]"):
            nodes = {1: (0.0, 0.0, 0.0), 2: (1.0, 0.0, 0.0)}
            self.write("beam.msh", mesh_text(nodes, [("beam", (1, 2))]))
            self.refuse(f"""
objects:
  beam:
    mesh: beam.msh
    space: {space}
    nodes: frames
    groups: {{first: {{nodes: [1]}}}}
    forces: [{{type: beam, young: 1, {section}}}, {{type: line-load, load: {load}}}]
    conditions: [{{type: fixed, group: first}}]
""", r"case\.yaml:8", sentence)

        says("area: 1", "`area` and `second_moment` must be positive")
        says("second_moment: 1", "`area` and `second_moment` must be positive")
        says("area: 1, second_moment: 1", "`poisson` is missing", 3, "[0, 1, 0]")
        says("poisson: 0.3, area: 1, second_moment: 1", "`second_moment` applies only to beams in two dimensions", 3, "[0, 1, 0]")
        says("area: 1, second_moment: 1", "the z component must be 0", load="[0, 1, 2]")
        says("area: 1, second_moment: 1, second_moment_z: 2", "specify only one of them")


if __name__ == "__main__":
    unittest.main()

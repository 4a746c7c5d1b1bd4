# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies rigid obstacles below every cell type: constant pressures are transmitted exactly,
through second-order faces, too."""
import unittest

import h5py
import numpy as np

from blocks import PLANE, block, brick
from tenon_program import Case, on_all_ranks, replaced

# A block above a plane, between planes of symmetry; LOAD presses its top.
CASE = """\
output: pressed
objects:
  body:
    mesh: body.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: pressure, group: top, pressure: 10}
    conditions:
      - {type: fixed, group: west, components: [x]}
      - {type: fixed, group: south, components: [y]}
contacts:
  - {type: plane, name: floor, slave: {object: body, group: bottom}, point: [0, 0, 0], normal: [0, 0, 1]FRICTION}
solver: {preset: direct}
"""
SHEET = """\
output: pressed
objects:
  body:
    mesh: body.msh
    RING
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}PLANE}
      - {type: pressure, group: north, pressure: 10}
    conditions:
      - {type: fixed, group: west, components: [x]}
contacts:
  - {type: plane, name: floor, slave: {object: body, group: south}, point: [0, 0, 0], normal: [0, 1, 0]}
solver: {preset: direct}
"""
SPACE = ("hex8", "hex20", "hex27", "tet4", "tet10", "prism6", "prism15")


def askew(x, y, z):
    """Distorts a block of 2 x 2 x 1: inner nodes and nodes on the horizontal faces are moved within
    the horizontal directions."""
    return (2 * x + 0.15 * np.sin(np.pi * x) * np.sin(np.pi * y), 2 * y + 0.1 * np.sin(2 * np.pi * x) * y * (1 - y), z)


def stl(corners, faces):
    """Returns triangles of numbered corners as an .stl file."""
    facets = ("facet normal 0 0 0\nouter loop\n" + "".join("vertex {} {} {}\n".format(*corners[k]) for k in face)
              + "endloop\nendfacet\n" for face in faces)
    return "solid body\n" + "".join(facets) + "endsolid body\n"


@on_all_ranks("contact")
class Obstacles(Case):
    def run_case(self, text):
        """Returns the fields of the body in the last step, and the positions of its nodes."""
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--summary", "out.json")
        with h5py.File(self.folder / "pressed.h5") as file:
            step = file["steps"][sorted(file["steps"])[-1]]["body"]
            fields = {name: data[()] for name, data in step.items() if isinstance(data, h5py.Dataset)}
            fields["points"] = file["meshes/body/points"][()]
            fields["multipliers"] = file["constraints/floor/multipliers"][sorted(file["steps"])[-1]][()]
        return fields

    def expect_uniform(self, fields, up, tolerance=1e-9):
        """Asserts sigma = -10 along the load everywhere, a pressure of 10 at all lower nodes, and
        zero tangential forces."""
        stress = fields["stress"].reshape(-1, 3, 3)
        np.testing.assert_allclose(stress[:, up, up], -10, rtol=tolerance)
        stress[:, up, up] = 0
        np.testing.assert_allclose(stress[:, :up, :up], 0, atol=10 * tolerance)
        below = fields["points"][:, up] == 0
        np.testing.assert_allclose(fields["pressure_floor"][below], 10, rtol=tolerance)
        np.testing.assert_allclose(fields["gap_floor"][below], 0, atol=1e-12)
        self.assertGreater(fields["multipliers"][fields["multipliers"] != 0].min(), 0)

    def test_constant_pressure_on_a_plane(self):
        """Verifies a constant pressure for every cell type, on meshes whose faces are no
        parallelograms."""
        for kind in SPACE:
            with self.subTest(kind=kind):
                self.write("body.msh", block(kind, (2, 2, 1), askew, straight=kind == "tet10"))
                fields = self.run_case(replaced(CASE, "FRICTION", ""))
                self.expect_uniform(fields, 2)
                top = fields["points"][:, 2] == 1
                np.testing.assert_allclose(fields["displacement"][top, 2], -0.01, rtol=1e-9)
                np.testing.assert_allclose(fields["reaction"], 0, atol=1e-10)

    def test_constant_pressure_on_a_slave_that_is_a_volume(self):
        """Verifies a volume as slave: its faces on the boundary of the body have the rows; its
        inner nodes have gaps of their own."""
        for kind in "hex20", "tet10", "hex8":
            with self.subTest(kind=kind):
                self.write("body.msh", block(kind, (2, 2, 2), askew, straight=kind == "tet10"))
                fields = self.run_case(replaced(replaced(CASE, "FRICTION", ""), "slave: {object: body, group: bottom}", "slave: {object: body, group: body}"))
                self.assertEqual(len(fields["multipliers"]), len(fields["points"]))
                self.expect_uniform(fields, 2)
                np.testing.assert_allclose(fields["force_floor"][:, 2].sum(), 40, rtol=1e-9)

    def test_a_block_that_is_pressed_down_keeps_its_corners_down(self):
        """Verifies the force E A u / h under a prescribed displacement with free sides, for all
        cells, scales and positions; corners stay closed."""
        for kind, scale, at in ("hex20", 1, (0, 0, 0)), ("tet10", 1e-3, (5, -2, 0)), ("prism15", 1e3, (0, 0, 0)):
            with self.subTest(kind=kind):
                place = lambda *x: [scale * c + a for c, a in zip(askew(*x), at)]
                self.write("body.msh", block(kind, (2, 2, 1), place, straight=kind == "tet10"))
                text = replaced(CASE, "FRICTION", "").replace("      - {type: pressure, group: top, pressure: 10}\n", "")
                text = replaced(text, "conditions:\n", "conditions:\n      - {type: prescribed, group: top, values: "
                                f"{{z: {-0.01 * scale!r}}}}}\n")
                fields = self.run_case(text)
                below = fields["points"][:, 2] == 0
                self.expect_uniform(fields, 2, 1e-8)
                self.assertAlmostEqual(fields["force_floor"][:, 2].sum() / (40 * scale**2), 1, 7)
                np.testing.assert_allclose(fields["displacement"][below, 2], 0, atol=1e-12 * scale)

    def test_friction_below_second_order_cells(self):
        """Verifies that a block dragged over the plane slips everywhere with a friction force of mu
        times the weight."""
        for kind in "hex20", "tet10":
            with self.subTest(kind=kind):
                self.write("body.msh", block(kind, (2, 2, 1), askew))
                text = replaced(CASE, "FRICTION", ", friction: 0.2")
                text = replaced(text, "{type: fixed, group: west, components: [x]}", "{type: prescribed, group: west, "
                                "values: {x: -0.3}, history: [[0, 0], [1, 1]]}")
                text = replaced(text, "solver:", "analysis: {type: static, steps: 3}\nsolver:")
                force = self.run_case(text)["force_floor"].sum(axis=0)
                np.testing.assert_allclose(force[[0, 2]], [8, 40], rtol=1e-6)

    def test_plane_and_axisymmetric_bodies(self):
        for kind in PLANE:
            for ring, plane, moved in ("space: 2", ", plane: stress", 0), ("axisymmetric: true", "", 0), ("axisymmetric: true", "", 3):
                with self.subTest(kind=kind, ring=ring, moved=moved):
                    self.write("body.msh", brick(kind, (3, 2), (moved, 0), (2, 1)))
                    text = SHEET.replace("RING", ring).replace("{type: linear-elastic, young: 1000, poisson: 0.3}PLANE", 
                                                              "{type: linear-elastic, young: 1000, poisson: 0.3}" + plane)
                    if moved:
                        text = text.replace("    conditions:\n      - {type: fixed, group: west, components: [x]}\n", "")
                    fields = self.run_case(text)
                    below = fields["points"][:, 1] == 0
                    np.testing.assert_allclose(fields["pressure_floor"][below], 10, rtol=1e-8)
                    area = 2 if plane else np.pi * ((moved + 2)**2 - moved**2)
                    self.assertAlmostEqual(fields["force_floor"][:, 1].sum() / (10 * area), 1, 8)
                    top = fields["points"][:, 1] == 1
                    np.testing.assert_allclose(fields["displacement"][top, 1], -0.01, rtol=1e-8)

    def test_a_sphere_below_a_second_order_block(self):
        """Verifies the balance of forces on a curved obstacle, against first-order cells of half
        the size."""
        force = {}
        for kind, cells in ("hex20", (4, 4, 2)), ("hex27", (4, 4, 2)), ("tet10", (4, 4, 2)):
            self.write("body.msh", brick(kind, cells, (-1, -1, 0), (2, 2, 1)))
            text = replaced(CASE, "FRICTION", "").replace("      - {type: pressure, group: top, pressure: 10}\n", "")
            text = text.replace("{type: plane, ", "{type: sphere, ").replace("point: [0, 0, 0], normal: [0, 0, 1]", 
                                                                          "centre: [0, 0, -2], radius: 2")
            conditions = text.index("      - {type: fixed, group: west")
            text = text[:conditions] + ("      - {type: prescribed, group: top, values: {x: 0, y: 0, z: -0.1}, history: [[0, 0], [1, 1]]}\n"
                                        ) + text[text.index("contacts:"):]
            fields = self.run_case(text)
            force[kind] = fields["force_floor"].sum(axis=0)
            np.testing.assert_allclose(fields["reaction"].sum(axis=0), -force[kind], atol=1e-8 * force[kind][2])
            self.assertGreaterEqual(fields["multipliers"].min(), 0)
        for kind in "hex20", "tet10":
            np.testing.assert_allclose(force[kind][2], force["hex27"][2], rtol=0.03)

    def test_hulls_below_a_block(self):
        """Verifies that hulls of listed points and of a file with a flat top transmit a constant
        pressure, and that nodes initially inside are reported."""
        corners = [(-1, -1, 0), (4, -1, 0), (4, 4, 0), (-1, 4, 0), (1, 1, -2)]
        self.write("pyramid.stl", stl(corners, [(0, 1, 2), (0, 2, 3), (1, 0, 4), (2, 1, 4), (3, 2, 4), (0, 3, 4)]))
        listed = "vertices: [" + ", ".join(str([*c]) for c in (*corners, (2, 2, -1))) + "]"
        for kind, points in ("hex8", listed), ("tet10", listed), ("hex20", "file: pyramid.stl"):
            with self.subTest(kind=kind, points=points):
                self.write("body.msh", block(kind, (2, 2, 1), askew, straight=kind == "tet10"))
                text = replaced(replaced(CASE, "FRICTION", ""), "type: plane", "type: hull")
                self.expect_uniform(self.run_case(replaced(text, "point: [0, 0, 0], normal: [0, 0, 1]", points)), 2)
        self.write("body.msh", block("hex8", (2, 2, 1), lambda x, y, z: (2 * x, 2 * y, z - 0.01)))
        self.assertRegex(str(self.assertRuns("run", "case.yaml")), r"floor: 9 nodes are initially inside the other body "
                         r"\(node \d+ has the largest penetration, 0\.01\)")

    def test_walls_of_plane_and_axisymmetric_bodies(self):
        """Verifies uniaxial strain: a load of 10 along y between rigid walls causes the pressure
        10 nu / (1 - nu) on the wall at x = 2, which is part of every obstacle."""
        walls = ("type: plane, point: [2, 0], normal: [-1, 0]", "type: cylinder, centre: [0, 0.5], axis: [0, 1, 0], radius: 2, hollow: true",
                 "type: cylinder, centre: [0, 0.5], axis: [0, 1, 0], radius: 2, hollow: true, length: 9",
                 "type: capsule, centre: [0, 0.5], axis: [0, -2, 0], length: 5, radius: 2, hollow: true",
                 "type: box, low: [2, -1], high: [3, 5]", "type: hull, vertices: [[2, -1], [2, 3], [5, 1]]")
        for wall in walls:
            for kind, ring in ("quad4", "space: 2"), ("quad8", "axisymmetric: true"), ("tri6", "axisymmetric: true"):
                with self.subTest(wall=wall, kind=kind, ring=ring):
                    self.write("body.msh", brick(kind, (3, 2), (0, 0), (2, 1)))
                    text = SHEET.replace("RING", ring).replace("PLANE", "")
                    text = replaced(text, "      - {type: fixed, group: west, components: [x]}\n", 
                                    "      - {type: fixed, group: west, components: [x]}\n      - {type: fixed, group: south, components: [y]}\n")
                    text = replaced(replaced(text, "type: plane", wall), "south}, point: [0, 0, 0], normal: [0, 1, 0]", "east}")
                    fields = self.run_case(text)
                    at_wall = fields["points"][:, 0] == 2
                    np.testing.assert_allclose(fields["pressure_floor"][at_wall], 30 / 7, rtol=1e-8)
                    area = 2 * np.pi * 2 if "axi" in ring else 1
                    self.assertAlmostEqual(fields["force_floor"][:, 0].sum() / (30 / 7 * area), -1, 8)
                    np.testing.assert_allclose(fields["displacement"][at_wall, 0], 0, atol=1e-12)

    def test_capsules_are_cylinders_and_spheres(self):
        """Verifies that a block on the side of a long capsule has the solution of an infinite
        cylinder, and on its cap that of a sphere, with friction and a balance of forces."""
        self.write("body.msh", brick("hex8", (4, 4, 2), (-1, -1, 0), (2, 2, 1)))
        text = replaced(CASE, "FRICTION", ", friction: 0.3").replace("      - {type: pressure, group: top, pressure: 10}\n", "")
        text = text[:text.index("      - {type: fixed, group: west")] + (
            "      - {type: prescribed, group: top, values: {x: 0.02, y: 0.01, z: -0.1}, history: [[0, 0], [1, 1]]}\n"
            ) + text[text.index("contacts:"):]
        text = replaced(text, "solver:", "analysis: {type: static, steps: 2}\nsolver:")
        place = "type: plane", "point: [0, 0, 0], normal: [0, 0, 1]"
        solve = lambda shape, given: self.run_case(replaced(replaced(text, place[0], "type: " + shape), place[1], given))
        for shape, given, length, centre in ("cylinder", "centre: [7, 0, -2], axis: [1, 0, 0], radius: 2", 4, "[0, 0, -2]"), (
                "sphere", "centre: [0.1, 0, -2], radius: 2", 3, "[0.1, 0, -3.5]"):
            expected = solve(shape, given)
            axis = "[1, 0, 0]" if shape == "cylinder" else "[0, 0, 1]"
            fields = solve("capsule", f"centre: {centre}, axis: {axis}, length: {length}, radius: 2")
            for name in "displacement", "force_floor", "pressure_floor", "state_floor":
                np.testing.assert_allclose(fields[name], expected[name], atol=1e-8 * np.abs(expected[name]).max(), err_msg=shape)
            force = fields["force_floor"].sum(axis=0)
            np.testing.assert_allclose(fields["reaction"].sum(axis=0), -force, atol=1e-8 * force[2])
            self.assertGreater(force[2], 1)

    def test_a_block_on_an_inclined_face(self):
        """Verifies the equilibrium of a block on a face of slope m of a triangle: without friction,
        a vertical load F causes the contact force F (-m, 1)."""
        slope = 0.2
        self.write("body.msh", block("quad4", (4, 2), lambda s, t: (2 * s, t + slope * 2 * s)))
        text = SHEET.replace("RING", "space: 2").replace("PLANE", "")
        text = replaced(text, "{type: pressure, group: north, pressure: 10}", "{type: traction, group: north, traction: [0, -10]}")
        text = replaced(replaced(text, "type: plane", "type: hull"), "point: [0, 0, 0], normal: [0, 1, 0]", 
                        f"vertices: [[-5, {-5 * slope}], [5, {5 * slope}], [5, -9]]")
        force = self.run_case(text)["force_floor"].sum(axis=0)
        load = 20 * np.hypot(1, slope)
        np.testing.assert_allclose(force[:2], [-slope * load, load], rtol=1e-8)

    def test_what_is_refused(self):
        self.write("body.msh", brick("hex8", (1, 1, 1), (0, 0, 0), (1, 1, 1)))
        text = replaced(CASE, "FRICTION", "")
        def refuse(shape, *messages, code=2):
            self.write("case.yaml", replaced(replaced(text, "type: plane", shape), ", point: [0, 0, 0], normal: [0, 0, 1]", ""))
            self.assertFails(self.tenon("check", "case.yaml"), code, *messages)
        refuse("type: hull, vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]", r"case\.yaml:\d+", "four points that are not coplanar")
        refuse("type: hull", r"case\.yaml:\d+", "either `vertices` or a `file`")
        refuse("type: hull, file: absent.stl", "absent.stl", code=4)
        refuse("type: hull, file: body.msh", "not a surface file")
        refuse("type: hull, points: [[0, 0, 0]]", "points")
        refuse("type: hul", "no contact 'hul'", "did you mean 'hull'")
        refuse("type: capsule, centre: [0, 0, -1], radius: 1", "length")
        refuse("type: capsule, centre: [0, 0, -1], radius: 1, lenght: 1", "did you mean 'length'")


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies that placed objects give the scaled, rotated, moved and mirrored solution of the objects
in the coordinates of their meshes."""
import unittest

import h5py
import numpy as np

from tenon_program import Case, box, on_all_ranks, second_order, sheet

BAR = """
objects:
  bar:
    mesh: bar.msh
    {place}
    forces:
      - {{type: elastic, material: {{type: {material}, young: {young}, poisson: 0.3}}}}
      - {{type: traction, group: east, traction: {traction}}}
      - {{type: {pressure}, group: top, pressure: {value}}}
    conditions: [{{type: fixed, group: west}}]
solver: {{preset: direct}}
"""


def rotation(axis, degrees):
    n, t = np.asarray(axis, float) / np.linalg.norm(axis), np.radians(degrees)
    K = np.array([[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]])
    return np.eye(3) + np.sin(t) * K + (1 - np.cos(t)) * K @ K


def reflection(normal):
    n = np.asarray(normal, float) / np.linalg.norm(normal)
    return np.eye(3) - 2 * np.outer(n, n)


class PlacedCase(Case):
    def solve(self, case, name="case"):
        """Returns the points and displacements of all objects, by object."""
        self.write(f"{name}.yaml", case)
        self.assertRuns("run", f"{name}.yaml")
        with h5py.File(self.folder / f"{name}.h5") as file:
            last = file["/steps"][max(file["/steps"])]
            return {body: (file[f"/meshes/{body}/points"][:], last[f"{body}/displacement"][:]) for body in file["/meshes"]}


@on_all_ranks("partition")
class PlacedBars(PlacedCase):
    def bar(self, place="", traction=(0, -0.2, -1), young=1000, material="linear-elastic", pressure="pressure", value=3):
        return self.solve(BAR.format(place=place, traction=[float(t) for t in traction], young=young, material=material,
                                     pressure=pressure, value=value))["bar"]

    def expect_mapped(self, original, placed, A, b, displacement):
        """Expects the positions A x + b and the displacements `displacement` u."""
        for found, expected in ((placed[0], original[0] @ A.T + b), (placed[1], original[1] @ displacement.T)):
            np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11 * np.abs(expected).max())

    def test_mirrored_bar_is_the_mirrored_solution(self):
        for edit, material, pressure, value in ((None, "linear-elastic", "pressure", 3),
                                                (second_order, "linear-elastic", "pressure", 3),
                                                (None, "neo-hookean", "follower-pressure", 1)):
            with self.subTest(material=material, second_order=edit is not None):
                self.write("bar.msh", box(size=(4, 1, 0.5), cells=(4, 2, 2), edit=edit))
                loads = {"material": material, "pressure": pressure, "value": value}
                H, original = reflection((1, 2, -1)), self.bar(**loads)
                placed = self.bar("place: {mirror: {normal: [1, 2, -1], point: [3, 0, 0]}}", H @ (0, -0.2, -1), **loads)
                shift = (np.eye(3) - H) @ (3, 0, 0)
                for found, expected in ((placed[0], original[0] @ H + shift), (placed[1], original[1] @ H)):
                    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-8 * np.abs(expected).max())
                if edit is None and material == "linear-elastic":
                    self.expect_mapped(original, placed, H, shift, H)

    def test_rotated_bar_under_rotated_load(self):
        self.write("bar.msh", box(size=(4, 1, 0.5), cells=(4, 2, 2)))
        R, about, move = rotation((1, -1, 2), 37), np.array([1, 2, 0]), np.array([5, 0, -3])
        placed = self.bar("place: {move: [5, 0, -3], rotate: {axis: [1, -1, 2], angle: 37, about: [1, 2, 0]}}", R @ (0, -0.2, -1))
        self.expect_mapped(self.bar(), placed, R, about - R @ about + move, R)

    def test_scaled_bar_with_scaled_modulus(self):
        """Forces remain equal if lengths are in m and stresses in Pa instead of mm and MPa."""
        self.write("bar.msh", box(size=(4, 1, 0.5), cells=(4, 2, 2)))
        placed = self.bar("place: {scale: 0.001}", np.array([0, -0.2, -1]) * 1e6, 1000e6, value=3e6)
        self.expect_mapped(self.bar(), placed, np.eye(3) * 1e-3, 0, np.eye(3) * 1e-3)

    def test_a_block_has_a_fixed_order_and_a_list_its_own(self):
        self.write("bar.msh", box(size=(4, 1, 0.5), cells=(4, 2, 2)))
        original = self.bar(value=0)[0]
        H, R, S = reflection((1, 0, 0)), rotation((0, 0, 1), 90), np.diag((2, 3, 1))
        move, point = np.array([1, 1, 0]), np.array([1, 0, 0])
        operations = {"move": "move: [1, 1, 0]", "rotate": "rotate: {axis: [0, 0, 1], angle: 90}", "scale": "scale: [2, 3, 1]",
                      "mirror": "mirror: {normal: [1, 0, 0], point: [1, 0, 0]}"}
        block = self.bar("place: {" + ", ".join(operations.values()) + "}", value=0)[0]
        x = (original - point) @ H + point
        np.testing.assert_allclose(block, x @ S @ R.T + move, atol=1e-14)
        listed = self.bar("place: [" + ", ".join("{" + operations[key] + "}" for key in ("move", "mirror", "rotate", "scale")) +
                          "]", value=0)[0]
        x = (original + move - point) @ H + point
        np.testing.assert_allclose(listed, x @ R.T @ S, atol=1e-14)

    def test_two_objects_of_one_mesh(self):
        """A bar of two halves, of which the second is the mirrored first, equals the whole bar."""
        self.write("half.msh", box(size=(2, 1, 0.5), cells=(4, 2, 2)))
        self.write("bar.msh", box(size=(4, 1, 0.5), cells=(8, 2, 2)))
        whole = self.bar(value=3)
        halves = self.solve("""
objects:
  first:
    mesh: half.msh
    forces: &forces
      - &law {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - &press {type: pressure, group: top, pressure: 3}
    conditions: [{type: fixed, group: west}]
  second:
    mesh: half.msh
    place: {mirror: {normal: [1, 0, 0], point: [2, 0, 0]}}
    groups: {far: {plane: {x: 4}}}
    forces: [*law, *press, {type: traction, group: far, traction: [0, -0.2, -1]}]
constraints:
  - {type: tie, slave: {object: second, group: east}, master: {object: first, group: east}}
solver: {preset: direct}
""")
        for body in ("first", "second"):
            for x, u in zip(*halves[body]):
                at = np.linalg.norm(whole[0] - x, axis=1).argmin()
                np.testing.assert_allclose(whole[0][at], x, atol=1e-12)
                np.testing.assert_allclose(u, whole[1][at], atol=1e-9)

    def test_groups_derived_objects_and_initial_velocities_see_the_placed_mesh(self):
        self.write("bar.msh", box(size=(4, 1, 0.5), cells=(4, 2, 2)))
        found = self.solve("""
objects:
  bar:
    mesh: bar.msh
    place: {move: [10, 0, 0]}
    groups: {end: {box: {x: [14, 14]}}}
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0}}
      - {type: traction, group: end, traction: [2, 0, 0]}
    conditions: [{type: plane, group: west, normal: [1, 0, 0]}, {type: fixed, group: south, components: [y]},
                 {type: fixed, group: bottom, components: [z]}]
  skin: {derive: {from: bar, to: surface}}
solver: {preset: direct}
""")
        for points, u in found.values():
            np.testing.assert_allclose(u, np.outer(points[:, 0] - 10, (2e-3, 0, 0)), atol=1e-12)
            self.assertEqual((points[:, 0].min(), points[:, 0].max()), (10, 14))


class PlacedInThePlane(PlacedCase):
    PLATE = """
objects:
  plate:
    mesh: plate.msh
    {place}
    forces:
      - {{type: elastic, material: {{type: linear-elastic, young: 1000, poisson: 0.3}}}}
      - {{type: pressure, group: north, pressure: 2}}
      - {{type: traction, group: east, traction: {traction}}}
    conditions: [{{type: fixed, group: west}}]
solver: {{preset: direct}}
"""

    def plate(self, place, traction=(1, -2)):
        return self.solve(self.PLATE.format(place=place, traction=[float(t) for t in traction]))["plate"]

    def test_rotated_and_mirrored_plates(self):
        for kind in ("quad4", "tri3", "quad9", "tri6"):
            self.write("plate.msh", sheet(lambda s, t: (3 * s, t + 0.2 * s), (4, 2), kind))
            X, u = self.plate("groups: {}")
            for place, A in (("{rotate: {angle: 30, about: [1, 0]}}", rotation((0, 0, 1), 30)),
                             ("{mirror: {normal: [1, 2]}}", reflection((1, 2, 0))),
                             ("[{scale: [1, 1]}, {mirror: {normal: [1, 2], point: [1, 1]}}, {rotate: {angle: -30}}]",
                              rotation((0, 0, 1), -30) @ reflection((1, 2, 0)))):
                with self.subTest(kind=kind, place=place):
                    Y, v = self.plate(f"place: {place}", A[:2, :2] @ (1, -2))
                    np.testing.assert_allclose(v[:, :2], u[:, :2] @ A[:2, :2].T, atol=1e-9 * np.abs(u).max())
                    np.testing.assert_allclose(Y - Y[0], (X - X[0]) @ A.T, atol=1e-12)

    def test_axisymmetric_bodies_are_scaled_and_moved_along_the_axis(self):
        self.write("plate.msh", sheet(lambda s, t: (s, t), (4, 4)))
        disc = """
objects:
  disc:
    mesh: plate.msh
    axisymmetric: true
    {place}
    forces:
      - {{type: elastic, material: {{type: linear-elastic, young: 1000, poisson: 0.3}}}}
      - {{type: pressure, group: north, pressure: 2}}
    conditions: [{{type: fixed, group: south}}]
solver: {{preset: direct}}
"""
        X, u = self.solve(disc.format(place="groups: {}"))["disc"]
        Y, v = self.solve(disc.format(place="place: {scale: 3, move: [0, 7]}"))["disc"]
        np.testing.assert_allclose(Y, 3 * X + (0, 7, 0), atol=1e-14)
        np.testing.assert_allclose(v, 3 * u, atol=1e-12)
        for place, says in (("{move: [1, 0]}", "can be moved only along its axis"),
                            ("{rotate: {angle: 30}}", "can only be scaled, or moved along its axis"),
                            ("{mirror: {normal: [0, 1]}}", "can only be scaled, or moved along its axis")):
            self.refuse_place(disc.format(place=f"place: {place}"), says)

    def refuse_place(self, case, *says):
        self.write("bad.yaml", case)
        self.assertFails(self.tenon("run", "bad.yaml"), 2, *says)


class PlacedOnTheCommandLine(Case):
    def boxes(self, *words):
        run = self.assertRuns("info", *words)
        return [line for line in run.out.splitlines() if line.startswith(("bounding box", "volume", "quality"))]

    def test_info_and_convert(self):
        mirrored = "{mirror: {normal: [1, 0, 0], point: [2, 0, 0]}, scale: [2, 1, 1]}"
        expected = ["bounding box  [6, 8] x [0, 1] x [0, 1]", "volume  2",
                    "quality (scaled Jacobian)  minimum 1.0000 (element 1), mean 1.0000"]
        self.assertEqual(self.boxes("block.msh", "--place", mirrored), expected)
        self.assertRuns("convert", "block.msh", "placed.msh", "--place", mirrored)
        self.assertEqual(self.boxes("placed.msh"), expected)
        self.assertRuns("convert", "block.msh", "skin.msh", "--to", "surface", "--place", mirrored)
        self.assertEqual(self.boxes("skin.msh")[0], expected[0])
        for command in (("info", "block.msh"), ("convert", "block.msh", "no.msh")):
            self.assertFails(self.tenon(*command, "--place", "{scale: 0}"), 2, "--place:1: scale: a scale factor must be positive")

    def test_plane_meshes(self):
        self.write("plate.msh", sheet(lambda s, t: (s, t), (2, 2)))
        self.assertEqual(self.boxes("plate.msh", "--place", "{mirror: {normal: [0, 1]}}")[0], "bounding box  [0, 1] x [-1, 0] x [0, 0]")
        self.assertFails(self.tenon("info", "plate.msh", "--place", "{rotate: {axis: [1, 0, 0], angle: 90}}"), 2,
                         "lies in a plane of constant z")


class PlacedMembranes(PlacedCase):
    def test_a_mirrored_membrane_is_inflated_to_the_mirrored_side(self):
        self.write("skin.msh", sheet(lambda s, t: (s, t), (4, 4)))
        case = """
objects:
  skin:
    mesh: skin.msh
    space: 3
    {place}
    groups: {{faces: {{group: body, dimension: 2}}}}
    forces:
      - {{type: membrane, young: 1000, poisson: 0.3, thickness: 0.01, prestress: 5}}
      - {{type: follower-pressure, group: faces, pressure: 0.1}}
    conditions: [{{type: fixed, group: west}}, {{type: fixed, group: east}}]
solver: {{preset: direct}}
"""
        X, u = self.solve(case.format(place=""))["skin"]
        for normal in ((0, 0, 1), (0, 1, 0), (1, 1, 2)):
            Y, v = self.solve(case.format(place=f"place: {{mirror: {{normal: {list(normal)}}}}}"))["skin"]
            H = reflection(normal)
            np.testing.assert_allclose(Y, X @ H, atol=1e-14)
            np.testing.assert_allclose(v, u @ H, atol=1e-8 * np.abs(u).max())


@on_all_ranks("messages")
class RejectedPlacements(Case):
    CASE = """
objects:
  block:
    mesh: block.msh
    place: {place}
    forces: [{{type: elastic, material: {{type: linear-elastic, young: 1000, poisson: 0.3}}}}]
    conditions: [{{type: fixed, group: bottom}}]
"""

    def test_messages(self):
        for place, *says in (
                ("{scale: 0}", r"case.yaml:5: objects.block.place.scale: a scale factor must be positive; use `mirror`"),
                ("{scale: [1, -1, 1]}", "place.scale: a scale factor must be positive"),
                ("{scale: [1, 1]}", "place.scale: the value must be .x, y, z., but has 2 numbers"),
                ("{rotate: {axis: [0, 0, 0], angle: 3}}", "place.rotate.axis: the axis of a rotation must not be zero"),
                ("{rotate: {angle: 3}}", "place.rotate: the key 'axis' is missing"),
                ("{rotate: {axis: [0, 0, 1]}}", "the parameter 'angle' is missing: angle of the right-handed rotation, in degrees"),
                ("{mirror: {normal: [0, 0, 0]}}", "place.mirror.normal: the normal of a plane must not be zero"),
                ("{translate: [1, 0, 0]}", "place.translate: there is no key 'translate' here"),
                ("{mirror: {normal: [0, 0, 0]}, sclae: 2}", "did you mean 'scale'?", "must not be zero"),
                ("[{scale: 2}, {scale: 1, move: [1, 0, 0]}]", r"place\[1\]: each entry of a list must contain exactly one operation"),
                ("[{}]", r"place\[0\]: each entry of a list must contain exactly one operation"),
                ("{}", "place: a placement needs at least one of mirror, scale, rotate and move"),
                ("{move: [1, 2]}", "place.move: the value must be .x, y, z."),
                ("5", "place: the value must be a block")):
            with self.subTest(place=place):
                self.refuse(self.CASE.format(place=place), *says)

    def test_objects_without_a_mesh_of_their_own(self):
        for body, says in (("bodies: [{position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]", "list the bodies at their final positions"),
                           ("derive: {from: block, to: surface}", "specify `place` for the object that the key `from` names")):
            case = self.CASE.replace("    place: {place}\n", "").replace("{{", "{").replace("}}", "}")
            self.refuse(case.rstrip() + f"\n  other:\n    {body}\n    place: {{scale: 2}}\n", says)

    def test_a_misplaced_key_is_located(self):
        self.refuse(self.CASE.format(place="{scale: 2, axis: [0, 0, 1]}"), "'axis' is a key of `rotate` of an object's `place`")


if __name__ == "__main__":
    unittest.main()

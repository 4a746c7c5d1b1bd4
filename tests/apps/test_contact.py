# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies static contact of surfaces and with obstacles: closed, sticking and slipping nodes."""
import json
import math
import re
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import Case, box, on_all_ranks, on_one_and_three_ranks, replaced

SOURCE = Path(__file__).resolve().parents[2]

PATCH = """\
output: patch
objects:
  lower:
    mesh: lower.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
    conditions:
      - {type: fixed, group: bottom, components: [z]}
      - {type: fixed, group: west, components: [x]}
      - {type: fixed, group: south, components: [y]}
  upper:
    mesh: upper.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: traction, group: top, traction: [0, 0, -10]}
    conditions:
      - {type: fixed, group: west, components: [x]}
      - {type: fixed, group: south, components: [y]}
contacts:
  - {type: surface, name: contact, slave: {object: upper, group: bottom}, master: {object: lower, group: top}, method: mortar}
solver: {preset: direct}
"""

PUSHED = """\
output: pushed
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
    conditions:
      - {type: prescribed, group: top, values: {z: -0.02}, history: [[0, 0], [1, 1]]}
      - {type: prescribed, group: top, values: {x: 0.12, y: 0.05}, history: [[0, 0], [1, 0], [2, 1]]}
contacts:
  - {type: plane, name: floor, slave: {object: block, group: bottom}, point: [0, 0, 0], normal: [0, 0, 1], friction: 0.3}
analysis: {type: static, steps: 4, end_time: 2}
solver: {preset: direct}
"""

DRUM = """\
output: drum
objects:
  belt:
    mesh: belt.msh
    space: 2
    groups:
      slack: {nearest: [1, -1, 0]}
      tight: {nearest: [-1, 1, 0]}
      rest: all
    forces:
      - {type: truss, young: 1.0e6, area: 1, prestress: 10}
    conditions:
      - {type: fixed, group: slack}
      - {type: prescribed, group: tight, values: {x: -0.002, y: 0}, history: [[0, 0], [1, 1]]}
contacts:
  - {type: cylinder, name: drum, slave: {object: belt, group: rest}, centre: [0, 0, 0], radius: 1, friction: 0.4}
analysis: {type: static, steps: 4, tolerance: 1e-10}
solver: {preset: direct}
"""


SLOPE = """\
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1.0e7, poisson: 0.3}}
      - {type: gravity, density: 1000, acceleration: [3.3552176060248105, 0, -9.218384609909762]}
contacts:
  - {type: plane, name: floor, slave: {object: block, group: bottom}, point: [0, 0, 0], normal: [0, 0, 1], friction: 0.3}
analysis: {type: static}
solver: {preset: direct}
"""

POINT = """\
output: point
objects:
  sled:
    particles: [{name: all, position: [0, 0, 0], mass: 2}]
    initial: {velocity: [VELOCITY, 0, 0]}
    forces:
      - {type: gravity, acceleration: [GX, 0, GZ]}
contacts:
  - {type: plane, name: slope, slave: {object: sled, group: all}, point: [0, 0, 0], normal: [0, 0, 1], friction: MU}
analysis: {type: transient, stepper: implicit-euler, step: STEP, end_time: 1}
solver: {preset: direct}
"""

FALLING = """\
output: {stem: falling, histories: [{name: energies, energies: true}]}
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}
      - {type: gravity, density: 1, acceleration: [3, 0, -10]}
    masses: [{type: consistent, density: 1}]
contacts:
  - {type: plane, name: floor, slave: {object: block, group: bottom}, point: [0, 0, -0.02], normal: [0, 0, 1], friction: 0.2}
analysis: {type: transient, stepper: implicit-euler, step: 0.01, end_time: 0.4}
solver: {preset: direct}
"""


def belt(chords, turn):
    """Returns a mesh of line cells along a unit circle, from angle 0 to `turn`, with a straight
    cell of length 1 at each end."""
    angles = [turn * i / chords for i in range(chords + 1)]
    points = [(1, -1)] + [(math.cos(a), math.sin(a)) for a in angles] + [(math.cos(turn) - math.sin(turn), math.sin(turn) + math.cos(turn))]
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Nodes", str(len(points))]
    lines += [f"{k} {x:.17g} {y:.17g} 0" for k, (x, y) in enumerate(points, 1)]
    lines += ["$EndNodes", "$Elements", str(len(points) - 1)]
    return "\n".join(lines + [f"{k} 1 2 1 1 {k} {k + 1}" for k in range(1, len(points))] + ["$EndElements", ""])


@on_all_ranks("contact")
class Contacts(Case):
    def run_case(self, text, stem):
        self.write("case.yaml", text)
        self.assertRuns("run", "case.yaml", "--summary", "out.json")
        summary = json.loads((self.folder / "out.json").read_text())
        file = h5py.File(self.folder / f"{stem}.h5")
        self.addCleanup(file.close)
        return {one["name"]: one for one in summary["constraints"]}, file

    def at_contact(self, file, name, body, step=-1):
        """Returns the nodes of a contact, their multipliers [nodes, rows per node], and the fields
        of the body at these nodes."""
        rows = file[f"constraints/{name}"]
        nodes = list(dict.fromkeys(rows["node"][:]))
        step = sorted(file["steps"])[step]
        at = np.searchsorted(file[f"meshes/{body}/tags"][:], nodes)
        fields = {key: value[:][at] for key, value in file["steps"][step][body].items()
                  if isinstance(value, h5py.Dataset)}
        return np.array(nodes), rows[f"multipliers/{step}"][:].reshape(len(nodes), -1), fields

    def patch_meshes(self, scale=1.0, at=(0, 0, 0)):
        place = [scale * x + a for x, a in zip((0, 0, 0), at)]
        self.write("lower.msh", box(low=place, size=[2 * scale] * 3, cells=(4, 4, 2)))
        place[2] += 2 * scale
        self.write("upper.msh", box(low=place, size=[2 * scale] * 3, cells=(3, 3, 2)))

    def test_constant_pressure_through_any_meshes(self):
        """Verifies the contact patch test (Taylor & Papadopoulos 1991) for mortar contact, which
        alone supports the upper body."""
        for scale, at, tolerance in (1, (0, 0, 0), 1e-10), (1e-6, (0, 0, 0), 1e-10), (1, (4e6, -3e6, 1e3), 1e-6):
            self.patch_meshes(scale, at)
            for friction in "", ", friction: 0.5":
                text = replaced(PATCH, "method: mortar", "method: mortar" + friction)
                contacts, file = self.run_case(text, "patch")
                nodes, forces, fields = self.at_contact(file, "contact", "upper")
                self.assertEqual(len(nodes), 16)
                np.testing.assert_allclose(forces[:, 0], 10, rtol=tolerance)
                np.testing.assert_allclose(forces[:, 1:], 0, atol=10 * tolerance)
                np.testing.assert_allclose(fields["pressure_contact"].ravel(), forces[:, 0], rtol=1e-14)
                np.testing.assert_allclose(fields["gap_contact"] / scale, 0, atol=1e-9 if at[0] else 1e-14)
                self.assertEqual(set(fields["state_contact"].ravel()), {1})
                moved = file["steps/0000/upper/displacement"][:]
                z = (file["meshes/upper/points"][:, 2] - at[2]) / scale
                np.testing.assert_allclose(moved[:, 2] / scale, -0.01 * z, rtol=100 * tolerance, atol=tolerance)
                self.assertLess(contacts["contact"]["contact"]["complementarity"], 1e-8)
                file.close()

    def test_nodes_on_faces(self):
        """Verifies on matching meshes that all methods give the same pressures and the correct
        total force."""
        self.write("lower.msh", box(size=(2, 2, 2), cells=(2, 2, 2)))
        self.write("upper.msh", box(low=(0, 0, 2), size=(2, 2, 2), cells=(2, 2, 2)))
        areas = np.outer([0.5, 1, 0.5], [0.5, 1, 0.5]).ravel()
        for method in "nodes", "mortar", "mortar, multipliers: standard":
            contacts, file = self.run_case(replaced(PATCH, "method: mortar", f"method: {method}"), "patch")
            _, forces, fields = self.at_contact(file, "contact", "upper")
            np.testing.assert_allclose(fields["pressure_contact"].ravel(), 10, rtol=1e-10)
            np.testing.assert_allclose(forces.ravel(), 10 * areas if method == "nodes" else np.full(9, 10), rtol=1e-10)
            np.testing.assert_allclose(np.array(file["steps/0000/upper/force_contact"]).sum(axis=0), [0, 0, 40], atol=1e-9)
            self.assertEqual(contacts["contact"]["contact"]["closed"], 9)
            file.close()

    def test_compliance(self):
        """Verifies that the compliance c of a mortar contact is per area: the gap is -c p."""
        self.patch_meshes()
        _, file = self.run_case(replaced(PATCH, "method: mortar", "method: mortar, compliance: 1e-3"), "patch")
        _, forces, fields = self.at_contact(file, "contact", "upper")
        np.testing.assert_allclose(forces, 10, rtol=1e-9)
        np.testing.assert_allclose(fields["gap_contact"], -0.01, rtol=1e-8)

    def test_bodies_that_come_apart(self):
        self.patch_meshes()
        pulled = PATCH.replace("traction: [0, 0, -10]}", "traction: [0, 0, -10], history: [[0, 0], [1, 1], [2, -0.1]]}").replace(
            "group: south, components: [y]}\ncontacts", "group: south, components: [y]}\n      - {type: fixed, group: top, components: [z]}\ncontacts")
        pulled = pulled.replace("{type: fixed, group: top, components: [z]}", "{type: prescribed, group: top, values: {z: -0.04}, history: [[0, 0], [1, 1], [2, -1]]}")
        pulled = replaced(pulled, "solver:", "analysis: {type: static, steps: 2, end_time: 2}\nsolver:")
        for method in "mortar", "nodes":
            contacts, file = self.run_case(pulled.replace("method: mortar", f"method: {method}"), "patch")
            _, closed, _ = self.at_contact(file, "contact", "upper", 0)
            self.assertGreater(closed.min(), 0)
            _, forces, fields = self.at_contact(file, "contact", "upper")
            self.assertEqual(np.abs(forces).max(), 0)
            self.assertEqual(set(fields["state_contact"].ravel()), {0})
            np.testing.assert_allclose(fields["gap_contact"], 0.04, rtol=1e-8)
            self.assertEqual(contacts["contact"]["contact"]["closed"], 0)
            file.close()

    def test_a_block_pushed_over_a_floor(self):
        """Verifies that the block finally slips as a whole, with the force mu N opposed to the
        motion, and that each node satisfies Coulomb's law in each step."""
        self.write("block.msh", box(size=(2, 2, 1), cells=(3, 3, 2)))
        contacts, file = self.run_case(PUSHED, "pushed")
        for step in range(4):
            _, forces, fields = self.at_contact(file, "floor", "block", step)
            slips, normal = np.hypot(forces[:, 1], forces[:, 2]), forces[:, 0]
            self.assertGreaterEqual(normal.min(), 0)
            self.assertLessEqual((slips - 0.3 * normal).max(), 1e-8 * normal.max())
        self.assertEqual(set(fields["state_floor"].ravel()), {2})
        fx, fy, fz = np.array(file["steps/0003/block/force_floor"]).sum(axis=0)
        self.assertAlmostEqual(math.hypot(fx, fy) / fz, 0.3, delta=1e-4, msg="directions lean a little")
        self.assertLess(fx, 0)
        self.assertAlmostEqual(fy / fx, 5 / 12, delta=0.01)
        self.assertLess(contacts["floor"]["contact"]["complementarity"], 1e-8)
        self.assertEqual(contacts["floor"]["contact"]["slipping"], 16)

    def test_a_pull_that_friction_holds(self):
        """Verifies that a tangential load of 40 % of mu N causes neither slip nor creep over the
        steps."""
        self.write("block.msh", box(size=(2, 2, 1), cells=(2, 2, 2)))
        loads = "      - {type: traction, group: top, traction: [0, 0, -10], history: [[0, 0], [1, 1]]}\n" \
                "      - {type: traction, group: top, traction: [1.2, 0, 0], history: [[0, 0], [1, 0], [2, 1]]}\n"
        text = PUSHED[:PUSHED.index("    conditions:")] + loads + PUSHED[PUSHED.index("contacts:"):]
        text = replaced(text.replace("poisson: 0.3", "poisson: 0"), "steps: 4, end_time: 2", "steps: 12, end_time: 12")
        text = replaced(text, "group: bottom}", "group: bottom}")
        contacts, file = self.run_case(text, "pushed")
        self.assertEqual(contacts["floor"]["contact"]["slipping"], 0)
        for step in range(12):
            nodes, forces, fields = self.at_contact(file, "floor", "block", step)
            np.testing.assert_allclose(fields["displacement"], 0, atol=1e-12)
        np.testing.assert_allclose(forces.sum(axis=0)[0], 40, rtol=1e-9)
        fx = np.array(file["steps/0011/block/force_floor"]).sum(axis=0)[0]
        self.assertAlmostEqual(fx, -4.8, delta=1e-7)

    @on_one_and_three_ranks
    def test_a_belt_on_a_drum(self):
        """Verifies the ratio of belt forces of Euler and Eytelwein, T_2 / T_1 = e^(mu theta). For n
        chords it is exactly ((c + mu s) / (c - mu s))^n, with the cosine c and the sine s of half
        the angle of a chord."""
        chords = 24
        self.write("belt.msh", belt(chords, math.pi / 2))
        _, file = self.run_case(DRUM, "drum")
        place = file["meshes/belt/points"][:, :2] + file["steps/0003/belt/displacement"][:, :2]
        reaction = file["steps/0003/belt/reaction"][:, :2]
        slack, tight = np.linalg.norm(reaction[0]), np.linalg.norm(reaction[-1])
        half = np.pi / 4 / chords
        ratio = ((math.cos(half) + 0.4 * math.sin(half)) / (math.cos(half) - 0.4 * math.sin(half))) ** chords
        self.assertAlmostEqual(ratio, math.exp(0.2 * math.pi), delta=1e-3)
        self.assertAlmostEqual(tight / slack / ratio, 1, delta=2e-3, msg="the nodes have moved along the drum")
        np.testing.assert_allclose(np.linalg.norm(place[1:-1], axis=1).min(), 1, atol=1e-9)

    def test_every_shape_of_obstacle(self):
        """Verifies that closed nodes of a block pressed onto each shape lie on its surface, and
        that gaps of all nodes equal their distances from it."""
        self.write("block.msh", box(low=(-0.5, -0.5, 0), size=(1, 1, 0.5), cells=(4, 4, 2)))
        shapes = {
            "{type: sphere, centre: [0, 0, -3], radius: 3": lambda x: np.linalg.norm(x - [0, 0, -3], axis=1) - 3,
            "{type: sphere, centre: [0, 0, 2.91], radius: 3, hollow: true": lambda x: 3 - np.linalg.norm(x - [0, 0, 2.91], axis=1),
            "{type: cylinder, centre: [0, 0, -3], axis: [0, 2, 0], radius: 3": lambda x: np.hypot(x[:, 0], x[:, 2] + 3) - 3,
            "{type: cylinder, centre: [0, 0, -1], axis: [0, 0, 1], length: 2, radius: 0.3": lambda x: np.where(np.hypot(x[:, 0], x[:, 1]) < 0.3, x[:, 2], 1),
            "{type: capsule, centre: [0, 0, -3], axis: [2, 0, 0], length: 0.4, radius: 3": 
                lambda x: np.linalg.norm(x - np.stack([np.clip(x[:, 0], -0.2, 0.2), 0 * x[:, 0], 0 * x[:, 0] - 3], axis=1), axis=1) - 3,
            "{type: box, low: [-0.2, -9, -1], high: [9, 0.3, 0]": lambda x: x[:, 2],
            "{type: hull, vertices: [[-0.2, -9, 0], [-0.2, 0.3, 0], [9, 0.3, 0], [9, -9, 0], [4, -4, -1]]": lambda x: x[:, 2],
        }
        for shape, distance in shapes.items():
            text = PUSHED.replace("{type: plane", shape).replace("point: [0, 0, 0], normal: [0, 0, 1], friction: 0.3", "friction: 0")
            text = text[:text.index("      - {type: prescribed, group: top, values: {x: 0.12")] + text[text.index("contacts:"):]
            text = text.replace("values: {z: -0.02}", "values: {x: 0, y: 0, z: -0.02}").replace("steps: 4, end_time: 2", "steps: 1, end_time: 1")
            contacts, file = self.run_case(text, "pushed")
            nodes, forces, fields = self.at_contact(file, "floor", "block")
            place = file["meshes/block/points"][:][nodes - 1] + fields["displacement"]
            closed = forces[:, 0] > 0
            self.assertTrue(0 < closed.sum() < 25, shape)
            gaps = distance(place)
            np.testing.assert_allclose(gaps[closed], 0, atol=1e-9, err_msg=shape)
            if not re.search("box|hull|length: 2", shape):
                self.assertGreater(gaps[~closed].min(), 0)
                np.testing.assert_allclose(gaps, fields["gap_floor"].ravel(), atol=1e-12)
            file.close()

    def test_a_block_lifted(self):
        """Verifies apps/cases/lift.yaml: each finger carries half of the weight by forces within
        the friction cone, and the block loses contact with the floor."""
        self.assertRuns("run", SOURCE / "apps/cases/lift.yaml", "-o", "lift")
        with h5py.File(self.folder / "lift.h5") as file:
            weight = 20 * 20 * 20 * 1e-8 * 9810
            for step, half in (0, 0), (15, weight / 2):
                for finger in "left", "right":
                    force = file[f"steps/{step:04d}/{finger}/force_{finger}"][:].sum(axis=0)[1] if half else 0
                    self.assertAlmostEqual(force, -half, delta=1e-7 * weight)
            floor = file["constraints/floor/multipliers"]
            self.assertAlmostEqual(floor["0000"][:].reshape(-1, 2)[:, 0].sum(), weight, delta=1e-6 * weight)
            self.assertEqual(np.abs(floor["0015"][:]).max(), 0)
            _, forces, fields = self.at_contact(file, "left", "left")
            self.assertEqual(set(fields["state_left"].ravel()), {1}, "all of it sticks")
            self.assertLess((np.abs(forces[:, 1]) - 0.8 * forces[:, 0]).max(), 0)
            block = file["steps/0015/block/displacement"][:]
            self.assertGreater(block[:, 1].min(), 6)

    def slide(self, mu, angle=0.0, velocity=0.0, step=0.05, edit=lambda text: text):
        """Returns times, displacements and velocities of a point of mass 2 along a slope."""
        text = POINT.replace("MU", repr(mu)).replace("VELOCITY", repr(velocity)).replace("STEP", repr(step))
        text = text.replace("GX", repr(9.81 * math.sin(angle))).replace("GZ", repr(-9.81 * math.cos(angle)))
        _, file = self.run_case(edit(text), "point")
        steps = [file["steps"][key] for key in sorted(file["steps"])]
        self.assertLess(max(abs(at["sled/displacement"][0, 2]) for at in steps), 1e-12)
        times, moved, speed = np.array([(at.attrs["time"], at["sled/displacement"][0, 0], at["sled/velocity"][0, 0])
                                        for at in steps]).T
        file.close()
        return times, moved, speed

    def test_a_slope(self):
        """Verifies the acceleration g (sin - mu cos) down a slope of 30 degrees for mu = 0.3, and
        sticking up to the angle of friction, 16.6992442 degrees, to a relative 1e-6."""
        times, _, speed = self.slide(0.3, math.radians(30))
        np.testing.assert_allclose(speed, 2.3562872367 * times, rtol=1e-6)
        threshold = math.radians(16.6992442)
        _, moved, speed = self.slide(0.3, (1 - 1e-6) * threshold)
        self.assertLess(np.abs(speed).max(), 1e-12)
        self.assertLess(np.abs(moved).max(), 1e-12)
        angle = (1 + 1e-6) * threshold
        times, _, speed = self.slide(0.3, angle)
        np.testing.assert_allclose(speed, 9.81 * (math.sin(angle) - 0.3 * math.cos(angle)) * times, rtol=1e-6)

    @on_one_and_three_ranks
    def test_a_sled_that_stops(self):
        """Verifies that a sled with the initial velocity 2 and mu = 0.25 stops at the time
        0.8154943935, after a distance of the same number, with an error of first order in the
        step."""
        errors = []
        for step in 0.05, 0.025:
            times, moved, speed = self.slide(0.25, velocity=2.0, step=step)
            self.assertLess(np.abs(speed[times > 0.8155 + step]).max(), 1e-12)
            self.assertGreater(speed[times < 0.8154 - step].min(), 0)
            errors.append(moved[-1] - 0.8154943935)
        self.assertLess(abs(errors[1]), 0.025 * 1.001)
        self.assertAlmostEqual(errors[0] / errors[1], 2, delta=0.2)

    def test_a_soft_block_that_falls_and_slides(self):
        """Verifies that the block does not rebound, slides with the mean acceleration g_x - mu g_z,
        and loses energy by friction only."""
        self.write("block.msh", box(size=(2, 2, 1), cells=(3, 3, 2)))
        contacts, file = self.run_case(FALLING, "falling")
        rows = np.genfromtxt(self.folder / "falling.energies.csv", delimiter=",", names=True)
        total = rows["kinetic"] + rows["elastic"] - rows["loads"]
        self.assertLess(np.diff(total).max(), 1e-9 * rows["loads"].max(), "energy never grows")
        self.assertLess(total[-1], -0.2 * rows["loads"].max())
        steps = sorted(file["steps"])
        below = file["meshes/block/points"][:, 2] == 0
        lowest = min(file[f"steps/{step}/block/displacement"][below, 2].min() for step in steps)
        self.assertGreater(lowest, -0.02 - 1e-9)
        fx, _, fz = np.array(file[f"steps/{steps[-1]}/block/force_floor"]).sum(axis=0)
        self.assertAlmostEqual(fx / fz, -0.2, delta=1e-3, msg="it widens, so that directions lean")
        mean = [np.mean(file[f"steps/{steps[k]}/block/velocity"][:, 0]) for k in (20, 40)]
        self.assertAlmostEqual((mean[1] - mean[0]) / 0.2, 3 - 0.2 * 10, delta=0.1)
        upward = max(np.mean(file[f"steps/{step}/block/velocity"][:, 2]) for step in steps)
        self.assertLess(upward, 0.3, "it fell with 0.63: what comes up again is elastic")

    def test_what_takes_no_contacts_in_time(self):
        for stepper in "variational", "bdf2":
            self.refuse(POINT.replace("implicit-euler", stepper).replace("MU", "0").replace("VELOCITY", "0").replace(
                "GX", "0").replace("GZ", "0").replace("STEP", "0.1"), "'slope' has a bound", "but not by this time integrator")

    def test_a_start_inside(self):
        self.patch_meshes()
        self.write("upper.msh", box(low=(0, 0, 1.99), size=(2, 2, 2), cells=(3, 3, 2)))
        for method in "mortar", "nodes":
            self.write("case.yaml", replaced(PATCH, "method: mortar", f"method: {method}"))
            self.assertRegex(str(self.assertRuns("run", "case.yaml")), r"contact: 16 nodes are initially inside the other body \(node \d+ has the largest penetration, 0\.01\);")

    def test_what_is_refused(self):
        self.patch_meshes()
        self.refuse(PATCH.replace("method: mortar", "method: mortar, friction: -1"), r"case\.yaml:\d+", "friction")
        self.refuse(PATCH.replace("object: upper, group: bottom", "object: lower, group: top"), "Both sides of contact 'contact' are lower/top")
        self.refuse(PATCH.replace("object: upper, group: bottom", "object: upper, group: botom"), "botom", "did you mean 'bottom'")
        self.refuse(PATCH.replace("object: lower, group: top", "object: lower, group: bottom"), "contact", "the smallest distance between")
        self.refuse(PATCH.replace("object: lower, group: top}, method: mortar", "object: lower, group: bottom}"), "can translate", code=2)
        self.refuse(PATCH.replace("type: surface", "type: surfaces"), "no contact 'surfaces'", "did you mean 'surface'")
        self.refuse(PUSHED.replace("normal: [0, 0, 1]", "normal: [0, 0, 0]"), "floor", "normal")
        self.refuse(PUSHED.replace("{type: plane", "{type: box, low: [0, 0, 0], high: [0, 1, 1]").replace(
            "point: [0, 0, 0], normal: [0, 0, 1], ", ""), "every coordinate of `low` must be less than that of `high`")
        self.refuse(PATCH.replace("solver:", "analysis: {type: arc-length}\nsolver:"), "'contact' has a bound", "but not by an arc-length analysis")

    def test_blocks_that_slide(self):
        """Verifies the message for a block on a slope whose friction is too small for an
        equilibrium: the contact supports it along its normal only, and the message names the
        contact."""
        self.write("block.msh", box())
        self.write("case.yaml", SLOPE)
        run = self.tenon("run", "case.yaml")
        self.assertFails(run, 3, r"Insufficient support of object 'block': it can translate along x and y and rotate about z\.",
                         r"The contacts 'floor' were closed in this step, but they slip", "increase `friction`")
        self.assertNotIn("Nothing supports", run.all)
        self.assertNotIn("must be in contact at the start", run.all)

    def test_what_never_touches(self):
        """Verifies the message for a body that is supported by contact only and is pulled away from
        the other body, or is never near it."""
        free = r"\(t = [\d.]+\): Insufficient support of object 'upper': it can translate along z\. .*Contacts and other bounds provide no support here: .* must be in contact at the start"
        self.patch_meshes()
        self.refuse(PATCH.replace("[0, 0, -10]", "[0, 0, 10]"), free, code=3)
        self.write("upper.msh", box(low=(0, 0, 2.3), size=(2, 2, 2), cells=(3, 3, 2)))  # with the load towards the lower body
        for method in "mortar, reach: 1", "nodes", "nodes, friction: 0.3":
            away = replaced(PATCH, "method: mortar", f"method: {method}")
            for text in (away, replaced(away, "solver: {preset: direct}\n", ""),
                         replaced(replaced(away, "[0, 0, -10]", "[0, 0, -10], history: [[0, 0], [1, 1]]"), "solver:", "analysis: {type: static, steps: 2, max_step_reductions: 2}\nsolver:")):
                self.refuse(text, free, code=3)


if __name__ == "__main__":
    unittest.main()

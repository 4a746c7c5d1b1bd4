"""Rigid bodies and particles, from the case or a CSV file to the results; what is refused."""
import json
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon import Case, box, replaced

SOURCE = Path(__file__).resolve().parents[2]

LISTED = """\
    bodies:
      - {name: upper, position: [0.5, 0, 0], mass: 2, inertia: [0.02, 0.17, 0.17]}
      - {name: lower, position: [1.5, 0, 0], mass: 1, inertia: [0.01, 0.08, 0.08]}
"""
ARM = f"""\
objects:
  arm:
{LISTED}\
    forces: [{{type: gravity, acceleration: [0, 0, -9.81]}}]
constraints:
  - {{type: hinge-joint, name: shoulder, first: {{object: arm, group: upper}}, at: [0, 0, 0], axis: [0, 1, 0]}}
  - {{type: hinge-joint, name: elbow, first: {{object: arm, group: upper}}, second: {{object: arm, group: lower}},
     at: [1, 0, 0], axis: [0, 1, 0]}}
analysis: {{type: transient, stepper: trapezoid, step: 0.01, end_time: 0.1}}
output: {{stem: arm}}
"""
TABLE = """\
# two links
x, y, z, mass, ixx, iyy, izz
0.5, 0, 0, 2, 0.02, 0.17, 0.17

1.5, 0, 0, 1, 0.01, 0.08, 0.08
"""
FROM_FILE = replaced(ARM, LISTED, "    bodies: arm.csv\n    groups: {upper: {nodes: [1]}, lower: {nodes: [2]}}\n")

# A block of rubber that hangs on a rigid plate by the corners of its top, beside two particles on a rod.
HANGING = """\
objects:
  plate:
    bodies: [{name: plate, position: [0.5, 0.5, 1], mass: 3, inertia: [0.3, 0.3, 0.5]}]
    forces: [{type: gravity, acceleration: [0, 0, -10]}]
    conditions: [{type: fixed, group: plate}]
  block:
    mesh: block.msh
    forces:
      - {type: elastic, group: body, material: {type: linear-elastic, young: 1e5, poisson: 0.3}}
      - {type: gravity, density: 2, acceleration: [0, 0, -10]}
    masses: [{type: consistent, density: 2}]
constraints:
  - {type: ball-joint, name: glue, first: {object: block, group: top}, second: {object: plate, group: plate}}
analysis: {type: static}
solver: {preset: direct}
"""


class RigidBodies(Case):
    def fields(self, stem):
        with h5py.File(self.folder / f"{stem}.h5") as file:
            last = file["steps"][sorted(file["steps"])[-1]]
            return {name: last[f"arm/{name}"][:] for name in ("displacement", "rotation", "velocity", "angular_velocity")}

    def test_an_arm_of_two_links(self):
        """Links stay joined and energy is kept; a list and a file say the same."""
        self.write("arm.yaml", ARM)
        self.assertRuns("run", "arm.yaml", "--summary", "s.json")
        at = self.fields("arm")
        place = np.array([[0.5, 0, 0], [1.5, 0, 0]]) + at["displacement"]
        angle = -at["rotation"][:, 1]
        along = np.column_stack([np.cos(angle), 0 * angle, np.sin(angle)])
        np.testing.assert_allclose(place, [0.5 * along[0], along[0] + 0.5 * along[1]], atol=1e-7)
        mass, moment = np.array([2.0, 1.0]), np.array([0.17, 0.08])
        kinetic = 0.5 * (mass @ np.sum(at["velocity"]**2, axis=1) + moment @ np.sum(at["angular_velocity"]**2, axis=1))
        summary = json.loads((self.folder / "s.json").read_text())
        self.assertAlmostEqual(kinetic, summary["kinetic_energy"], delta=1e-9)
        self.assertAlmostEqual(kinetic / (-9.81 * mass @ at["displacement"][:, 2]), 1.0, delta=5e-3)
        np.testing.assert_allclose(summary["load_plus_reactions"], [0, 0, 0], atol=1e-6)
        self.write("arm.csv", TABLE)
        self.write("file.yaml", replaced(FROM_FILE, "stem: arm", "stem: file"))
        self.assertRuns("run", "file.yaml")
        for name, values in self.fields("file").items():
            np.testing.assert_allclose(values, at[name], atol=1e-7, err_msg=name)

    def test_a_block_that_hangs_on_a_rigid_plate(self):
        """Points beside frames in one static problem: the joints carry the block's weight."""
        self.write("block.msh", box())
        self.write("hang.yaml", HANGING)
        self.assertRuns("run", "hang.yaml", "--summary", "s.json")
        with h5py.File(self.folder / "hang.h5") as file:
            step = file["steps"][sorted(file["steps"])[-1]]
            carried = step["block/force_glue"][:].sum(axis=0)
            held = step["plate/reaction"][:].sum(axis=0)
        np.testing.assert_allclose(carried, [0, 0, 20], atol=1e-6)
        np.testing.assert_allclose(held, [0, 0, 50], atol=1e-6)

    def test_the_slider_crank(self):
        """apps/cases/slider_crank.yaml: a quarter of a turn, where its geometry says but for the bending of the rod."""
        case = replaced((SOURCE / "apps/cases/slider_crank.yaml").read_text(), "end_time: 0.1", "end_time: 0.0125")
        self.write("crank.yaml", replaced(case, "../../meshes", str(SOURCE / "meshes")))
        self.assertRuns("run", "crank.yaml", "-o", "crank")
        with h5py.File(self.folder / "crank.h5") as file:
            self.assertEqual(len(file["steps"]), 14)
            bent = 0.0
            for step in file["steps"].values():
                phi = 40 * np.pi * step.attrs["time"]
                crank, slider = np.array([[50, 0, 0], [400, 0, 0]]) + step["machine/displacement"][:]
                np.testing.assert_allclose(crank, [50 * np.cos(phi), 50 * np.sin(phi), 0], atol=1e-5)
                self.assertAlmostEqual(slider[1], 0.0, delta=1e-6)
                stiff = 100 * np.cos(phi) + np.sqrt(300**2 - (100 * np.sin(phi))**2)
                self.assertLess(abs(slider[0] - stiff), 1.5)
                bent = max(bent, abs(slider[0] - stiff))
            self.assertGreater(bent, 0.01)

    def test_what_is_refused(self):
        self.write("arm.csv", TABLE)
        for find, put, sentence in [
                ("mass: 2,", "mass: -2,", "the mass has to be positive"),
                ("[0.02, 0.17, 0.17]", "[0.02, 0.17, 0.9]", "larger than the sum of the other two"),
                ("name: lower", "name: upper", "two of these are named 'upper'"),
                ("mass: 1,", "mas: 1,", "mas"),
                ("axis: [0, 1, 0]}\n  -", "axis: [0, 0, 0]}\n  -", "axis"),
                ("group: upper}, at: [0, 0, 0]", "group: uper}, at: [0, 0, 0]", "did you mean 'upper'"),
                ("type: gravity,", "type: gravity, density: 1,", "leave `density` out"),
                ("forces: [", "forces: [{type: uniform-damping, damping: 1}, ", "not on rigid bodies"),
                ("group: lower},\n     at: [1, 0, 0], axis: [0, 1, 0]}", "group: lower}}\n  - {type: distance, first: {object: arm, group: upper},"
                 " second: {object: arm, group: lower}}", "not on the rigid bodies of 'arm'"),
                (LISTED, LISTED + "    mesh: a.msh\n", "either a `mesh`, or `bodies`, or `particles`"),
                (LISTED, LISTED + "    cells: [a]\n", "`cells` belongs to an object with a `mesh`")]:
            with self.subTest(sentence):
                self.write("bad.yaml", replaced(ARM, find, put))
                self.assertFails(self.tenon("run", "bad.yaml"), 2, sentence)
        for find, put, sentence in [
                ("izz", "izy", "there is no column 'izy'"), ("ixx, ", "", "'ixx' is missing"),
                ("1.5, 0, 0, 1,", "1.5, 0, 0, one,", "arm.csv:5: mass has to be a number"),
                ("1.5, 0, 0, 1,", "1.5, 0, 0, 1 2,", "mass has to be a number, but is '1 2'"),
                ("1.5, 0,", "1.5,", "arm.csv:5: this line has 6 fields"), (TABLE, "# nothing\n", "lists no body")]:
            with self.subTest(sentence):
                self.write("arm.csv", replaced(TABLE, find, put))
                self.write("bad.yaml", FROM_FILE)
                self.assertFails(self.tenon("run", "bad.yaml"), 2, sentence)
        (self.folder / "arm.csv").unlink()
        self.assertFails(self.tenon("run", "bad.yaml"), 4, "arm.csv")


if __name__ == "__main__":
    unittest.main()

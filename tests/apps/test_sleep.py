# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies sleeping rigid bodies, from the case to the results, against runs without sleeping."""
import json
import sys
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import Case, on_all_ranks, on_one_and_three_ranks, replaced

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
import tenon.results  # pylint: disable=wrong-import-position

SLEEP = ", sleep_velocity: 0.01, sleep_after: 0.06"

# A ball slides and rolls against the nearer of two crates, which it hits at 0.56 s.
HIT = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  things:
    bodies:
      - {name: ball, position: [0, 0, 0.1], mass: 2, inertia: [0.008, 0.008, 0.008], velocity: [5, 0, 0]}
      - {name: near, position: [2.5, 0.02, 0.1], mass: 3, inertia: [0.02, 0.02, 0.02]}
      - {name: far, position: [-5, 0, 0.1], mass: 3, inertia: [0.02, 0.02, 0.02]}
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes:
      - {type: box, size: [0.2, 0.2, 0.2]}
      - {type: sphere, radius: 0.1, group: ball}
contacts:
  - {type: rigid, friction: 0.3}
analysis: {type: transient, stepper: moreau-jean, step: 0.002, end_time: 0.58, contact_solver: newton, contact_tolerance: 1e-9SLEEP}
output: {stem: hit, every: 100, checkpoint: 200}
"""

# A stationary bar on a hinge with a crate on it, until the hinge is driven.
DRIVEN = """\
objects:
  bar:
    bodies: [{name: bar, position: [1, 0, 0], mass: 2, inertia: [0.1, 0.5, 0.5]}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes: [{type: box, size: [1, 0.4, 0.2]}]
  load:
    bodies: [{name: load, position: [1.2, 0, 0.15], mass: 1, inertia: [0.01, 0.01, 0.01]}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes: [{type: box, size: [0.1, 0.1, 0.1]}]
contacts:
  - {type: rigid, friction: 0.3}
constraints:
  - {type: hinge-joint, name: pin, first: {object: bar, group: bar}, at: [0, 0, 0], axis: [0, 1, 0], angle: 1, history: [[0, 0], [0.2, 0], [0.5, 1]]}
analysis: {type: transient, stepper: moreau-jean, step: 0.002, end_time: END, contact_tolerance: 1e-9SLEEP}
output: {stem: driven, every: 50, fields: [displacement, multipliers]}
"""


@on_all_ranks("motion")
class Sleep(Case):
    def run_case(self, case, sleep=SLEEP):
        self.write("case.yaml", case.replace("SLEEP", sleep))
        run = self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        return run, json.loads((self.folder / "summary.json").read_text())

    def last(self, stem, name):
        with h5py.File(self.folder / f"{stem}.h5") as file:
            return file["steps"][sorted(file["steps"])[-1]][name][:]

    def test_the_floor_carries_what_sleeps(self):
        case = replaced(HIT, "velocity: [5, 0, 0]", "velocity: [0, 5, 0]")
        run, summary = self.run_case(case)
        self.assertRegex(run.all, r"asleep +2 bodies at the end")
        self.assertEqual(summary["rigid_contacts"]["asleep"], 2)
        np.testing.assert_allclose(summary["reactions"][0]["force"], [0, 0, 8 * 9.81], atol=1e-6 * 8 * 9.81)
        np.testing.assert_allclose(summary["load_plus_reactions"], 0, atol=1e-6 * 8 * 9.81)
        kinetic = 0.5 * 2 * 25 * 5 / 7  # energy of the ball
        self.assertAlmostEqual(summary["kinetic_energy"], kinetic, delta=1e-6 * kinetic)
        self.assertLess(abs(summary["energies"]["gap"]), 1e-6 * kinetic)
        with tenon.results.open(str(self.folder / "hit.h5")) as results:
            contacts = results.contacts()
        on_floor = [pair[0] == "floor" for pair in contacts["object"]]
        np.testing.assert_allclose(contacts["force"][on_floor].sum(axis=0), [0, 0, 8 * 9.81], atol=1e-6 * 8 * 9.81)
        self.assertEqual(sorted({body for pair in contacts["body"][on_floor] for body in pair[1:]}), [1, 2, 3])

    def test_wakes_where_it_is_hit(self):
        _, summary = self.run_case(HIT)
        self.assertEqual(summary["rigid_contacts"]["asleep"], 1)
        moved = self.last("hit", "things/displacement")
        _, summary = self.run_case(HIT, "")
        self.assertNotIn("asleep", summary["rigid_contacts"])
        awake = self.last("hit", "things/displacement")
        self.assertGreater(awake[1, 0], 0.005)
        np.testing.assert_allclose(moved, awake, rtol=0, atol=1e-5)

    def test_goes_on_asleep(self):
        """Verifies the restart against the original run: bodies sleep at once, keep their contacts,
        and wake."""
        self.run_case(HIT)
        moved = self.last("hit", "things/displacement")
        with h5py.File(self.folder / "hit.h5") as file:
            contacts = {name: rows[:] for name, rows in file["contacts/0003"].items()}
        run = self.assertRuns("run", "case.yaml", "--restart", "--summary", "summary.json")
        self.assertRegex(run.all, "continues from 'hit.checkpoint.h5': step 200")
        np.testing.assert_allclose(self.last("hit", "things/displacement"), moved, rtol=0, atol=1e-9)
        self.assertEqual(json.loads((self.folder / "summary.json").read_text())["rigid_contacts"]["asleep"], 1)
        with h5py.File(self.folder / "hit.h5") as file:
            for name, rows in contacts.items():
                np.testing.assert_allclose(file[f"contacts/0003/{name}"][:], rows, rtol=0, atol=1e-5, err_msg=name)
        self.write("case.yaml", HIT.replace("SLEEP", ""))
        self.assertRuns("run", "case.yaml", "--restart")  # then awake
        np.testing.assert_allclose(self.last("hit", "things/displacement"), moved, rtol=0, atol=1e-5)

    def test_goes_on_from_checkpoints_of_earlier_versions(self):
        """Verifies checkpoints of earlier versions, whose data of sleeping bodies have numbers
        instead of names, later with contact forces first."""
        self.run_case(HIT)
        moved, path = self.last("hit", "things/displacement"), self.folder / "hit.checkpoint.h5"
        good = path.read_bytes()
        rests = ["rest", "rest_acceleration", "rest_urge"]
        for order in (rests, ["contact_force", *rests]):
            with self.subTest(order=order):
                path.write_bytes(good)
                with h5py.File(path, "r+") as file:
                    for item in file["objects"].values():
                        for k, name in enumerate(order):
                            item.move(f"memory-{name}", f"memory-{k}")
                    for name in ("layout", "memory", "numbers", "sealed"):
                        del file.attrs[name]
                    file.attrs["memory"], file.attrs["numbers"] = len(order), 0
                run = self.assertRuns("run", "case.yaml", "--restart", "--summary", "summary.json")
                self.assertRegex(run.all, "continues from 'hit.checkpoint.h5': step 200")
                np.testing.assert_allclose(self.last("hit", "things/displacement"), moved, rtol=0, atol=1e-9)
                self.assertEqual(json.loads((self.folder / "summary.json").read_text())["rigid_contacts"]["asleep"], 1)
        with h5py.File(path, "r+") as file:
            file["objects/things/memory-rest"][0, 0] = 7.5
            del file.attrs["sealed"]
        self.assertFails(self.tenon("run", "case.yaml", "--restart"), 4, "invalid sleep state")

    @on_one_and_three_ranks
    def test_joints_hold_and_wake(self):
        _, summary = self.run_case(DRIVEN.replace("END", "0.2"))
        self.assertEqual(summary["rigid_contacts"]["asleep"], 2)
        np.testing.assert_allclose(summary["constraints"][0]["force"], [0, 0, 3 * 9.81], atol=1e-6 * 3 * 9.81)
        np.testing.assert_allclose(summary["load_plus_reactions"], 0, atol=1e-6 * 3 * 9.81)
        np.testing.assert_allclose(summary["load_plus_reactions_moment"], 0, atol=1e-6 * 3 * 9.81)
        _, summary = self.run_case(DRIVEN.replace("END", "0.4"))
        self.assertEqual(summary["rigid_contacts"]["asleep"], 0)
        moved = self.last("driven", "load/displacement")
        self.run_case(DRIVEN.replace("END", "0.4"), "")
        np.testing.assert_allclose(moved, self.last("driven", "load/displacement"), rtol=0, atol=1e-6)

    def test_needs_a_time(self):
        self.write("case.yaml", HIT.replace("SLEEP", ", sleep_velocity: 0.01"))
        self.assertFails(self.tenon("run", "case.yaml"), 2, "needs a positive `sleep_after`")


if __name__ == "__main__":
    unittest.main()

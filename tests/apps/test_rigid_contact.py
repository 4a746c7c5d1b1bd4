# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies contacts of rigid bodies, from the case to the results, and rejected input."""
import sys
import unittest
from pathlib import Path

import h5py
import numpy as np

from rigid import RigidCase
from tenon_program import RANKS, on_all_ranks, on_one_and_three_ranks, replaced

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
import tenon.results  # pylint: disable=wrong-import-position

# A ball that is thrown along a plane, and a crate that stands on it.
THROWN = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  things:
    bodies:
      - {name: ball, position: [0, 0, 0.1], mass: 2, inertia: [0.008, 0.008, 0.008], velocity: [3, 4, 0]}
      - {name: crate, position: [-5, 0, 0.1], mass: 3, inertia: [0.02, 0.02, 0.02]}
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes:
      - {type: box, size: [0.2, 0.2, 0.2]}
      - {type: sphere, radius: 0.1, group: ball}
contacts:
  - {type: rigid, friction: 0.3}
analysis: {type: transient, stepper: moreau-jean, step: 0.002, end_time: 0.6, contact_tolerance: 1e-10}
output: {stem: thrown, every: 100}
"""

# A box that hits a ball of the same mass.
PUSHED = """\
objects:
  piston:
    bodies: [{name: piston, position: [0, 0, 0], mass: 2, inertia: [1, 1, 1], velocity: [1, 0, 0]}]
    shapes: [{type: box, size: [1, 1, 1]}]
  ball:
    bodies: [{name: ball, position: [0.8, 0, 0], mass: 2, inertia: [0.02, 0.02, 0.02]}]
    shapes: [{type: sphere, radius: 0.2}]
contacts:
  - {type: rigid, restitution: 0.5}
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 0.5}
output: {stem: pushed, every: 50}
"""

# A stack of boxes with default settings.
STACK = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  things:
    bodies:
BODIES
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes: [{type: box, size: [0.2, 0.2, 0.2]}]
contacts: [{type: rigid, friction: 0.4}]
analysis: {type: transient, stepper: moreau-jean, step: 0.005, end_time: 5}
output: {stem: stack, every: 1000}
"""

SOURCE = Path(__file__).resolve().parents[2]


@on_all_ranks("motion")
class RigidContact(RigidCase):
    def test_a_pile(self):
        """Verifies the first 0.25 s of apps/cases/pile.yaml: momentum is transmitted to the bin,
        and no body passes through a wall."""
        case = (SOURCE / "apps/cases/pile.yaml").read_text().replace("../../meshes", str(SOURCE / "meshes"))
        self.write("pile.csv", (SOURCE / "apps/cases/pile.csv").read_text())
        # Boxes on boxes have more contact forces than dofs: 1e-8 takes 800 iterations a step, and
        # one solver only.
        bar, how = (1e-8, "1e-8, contact_iterations: 100000, contact_solver: newton") if RANKS == 1 else (1e-3, "1e-3")
        case = replaced(case, "contact_tolerance: 1e-4", f"contact_tolerance: {how}")
        summary = self.run_case(replaced(case.replace("1.5", "0.25"), "every: 15", "every: 200"))
        self.assertGreater(summary["rigid_contacts"]["last"], 30)
        self.assertLessEqual(summary["rigid_contacts"]["worst_complementarity"], bar)
        np.testing.assert_allclose(summary["load_plus_reactions"], 0, atol=1e-6)
        with h5py.File(self.folder / "pile.h5") as file:
            first, last = sorted(file["steps"])[0], sorted(file["steps"])[-1]
            place = file["meshes/crates/points"][:] + file[f"steps/{last}/crates/displacement"][:]
            self.assertLess(np.abs(place[:, :2]).max(), 0.45 - 0.1 + 1e-3)
            self.assertGreater(place[:, 2].min(), 0.1 - 1e-3)
            self.assertLess(place[:, 2].max(), 0.8)
            corners = file["meshes/boxes/points"][:] + file[f"steps/{last}/boxes/displacement"][:]
            self.assertGreater(corners[:, 2].min(), -1e-3)
            self.assertLess(np.abs(corners[:, :2]).max(), 0.45 + 1e-3)

    def test_rolls_and_rests(self):
        summary = self.run_case(THROWN)
        kinetic = 0.5 * 2 * 25 * 5 / 7  # rolling at 5/7 of 5: (1 + 2/5) (5/7)^2
        self.assertAlmostEqual(summary["kinetic_energy"], kinetic, delta=1e-6 * kinetic)
        self.assertEqual(summary["rigid_contacts"]["last"], 5)
        self.assertLessEqual(summary["rigid_contacts"]["worst_complementarity"], 1e-10)
        np.testing.assert_allclose(summary["reactions"][0]["force"], [0, 0, 5 * 9.81], atol=1e-6)
        np.testing.assert_allclose(summary["load_plus_reactions"], 0, atol=1e-9)
        energies = summary["energies"]
        self.assertAlmostEqual(energies["dissipated"], 25 - kinetic, delta=1e-6)
        self.assertLess(abs(energies["gap"]), 1e-6)

    def test_bounces(self):
        summary = self.run_case(PUSHED)  # velocities (1 - e) / 2 and (1 + e) / 2
        self.assertAlmostEqual(summary["kinetic_energy"], 0.25 ** 2 + 0.75 ** 2, delta=1e-6)
        self.assertAlmostEqual(summary["energies"]["dissipated"], 1 - 0.25 ** 2 - 0.75 ** 2, delta=1e-6)

    def test_goes_on_as_it_would_have(self):
        """Verifies the restart with the impulses of the previous step: iterations that end early
        give equal results."""
        def last():
            with h5py.File(self.folder / "thrown.h5") as file:
                step = sorted(file["steps"])[-1]
                contacts = {f"{each}/{name}": rows[:] for each in file["contacts"] for name, rows in file["contacts"][each].items()}
                return file["steps"][step].attrs["time"], file[f"steps/{step}/things/displacement"][:], contacts
        crates = "".join(f"\n      - {{name: on_{k}, position: [-4.95, 0.02, {0.3 + 0.2 * k:.1f}], mass: {k + 1}, "
                         f"inertia: [0.02, 0.02, 0.02]}}" for k in range(3))
        case = replaced(THROWN, "inertia: [0.02, 0.02, 0.02]}", "inertia: [0.02, 0.02, 0.02]}" + crates)
        case = replaced(replaced(case, "contact_tolerance: 1e-10", "contact_tolerance: 1e-3"), "every: 100", "every: 100, checkpoint: 200")
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml")
        time, whole, contacts = last()
        self.assertGreater(len(contacts["0003/gap"]), 12)
        run = self.assertRuns("run", "case.yaml", "--restart")
        self.assertRegex(run.all, r"continues from 'thrown.checkpoint.h5': step 200")
        self.assertEqual(last()[0], time)
        np.testing.assert_allclose(last()[1], whole, rtol=0, atol=1e-12)
        self.assertEqual(list(last()[2]), list(contacts))
        for name, rows in contacts.items():
            np.testing.assert_allclose(last()[2][name], rows, rtol=0, atol=1e-8, err_msg=name)
        with h5py.File(self.folder / "thrown.h5") as file:
            self.assertEqual(sorted(file["contacts"]), sorted(file["steps"]))

    def test_goes_on_with_a_single_contact(self):
        """Verifies the restart with a single contact, stored once, also on ranks that do not own
        it; a damaged checkpoint is rejected."""
        case = replaced(THROWN, "{type: rigid, friction: 0.3}",
                        "{type: rigid, friction: 0.3, first: {object: things, group: ball}, second: {object: floor}}")
        self.write("case.yaml", replaced(case, "every: 100", "every: 100, checkpoint: 200"))
        self.assertRuns("run", "case.yaml")
        self.assertRuns("run", "case.yaml", "--restart")
        with tenon.results.open(str(self.folder / "thrown.h5")) as results:
            self.assertEqual([len(results.contacts(k)["gap"]) for k in range(4)], [0, 1, 1, 1])
        with h5py.File(self.folder / "thrown.checkpoint.h5", "a") as file:
            del file["contacts/force"]
            file["contacts/force"] = np.zeros((2, 3))
            del file.attrs["sealed"]  # values are validated without a checksum, too
        (self.folder / "thrown.checkpoint-old.h5").unlink(missing_ok=True)
        self.assertFails(self.tenon("run", "case.yaml", "--restart"), 4, "'thrown.checkpoint.h5' is damaged: /contacts/force")

    def test_forces_of_each_pair(self):
        """Verifies the forces of each pair of a rolling ball and a standing crate: one line each,
        in the order of bodies, for any partition."""
        self.run_case(THROWN)
        with tenon.results.open(str(self.folder / "thrown.h5")) as results:
            self.assertEqual(len(results.contacts(0)["gap"]), 0)
            contacts = results.contacts()
            self.assertEqual(contacts["object"], [["floor", "things"]] * 5)
            np.testing.assert_array_equal(contacts["body"], [[1, 1]] + [[1, 2]] * 4)
            np.testing.assert_allclose(contacts["normal"], [[0, 0, 1]] * 5, atol=1e-12)
            np.testing.assert_allclose(contacts["force"][0], [0, 0, 2 * 9.81], atol=1e-6)
            np.testing.assert_allclose(contacts["force"][1:].sum(axis=0), [0, 0, 3 * 9.81], atol=1e-6)
            np.testing.assert_allclose(contacts["gap"], 0, atol=1e-9)
            np.testing.assert_allclose(contacts["position"][1:].mean(axis=0), [-5, 0, 0], atol=1e-6)
            ball = results.points("things")[0] + results.field("displacement", "things")[0]
            way = 0.002 * results.field("velocity", "things")[0]  # positions are those at the beginning of the step
            np.testing.assert_allclose(contacts["position"][0], ball - way - [0, 0, 0.1], atol=1e-9)

    def test_passes_through_what_no_rule_names(self):
        case = replaced(THROWN, "{type: rigid, friction: 0.3}",
                        "{type: rigid, first: {object: things, group: ball}, second: {object: floor}}")
        summary = self.run_case(case)
        self.assertEqual(summary["rigid_contacts"]["last"], 1)
        np.testing.assert_allclose(summary["reactions"][0]["force"], [0, 0, 2 * 9.81], atol=1e-6)

    def test_refusals(self):
        self.refuse(replaced(THROWN, "friction: 0.3", "friction: -0.3"), "friction.*must not be negative")
        self.refuse(replaced(THROWN, "friction: 0.3", "restitution: 1.5"), "restitution.*must not exceed 1")
        self.refuse(replaced(THROWN, "radius: 0.1", "radius: 0"), "radius.*positive")
        self.refuse(replaced(THROWN, "type: box", "type: bocks"), "no shape 'bocks'")
        self.refuse(replaced(THROWN, "{type: rigid, ", "{type: rigit, "), "'rigit'.*did you mean 'rigid'")
        self.refuse(replaced(THROWN, "friction: 0.3", "first: {object: thing}"), "no object 'thing'.*things")
        self.refuse(replaced(THROWN, "friction: 0.3", "first: {object: things, group: bal}"), "bal")
        self.refuse(replaced(THROWN, "stepper: moreau-jean, ", ""), "moreau-jean")
        self.refuse(replaced(THROWN, "position: [-5, 0, 0.1]", "position: [0, 0, 0.25]"),
                    "body 1 of object 'things' and body 2 of object 'things' overlap by 0.05")
        self.refuse(replaced(THROWN, "contacts:", "constraints: [{type: ball-joint, first: {object: things, group: ball},"
                             " at: [0, 0, 0], compliance: 1e-3}]\ncontacts:"), "`compliance`.*another `stepper`")

    def test_check_refuses_what_a_run_refuses(self):
        self.write("case.yaml", THROWN)
        self.assertRuns("check", "case.yaml")
        self.write("case.yaml", replaced(THROWN, "position: [-5, 0, 0.1]", "position: [0, 0, 0.25]"))
        self.assertFails(self.tenon("check", "case.yaml"), 2, "body 1 of object 'things' and body 2 .* overlap by 0.05")
        self.write("case.yaml", replaced(THROWN, "contacts:", "constraints: [{type: ball-joint, first: {object: things, group: ball},"
                                         " at: [0, 0, 0], compliance: 1e-3}]\ncontacts:"))
        self.assertFails(self.tenon("check", "case.yaml"), 2, "`compliance`.*another `stepper`")

    def test_laws(self):
        """Verifies each contact law of a rule from the case.

        Rolling resistance stops the ball, spinning resistance its spin. Cohesion suspends one body
        from another. Poisson's restitution throws a ball up like Newton's."""
        rolling = replaced(THROWN, "friction: 0.3", "friction: 0.3, rolling: 0.02")
        summary = self.run_case(replaced(rolling, "end_time: 0.6", "end_time: 3"))
        self.assertLess(summary["kinetic_energy"], 1e-9)  # from 25 / 7 m/s by 5/7 g rolling / R a second: 2.55 s
        spins = replaced(THROWN, "velocity: [3, 4, 0]", "angular_velocity: [0, 0, 4]")
        self.assertAlmostEqual(self.run_case(spins)["kinetic_energy"], 0.5 * 0.008 * 16, delta=1e-9)
        slower = 4 - 0.6 * 0.001 * 2 * 9.81 / 0.008
        summary = self.run_case(replaced(spins, "friction: 0.3", "friction: 0.3, spinning: 0.001"))
        self.assertAlmostEqual(summary["kinetic_energy"], 0.5 * 0.008 * slower ** 2, delta=1e-6)
        hanging = replaced(THROWN, "position: [0, 0, 0.1], mass: 2, inertia: [0.008, 0.008, 0.008], velocity: [3, 4, 0]",
                           "position: [0, 0, -0.1], mass: 2, inertia: [0.008, 0.008, 0.008]")
        hanging = replaced(hanging, "[{type: plane}]", "[{type: box, size: [20, 20, 2]}]").replace("position: [0, 0, 0], mass: 1", "position: [0, 0, 1], mass: 1")
        hanging = replaced(hanging, "position: [-5, 0, 0.1]", "position: [-5, 0, 2.1]")
        summary = self.run_case(replaced(hanging, "friction: 0.3", "friction: 0.3, cohesion: 20"))
        self.assertLess(summary["kinetic_energy"], 1e-12)
        self.assertGreater(self.run_case(replaced(hanging, "friction: 0.3", "friction: 0.3, cohesion: 19"))["kinetic_energy"], 1e-6)
        by_newton = self.run_case(PUSHED)["kinetic_energy"]
        by_poisson = self.run_case(replaced(PUSHED, "restitution: 0.5", "restitution: 0.5, restitution_law: poisson"))["kinetic_energy"]
        self.assertAlmostEqual(by_poisson, by_newton, delta=1e-9)

    def test_relaxation(self):
        """Verifies that over- and underrelaxed sweeps converge to the same solution; relaxation of
        2 and above is rejected."""
        ends = []
        for relaxation in (0.7, 1.0, 1.3):
            self.run_case(replaced(THROWN, "contact_tolerance: 1e-10", "contact_tolerance: 1e-10, contact_solver: gauss-seidel, "
                                   f"contact_relaxation: {relaxation}"))
            with h5py.File(self.folder / "thrown.h5") as file:
                ends.append(file["steps"][sorted(file["steps"])[-1]]["things/displacement"][:])
        np.testing.assert_allclose(ends[0], ends[1], atol=1e-7)
        np.testing.assert_allclose(ends[2], ends[1], atol=1e-7)
        self.write("case.yaml", replaced(THROWN, "contact_tolerance: 1e-10", "contact_relaxation: 2"))
        self.assertFails(self.tenon("run", "case.yaml"), 2, "contact_relaxation < 2")

    @on_one_and_three_ranks
    def test_a_hull_from_a_file(self):
        """Verifies that a tetrahedron from an .stl file stands on its three corners."""
        corners = [(0.1, 0, 0), (-0.05, 0.0866, 0), (-0.05, -0.0866, 0), (0, 0, 0.2)]
        faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
        text = "solid t\n"
        for face in faces:
            text += "facet normal 0 0 0\nouter loop\n" + "".join("vertex {} {} {}\n".format(*corners[k]) for k in face) + "endloop\nendfacet\n"
        self.write("t.stl", text + "endsolid t\n")
        case = replaced(THROWN, "{type: box, size: [0.2, 0.2, 0.2]}", "{type: hull, file: t.stl}")
        summary = self.run_case(replaced(case, "position: [-5, 0, 0.1]", "position: [-5, 0, 0]"))
        self.assertEqual(summary["rigid_contacts"]["last"], 4)
        np.testing.assert_allclose(summary["reactions"][0]["force"], [0, 0, 5 * 9.81], atol=1e-6)
        self.write("case.yaml", replaced(case, "t.stl", "u.stl"))
        self.assertFails(self.tenon("run", "case.yaml"), 4, "u.stl")

    def test_a_stack_of_ten_boxes(self):
        """Verifies a default stack of ten slightly offset boxes at rest for 1,000 steps: 40
        contacts with non-unique impulses."""
        bodies = "\n".join(f"      - {{name: b{i}, position: [{0.01 * (i % 2)}, 0, {0.1 + 0.2 * i}], mass: 1, inertia: {[0.04 / 6] * 3}}}" for i in range(10))
        summary = self.run_case(STACK.replace("BODIES", bodies))
        self.assertGreaterEqual(summary["rigid_contacts"]["last"], 40)
        np.testing.assert_allclose(summary["reactions"][0]["force"], [0, 0, 98.1], atol=1e-3 * 98.1)
        with h5py.File(self.folder / "stack.h5") as file:
            last = file[f"steps/{sorted(file['steps'])[-1]}/things"]
            self.assertLess(np.abs(last["displacement"][:]).max(), 2e-5)
            self.assertLess(np.abs(last["velocity"][:]).max(), 1e-4)

    def test_says_what_it_cannot_find(self):
        self.write("case.yaml", replaced(THROWN, "end_time: 0.6", "end_time: 0.6, contact_iterations: 1"))
        self.assertFails(self.tenon("run", "case.yaml"), 3, "impulses of 5 contacts.*complementarity")


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies contacts between meshes and rigid bodies by impulses in one step: moreau-jean with
included stiffness."""
import itertools
import json
import unittest
from pathlib import Path

import h5py
import numpy as np

from tenon_program import RANKS, Case, box, replaced

SOURCE = Path(__file__).resolve().parents[2]

# A soft block that falls on a floor: by an active set of rows, and by impulses on its nodes.
SOLID = """\
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: gravity, density: 1, acceleration: [3, 0, -10]}
    masses: [{type: consistent, density: 1}]
"""
BY_ROWS = "output: {stem: falling, every: 40}\nobjects:\n" + SOLID + """\
contacts:
  - {type: plane, name: floor, slave: {object: block, group: bottom}, point: [0, 0, -0.02], normal: [0, 0, 1], friction: 0.2}
analysis: {type: transient, stepper: implicit-euler, step: 0.01, end_time: 0.4, tolerance: 1e-11}
solver: {preset: direct}
"""
BY_IMPULSES = """\
output: {stem: falling, every: 40, histories: [{name: energies, energies: true}]}
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, -0.02], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
""" + SOLID + """\
contacts:
  - {type: rigid, first: {object: block, group: bottom}, second: {object: floor}, friction: 0.2}
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 0.4, contact_tolerance: 1e-10, contact_solver: SOLVER}
solver: {preset: direct}
"""
FEW_SOLVERS = "newton", "accelerated-gradient", "gauss-seidel"
SOLVERS = FEW_SOLVERS  # on any number of ranks all are tested in tests/contact/DeformableTest.cpp
if RANKS == 1:
    SOLVERS += "barzilai-borwein", "conjugate-gradient", "alternating-directions", "jacobi"


# A ball that falls on a pad without a node at its middle.
ON_A_PAD = """\
output: {stem: pad, every: 400, histories: [{name: energies, energies: true}]}
objects:
  things:
    bodies: [{name: ball, position: [0.5, 0.5, 0.91], mass: 2, inertia: [0.032, 0.032, 0.032]}]
    forces: [{type: gravity, acceleration: [0, 0, -10]}]
    shapes: [{type: sphere, radius: 0.4}]
  pad:
    mesh: pad.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: gravity, density: 1, acceleration: [0, 0, -10]}
    masses: [{type: consistent, density: 1}]
    conditions: [{type: fixed, group: bottom}]
contacts:
  - {type: rigid, first: {object: things}, second: {object: pad, group: top}, friction: 0.5}
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 4, contact_tolerance: 1e-9, contact_solver: newton}
rayleigh: {stiffness: 0.02, mass: 1}
solver: {preset: direct}
"""

# A block on another one, and a ball on a rope from a node below them.
STACKED = """\
output: {stem: stacked, every: 300}
objects:
  lower:
    mesh: lower.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    masses: [{type: consistent, density: 1}]
    conditions: [{type: fixed, group: west}]
  upper:
    mesh: upper.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 500, poisson: 0.3}}
      - {type: gravity, density: 1, acceleration: [0, 0, -10]}
    masses: [{type: consistent, density: 1}]
    conditions: [{type: prescribed, group: body, values: {x: 0, y: 0}}]
  things:
    bodies: [{name: ball, position: [0.5, 0.5, -0.5], mass: 0.3, inertia: [0.02, 0.02, 0.02]}]
    forces: [{type: gravity, acceleration: [0, 0, -10]}]
  marks:
    particles: [{name: eye, position: [0.5, 0.5, -0.4]}]
    mapping: {type: rigid, parent: things}
constraints:
  - {type: distance, name: rope, first: {object: lower}, second: {object: marks}, pairs: [[5, 1]], distance: 0.41, bound: upper}
contacts:
  - {type: surface, name: seat, slave: {object: upper, group: bottom}, master: {object: lower, group: top}}
rayleigh: {stiffness: 0.05, mass: 2}
analysis: {type: transient, stepper: moreau-jean, step: 0.02, end_time: 6, contact_tolerance: 1e-9, contact_solver: newton}
solver: {preset: direct}
"""

# A ball that hits a free block off its centre.
IN_FLIGHT = """\
output: {stem: flight, histories: [{name: energies, energies: true}]}
objects:
  things:
    bodies: [{name: ball, position: [-0.21, 0.4, 0.6], mass: 0.5, inertia: [0.008, 0.008, 0.008], velocity: [1, 0.2, 0.1]}]
    shapes: [{type: sphere, radius: 0.2}]
  block:
    mesh: block.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 200, poisson: 0.3}}]
    masses: [{type: consistent, density: 1}]
contacts:
  - {type: rigid, first: {object: block, group: west}, second: {object: things}, friction: 0.3}
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 0.6, contact_tolerance: 1e-11, contact_solver: newton}
solver: {preset: direct}
"""


class DeformableImpulses(Case):
    def run_case(self, case, stem):
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        self.summary = json.loads((self.folder / "summary.json").read_text())
        with h5py.File(self.folder / f"{stem}.h5") as file:
            last = file["steps"][sorted(file["steps"])[-1]]
            return {f"{body}/{field}": last[body][field][:] for body in last for field in ("displacement", "velocity")}

    def multipliers(self, name):
        with h5py.File(self.folder / "falling.h5") as file:
            return file["steps"][sorted(file["steps"])[-1]]["block"][f"multiplier_{name}"][:]

    def energies(self, stem):
        rows = np.genfromtxt(self.folder / f"{stem}.energies.csv", delimiter=",", names=True)
        return rows["kinetic"] + rows["elastic"] - rows["loads"]

    def assertSameMotion(self, found, expected, error, message):
        for field in "displacement", "velocity":
            size = np.abs(expected[f"block/{field}"]).max()
            np.testing.assert_allclose(found[f"block/{field}"], expected[f"block/{field}"], rtol=0, atol=error * size, err_msg=message)

    def test_the_same_motion_by_impulses_and_by_rows(self):
        """Verifies equal impact, sliding and rest by an active set of bounded rows and by a cone
        problem on W, with every solver."""
        self.write("block.msh", box(cells=(3, 2, 2)))
        expected = self.run_case(BY_ROWS, "falling")
        for solver in SOLVERS:
            found = self.run_case(replaced(BY_IMPULSES, "SOLVER", solver), "falling")
            self.assertSameMotion(found, expected, 1e-6, solver)
            self.assertLessEqual(self.summary["rigid_contacts"]["worst_complementarity"], 1e-10, solver)

    def test_laws_that_meshes_have_too(self):
        """Verifies compliant nodes and a friction pyramid with the same tangents against the active
        set of an obstacle."""
        self.write("block.msh", box(cells=(3, 2, 2)))
        for law in ("compliance: 1e-3", "friction_limit: pyramid", "compliance: 1e-3, friction_limit: pyramid"):
            by_rows, by_impulses = (replaced(replaced(case, "acceleration: [3, 0, -10]", "acceleration: [3, 2.5, -10]"), "friction: 0.2", f"friction: 0.2, {law}")
                                    for case in (BY_ROWS, BY_IMPULSES))
            expected = self.run_case(by_rows, "falling")
            for solver in FEW_SOLVERS:
                found = self.run_case(replaced(by_impulses, "SOLVER", solver), "falling")
                self.assertSameMotion(found, expected, 1e-6, f"{law}, {solver}")

    def test_constraints_of_a_mesh_stay_in_the_system(self):
        """Verifies that mesh constraints are satisfied in every response to an impulse: the same
        displacements and multipliers as by rows."""
        guide = "constraints:\n  - {type: prescribed, name: guide, object: block, group: top, values: {y: 0.001}}\n"
        self.write("block.msh", box(cells=(3, 2, 2)))
        expected = self.run_case(BY_ROWS + guide, "falling")
        multipliers = self.multipliers("guide")
        found = self.run_case(replaced(BY_IMPULSES, "SOLVER", "newton") + guide, "falling")
        self.assertSameMotion(found, expected, 1e-6, "guided")
        np.testing.assert_allclose(self.multipliers("guide"), multipliers, rtol=0, atol=1e-6 * np.abs(multipliers).max())

    def test_without_contacts_linearly_implicit(self):
        self.write("block.msh", box(cells=(3, 2, 2)))
        case = replaced(replaced(BY_IMPULSES, "SOLVER", "newton"), "type: linear-elastic", "type: neo-hookean")
        case = replaced(case, "acceleration: [3, 0, -10]}", "acceleration: [3, 0, -10]}\n      - {type: rest-shape-springs, group: top, stiffness: 5}")
        apart = replaced(case, "position: [0, 0, -0.02]", "position: [0, 0, -20]")
        found = self.run_case(apart, "falling")
        alone = "\n".join(line for line in apart.split("\n") if "rigid" not in line and "contacts:" not in line and "shapes" not in line)
        expected = self.run_case(replaced(alone, "moreau-jean", "linearly-implicit-euler"), "falling")
        self.assertSameMotion(found, expected, 1e-11, "no contact")

    def test_rests_with_its_weight(self):
        self.write("pad.msh", box(size=(1, 1, 0.5), cells=(5, 5, 2)))
        self.run_case(ON_A_PAD, "pad")
        with h5py.File(self.folder / "pad.h5") as file:
            contacts = file["contacts"][sorted(file["contacts"])[-1]]
            names = [str(name) for name in file["contacts"].attrs["objects"]]
            on_ball = np.array([1 if names[number] == "things" else -1 for number in contacts["object"][:, 1]])
            force = (on_ball[:, None] * contacts["force"][:]).sum(axis=0)
            self.assertEqual(len(on_ball), 4)
            tags = set(contacts["body"][:].ravel())
        np.testing.assert_allclose(force, [0, 0, 20], rtol=0, atol=2e-5)
        top = {tag for tag, (_, _, z) in enumerate(itertools.product(range(3), range(6), range(6)), 1) if tag > 72}
        self.assertTrue(tags <= top | {1}, "nodes have their numbers of the mesh file")
        (reaction,) = self.summary["reactions"]
        np.testing.assert_allclose(reaction["force"], [0, 0, 20 + 5], rtol=0, atol=3e-5)

    def test_momentum_is_kept_and_energy_never_grows(self):
        self.write("block.msh", box(cells=(3, 2, 2)))
        last = self.run_case(IN_FLIGHT, "flight")
        self.assertGreater(self.summary["rigid_contacts"]["most"], 0)
        with h5py.File(self.folder / "flight.h5") as file:
            momenta = []
            for step in sorted(file["steps"]):
                at = file["steps"][step]
                ball = at["things/velocity"][0, :3]
                momenta.append(0.5 * ball + mean_over_box(at["block/velocity"][:], (3, 2, 2)))
        np.testing.assert_allclose(momenta, [[0.5, 0.1, 0.05]] * len(momenta), rtol=0, atol=1e-10)
        self.assertLess(last["things/velocity"][0, 0], 0.7, "it gave some of it away")
        energy = self.energies("flight")
        self.assertLess(np.diff(energy).max(), 1e-10 * energy[0])

    def test_large_deformations_stay_outside(self):
        """Verifies that nodes do not penetrate at large deformation: W is assembled from the
        tangent of each step."""
        self.write("block.msh", box(cells=(3, 2, 2)))
        case = replaced(replaced(BY_IMPULSES, "SOLVER", "newton"), "type: linear-elastic, young: 1000", "type: neo-hookean, young: 150")
        self.run_case(replaced(case, "every: 40", "every: 1"), "falling")
        with h5py.File(self.folder / "falling.h5") as file:
            below = file["meshes/block/points"][:, 2] == 0
            z = [file["steps"][step]["block/displacement"][:][:, 2] for step in sorted(file["steps"])]
        self.assertGreater(np.min([at[below].min() for at in z]), -0.02 - 1e-9)
        self.assertLess(np.min(z), -0.08, "it is compressed by much")

    def test_balls_on_a_cushion(self):
        """Verifies the first 0.12 s of apps/cases/cushion.yaml: four balls sink in without
        penetration, and momentum balances the loads."""
        case = (SOURCE / "apps/cases/cushion.yaml").read_text().replace("../../meshes", str(SOURCE / "meshes"))
        self.write("case.yaml", replaced(replaced(case, "end_time: 0.8", "end_time: 0.12"), "every: 8", "every: 24"))
        self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        summary = json.loads((self.folder / "summary.json").read_text())
        self.assertGreater(summary["rigid_contacts"]["last"], 20)
        self.assertLessEqual(summary["rigid_contacts"]["worst_complementarity"], 1e-6)
        self.assertLess(np.abs(summary["load_plus_reactions"]).max(), 1e-2 * 15 * 9.81)
        self.assertLess(summary["energies"]["kinetic"] + summary["energies"]["elastic"], summary["energies"]["loads"])
        with h5py.File(self.folder / "cushion.h5") as file:
            last = file["steps"][max(file["steps"])]
            places = {name: file[f"meshes/{name}/points"][:] + last[f"{name}/displacement"][:] for name in ("cushion", "balls", "shown")}
        distances = np.linalg.norm(places["cushion"][:, None] - places["balls"][None], axis=2)
        self.assertGreater(distances.min(), 0.08 - 1e-5)
        self.assertLess(np.abs(distances[:, :4].min(axis=0) - 0.08).max(), 1e-4, "four of them touch it")

    def test_bounds_on_meshes(self):
        """Verifies obstacles as rows of the same problem: friction has three rows in a cone, and
        contacts that cannot close have none."""
        self.write("block.msh", box(cells=(3, 2, 2)))
        for law, solvers in (", friction: 0.2", SOLVERS), ("", ("newton",)):
            by_rows = replaced(BY_ROWS, ", friction: 0.2", law)
            expected = self.run_case(by_rows, "falling")
            multipliers = self.multipliers("floor")
            for solver in solvers:
                case = replaced(replaced(by_rows, "implicit-euler", "moreau-jean"), "tolerance: 1e-11",
                                f"contact_tolerance: 1e-10, contact_solver: {solver}")
                self.assertSameMotion(self.run_case(case, "falling"), expected, 1e-6, solver + law)
                np.testing.assert_allclose(self.multipliers("floor"), multipliers, rtol=0, atol=1e-6 * np.abs(multipliers).max())

    def test_meshes_on_each_other_and_on_ropes(self):
        self.write("lower.msh", box(size=(1, 1, 0.5), cells=(2, 2, 1)))
        self.write("upper.msh", box(low=(0.05, 0.25, 0.505), size=(0.5, 0.5, 0.4)))
        self.run_case(STACKED, "stacked")
        (reaction,) = [one for one in self.summary["reactions"] if "lower" in one["name"]]
        np.testing.assert_allclose(reaction["force"][2], 0.1 * 10 + 3, rtol=1e-5)
        with h5py.File(self.folder / "stacked.h5") as file:
            last = file["steps"][sorted(file["steps"])[-1]]
            np.testing.assert_allclose(last["lower/force_seat"][:].sum(axis=0)[2], -1.0, rtol=1e-5)
            np.testing.assert_allclose(np.abs(last["lower/force_rope"][:, 2]).sum(), 3.0, rtol=1e-5)

    def test_slides_to_a_stop(self):
        """Verifies the mean velocity v0 - mu (g t + v_z) during slip, and permanent stick
        afterwards."""
        self.write("block.msh", box(size=(1, 1, 0.3), cells=(4, 4, 1)))
        case = replaced(BY_IMPULSES, "SOLVER", "newton")
        for old, new in (("position: [0, 0, -0.02]", "position: [0, 0, 0]"), ("acceleration: [3, 0, -10]", "acceleration: [0, 0, -10]"),
                         ("mesh: block.msh", "mesh: block.msh\n    initial: {velocity: [0.6, 0, 0]}"), ("every: 40", "every: 1"),
                         ("young: 1000", "young: 1e5"), ("step: 0.01, end_time: 0.4", "step: 0.005, end_time: 0.4"),
                         ("solver: {preset: direct}", "rayleigh: {stiffness: 0.002}\nsolver: {preset: direct}")):
            case = replaced(case, old, new)
        self.run_case(case, "falling")
        with h5py.File(self.folder / "falling.h5") as file:
            steps = [file["steps"][step] for step in sorted(file["steps"])]
            velocities = np.array([mean_over_box(at["block/velocity"][:], (4, 4, 1)) for at in steps])
            times = np.array([at.attrs["time"] for at in steps])
            slides = times < 0.25
            expected = 0.6 - 0.2 * (10 * times + velocities[:, 2])
            np.testing.assert_allclose(velocities[slides, 0], expected[slides], rtol=0, atol=1e-8)
            self.assertLess(np.abs(velocities[times > 0.35]).max(), 1e-3, "it stops at t = 0.3")
            self.assertAlmostEqual(mean_over_box(steps[-1]["block/displacement"][:], (4, 4, 1))[0], 0.6 ** 2 / 4, delta=0.02 * 0.09)

    def test_micrometres(self):
        """Verifies equal results and contact detection in units larger by a factor of 1e6."""
        self.write("block.msh", box(cells=(3, 2, 2)))
        case = replaced(BY_IMPULSES, "SOLVER", "newton")
        expected = self.run_case(case, "falling")
        self.write("block.msh", box(cells=(3, 2, 2), size=(1e-6, 1e-6, 1e-6)))
        for old, new in (("young: 1000", "young: 1.0e-9"), ("acceleration: [3, 0, -10]", "acceleration: [3.0e-6, 0, -1.0e-5]"),
                         ("position: [0, 0, -0.02]", "position: [0, 0, -0.02e-6]")):
            case = replaced(case, old, new)
        found = self.run_case(case, "falling")
        self.assertSameMotion({name: 1e6 * values for name, values in found.items()}, expected, 1e-8, "micrometres")

    def test_goes_on_as_it_would_have(self):
        self.write("pad.msh", box(size=(1, 1, 0.5), cells=(5, 5, 2)))
        case = replaced(replaced(ON_A_PAD, "every: 400", "every: 5, checkpoint: 20"), "end_time: 4", "end_time: 0.3")
        whole = self.run_case(replaced(case, "contact_tolerance: 1e-9", "contact_tolerance: 1e-6"), "pad")
        run = self.assertRuns("run", "case.yaml", "--restart")
        self.assertRegex(run.all, r"continues from 'pad.checkpoint.h5': step 20")
        with h5py.File(self.folder / "pad.h5") as file:
            last = file["steps"][sorted(file["steps"])[-1]]
            for name, values in whole.items():
                if "displacement" in name or "velocity" in name:
                    np.testing.assert_allclose(last[name][:], values, rtol=0, atol=1e-11, err_msg=name)

    def test_what_is_refused(self):
        self.write("block.msh", box(cells=(3, 2, 2)))
        case = replaced(BY_IMPULSES, "SOLVER", "newton")
        rule = "{type: rigid, first: {object: block, group: bottom}, second: {object: floor}, friction: 0.2}"

        def refuse(old, new, *says):
            self.write("case.yaml", replaced(case, old, new))
            self.assertFails(self.tenon("check", "case.yaml"), 2, *says)
        refuse("    masses: [{type: consistent, density: 1}]\n", "", "free nodes of object 'block'", "a mass")
        refuse(rule, rule.replace("0.2}", "0.2, restitution: 0.5}"), "`restitution` applies only to contact between rigid bodies")
        refuse(rule, rule.replace("0.2}", "0.2, cohesion: 1}"), "`cohesion` applies only to contact between rigid bodies")
        refuse(rule, rule.replace(", group: bottom", ""), "specify a `group` of 'block'")
        refuse(rule, rule.replace("{object: floor}", "{object: block, group: top}"), "use `type: surface` for contact between meshes")
        refuse("contacts:", "  shell:\n    mesh: block.msh\n    mapping: {type: identity, parent: block}\ncontacts:\n"
               "  - {type: rigid, first: {object: shell, group: top}, second: {object: floor}}", "'shell' is a mapped object")
        refuse(rule, "{type: plane, name: wall, slave: {object: block, group: bottom}, point: [0, 0, -1], normal: [0, 0, 1], friction: 0.1, cohesion: 1}",
               "'wall' has a `cohesion`")
        refuse("contact_solver: newton", "sleep_velocity: 0.1, sleep_after: 0.1", "supports sleeping bodies only in cases without meshes")
        case = replaced(case, "    conditions: [{type: fixed, group: floor}]\n", "")
        refuse("contacts:", "interactions:\n  - {type: point-springs, first: {object: floor, group: floor}, "
               "second: {object: block, group: top}, stiffness: 1}\ncontacts:", "'point springs .*' couples them in another way")


def mean_over_box(values, cells):
    """Returns the mean of a nodal field over the volume of box()."""
    weights = np.ones(1)
    for n in reversed(cells):
        weights = np.outer(weights, [0.5 / n, *[1 / n] * (n - 1), 0.5 / n]).ravel()
    return weights @ values


if __name__ == "__main__":
    unittest.main()

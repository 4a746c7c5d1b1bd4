# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies rigid bodies and particles, from the case or a CSV file to the results, and rejected
input."""
import json
import unittest
from pathlib import Path

import h5py
import numpy as np
import scipy.io

from tenon_program import RANKS, Case, box, on_all_ranks, on_one_and_three_ranks, replaced

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

# A block of rubber suspended from a rigid plate by the corners of its top, and two particles on
# a rod.
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

# A plate in the plane, and optionally a disc at its end: nodes with blocks of 2 beside nodes with 3
# degrees of freedom.
PLATE = """\
objects:
  plate:
    mesh: plate.msh
    forces:
      - {type: elastic, group: bottom, material: {type: linear-elastic, young: 1e4, poisson: 0.3}}
      - {type: body-force, density: [0, -1]}
    masses: [{type: consistent, density: 1}]
    conditions: [{type: fixed, group: "4"}]  # a name is for faces only
"""
DISC = """\
  disc:
    space: 2
    bodies: [{name: disc, position: [2.2, 0.5], mass: 0.5, inertia: 0.02}]
    forces: [{type: gravity, acceleration: [0, -10]}]
"""
SWINGING = PLATE + DISC + """\
constraints:
  - {type: ball-joint, name: grip, first: {object: plate, group: "5"}, second: {object: disc, group: disc}}
system: {type: fixed-pattern}
analysis: {type: transient, stepper: trapezoid, step: 0.01, end_time: 0.05}
solver: {preset: schur}
output: {stem: flat}
"""


def flat(nodes, cells):
    """Reduces a block of cells to its bottom, with the west and east edges as lines; passed to
    box() as `edit`."""
    faces = [nodes_of for _, group, nodes_of in cells if group == "bottom"]
    width = max(x for x, _, _ in nodes.values())
    for node in [node for node, (_, _, z) in nodes.items() if z > 0]:
        del nodes[node]
    cells[:] = [(3, "bottom", face) for face in faces]
    for group, x in (("west", 0.0), ("east", width)):
        side = sorted((node for node in nodes if nodes[node][0] == x), key=lambda node: nodes[node][1])
        cells += [(1, group, list(pair)) for pair in zip(side, side[1:])]


# A rigid bar on a hinge at its middle; springs are inserted.
BAR = """\
objects:
  bar:
    bodies: [{name: bar, position: [0, 0, 0], mass: 2, inertia: [0.1, 0.3, 0.3]}]
interactions:
%s
constraints: [{type: hinge-joint, first: {object: bar, group: bar}, at: [0, 0, 0], axis: [0, 0, 1]}]
analysis: {type: modal, modes: 1}
solver: {preset: direct}
"""
SPRING = "  - {type: point-springs, first: {object: bar, group: bar}, at: [%g, 0, 0], to: [%g, %g, 0], stiffness: 50%s}"

# A clamped beam with a rigid body attached to its end.
HUB = """\
objects:
  beam:
    mesh: beam.msh
    forces: [{type: elastic, group: body, material: {type: linear-elastic, young: 1e4, poisson: 0.3}}]
    conditions: [{type: fixed, group: west}]
  load:
    bodies: [{name: hub, position: [4.5, 0.5, 0.5], mass: 3, inertia: [1, 1, 1]}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
constraints:
  - {type: ball-joint, first: {object: beam, group: east}, second: {object: load, group: hub}}
analysis: {type: static}
output: {stem: hub}
solver: {preset: direct}
"""

# Bodies of a chain, listed in another order.
LINKS = 48
ORDER = [1 + 17 * i % LINKS for i in range(LINKS)]
CHAIN = """\
objects:
  chain:
    bodies:
%s
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
constraints:
  - {type: ball-joint, name: top, first: {object: chain, group: first}, at: [0, 0, 0]}
  - {type: ball-joint, name: links, first: {object: chain}, second: {object: chain}, at: middle, pairs: [%s]}
analysis: {type: transient, step: 0.01, end_time: 0.02}
output: {stem: chain}
solver: {preset: schur-sparse}
"""
CHAIN = CHAIN % ("\n".join(f"      - {{position: [{0.5 + ORDER.index(number)}, 0, 0], mass: 1, inertia: [0.02, 0.1, 0.1]"
                           f"{', name: first' if number == ORDER[0] else ''}}}" for number in range(1, LINKS + 1)),
                 ", ".join(f"[{a}, {b}]" for a, b in zip(ORDER, ORDER[1:])))


@on_all_ranks("partition")
class RigidBodies(Case):
    def fields(self, stem):
        with h5py.File(self.folder / f"{stem}.h5") as file:
            last = file["steps"][sorted(file["steps"])[-1]]
            return {name: last[f"arm/{name}"][:] for name in ("displacement", "rotation", "velocity", "angular_velocity")}

    def test_an_arm_of_two_links(self):
        """Verifies an arm of two links: the joint stays closed, the energy is conserved, and a list
        and a file give equal results."""
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
        """Verifies points and frames in one static problem: the joints carry the weight of the
        block."""
        self.write("block.msh", box())
        self.write("hang.yaml", HANGING)
        self.assertRuns("run", "hang.yaml", "--summary", "s.json")
        with h5py.File(self.folder / "hang.h5") as file:
            step = file["steps"][sorted(file["steps"])[-1]]
            carried = step["block/force_glue"][:].sum(axis=0)
            held = step["plate/reaction"][:].sum(axis=0)
        np.testing.assert_allclose(carried, [0, 0, 20], atol=1e-6)
        np.testing.assert_allclose(held, [0, 0, 50], atol=1e-6)

    def test_a_body_on_a_flexible_beam(self):
        """Verifies Newton's method through a static rotation, by multigrid against factors, with as
        few iterations in each solve."""
        self.write("beam.msh", box(size=(4, 1, 1), cells=(8, 2, 2)))
        found = {}
        for preset in ("direct", "schur"):
            self.write("hub.yaml", replaced(HUB, "direct", preset))
            self.assertRuns("run", "hub.yaml", "--summary", "s.json")
            summary = json.loads((self.folder / "s.json").read_text())
            np.testing.assert_allclose(summary["load_plus_reactions"], [0, 0, 0], atol=1e-5)
            self.assertLess(summary["solver"]["iterations"], 40 * summary["solver"]["solves"])
            with h5py.File(self.folder / "hub.h5") as file:
                found[preset] = file["steps"][sorted(file["steps"])[-1]]["load/displacement"][:]
        self.assertLess(found["direct"][0, 2], -0.7)
        np.testing.assert_allclose(found["schur"], found["direct"], rtol=0, atol=1e-6)

    def test_a_chain_is_cut_between_few_bodies(self):
        """Verifies that ranks get contiguous parts of a chain, listed in any order, and that one
        iteration solves for all joints."""
        self.write("chain.yaml", CHAIN)
        self.assertRuns("run", "chain.yaml", "--summary", "s.json")
        with h5py.File(self.folder / "chain.h5") as file:
            partition = np.ravel(file["steps"][sorted(file["steps"])[-1]]["chain/point1/partition"][:])
        ranks = partition[np.array(ORDER) - 1]
        self.assertEqual(len(set(ranks)), RANKS)
        self.assertLessEqual(np.count_nonzero(np.diff(ranks)), 2 * (RANKS - 1))
        solver = json.loads((self.folder / "s.json").read_text())["solver"]
        self.assertEqual(solver["iterations"], solver["solves"])

    def modes(self, text):
        self.write("modes.yaml", text)
        self.assertRuns("run", "modes.yaml", "--summary", "s.json")
        return np.array([2 * np.pi * mode["frequency"] for mode in json.loads((self.folder / "s.json").read_text())["modes"]])

    def test_springs_at_points_of_a_body(self):
        """Verifies a bar with two springs, whose stiffness and whose tension (geometric stiffness
        of its arms) resist the rotation."""
        for plane in (False, True):
            case = BAR
            if plane:
                case = replaced(case, "bodies: [{name: bar, position: [0, 0, 0], mass: 2, inertia: [0.1, 0.3, 0.3]}]",
                                "space: 2\n    bodies: [{name: bar, position: [0, 0, 0], mass: 2, inertia: 0.3}]")
            across = "\n".join(SPRING % (x, x, 2, "") for x in (1, -1))
            np.testing.assert_allclose(self.modes(case % across), [np.sqrt(2 * 50 * 1**2 / 0.3)], rtol=1e-9)
            # T = k (l - l0) along the bar: T a (1 + a / l) each.
            along = "\n".join(SPRING % (x, 3 * x, 0, ", rest_length: 1.5") for x in (1, -1))
            np.testing.assert_allclose(self.modes(case % along), [np.sqrt(2 * 25 * (1 + 1 / 2) / 0.3)], rtol=1e-9)

    @on_one_and_three_ranks
    def test_springs_keep_the_energy_of_large_turns(self):
        """Verifies the energy balance of large rotations: the work of the weight is stored in
        springs and motion; damping losses are counted."""
        for damping in ("", ", damping: 0.8"):
            springs = "\n".join(SPRING % (x, x + 1, 2, damping) for x in (1, -1))
            case = replaced(BAR % springs, "inertia: [0.1, 0.3, 0.3]", "inertia: [0.1, 0.3, 0.3], angular_velocity: [0, 0, 6]")
            case = replaced(case, "analysis: {type: modal, modes: 1}",
                            "analysis: {type: transient, stepper: trapezoid, step: 0.002, end_time: 0.4, tolerance: 1e-10}")
            self.write("swing.yaml", case)
            self.assertRuns("run", "swing.yaml", "--summary", "s.json")
            energies = json.loads((self.folder / "s.json").read_text())["energies"]
            self.assertGreater(energies["elastic"], 0.01)
            self.assertLess(abs(energies["gap"]), 1e-3)
            self.assertEqual(energies["dissipated"] > 0.1, bool(damping))

    def test_bodies_that_nothing_holds(self):
        """Verifies that unsupported bodies are reported by number and motion, with springs among
        themselves, too; modal analyses have zeros."""
        free = replaced(ARM, ARM[ARM.index("constraints:"):ARM.index("  - {type: hinge-joint, name: elbow")], "constraints:\n")
        static = replaced(free, "analysis: {type: transient, stepper: trapezoid, step: 0.01, end_time: 0.1}", "analysis: {type: static}")
        self.write("free.yaml", static)
        self.assertFails(self.tenon("run", "free.yaml"), 2, r"mechanism free \(number of degrees of freedom: 7\)", r"body 2 of object 'arm', at \(1.5, 0, 0\) can translate along x")
        self.write("held.yaml", replaced(static, "constraints:\n", "constraints:\n  - {type: ball-joint, name: pin, first: {object: arm, group: upper},"
                                         " at: [0, 0, 0]}\n"))
        self.assertFails(self.tenon("run", "held.yaml"), 2, r"mechanism free \(number of degrees of freedom: 4\)")
        spring = ("interactions: [{type: point-springs, first: {object: arm, group: upper}, second: {object: arm, group: lower},"
                  " at: [0.5, 0, 0.3], to: [1.5, 0, 0.3], stiffness: 100}]\n")
        self.write("joined.yaml", static + spring)
        self.assertFails(self.tenon("run", "joined.yaml"), 2,
                         "together they can translate along x, y and z and rotate about x, y and z")
        modes = self.modes(replaced(static, "analysis: {type: static}", "analysis: {type: modal, modes: 7}") + spring)
        self.assertLess(np.abs(modes[:6]).max(), 1e-6)
        self.assertGreater(modes[6], 1.0)

    def test_the_slider_crank(self):
        """Verifies a quarter revolution of apps/cases/slider_crank.yaml against its geometry, up to
        the bending of the rod."""
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

    def test_a_plate_that_carries_a_disc(self):
        """Verifies plane frames, which have one dof more than points, in every form of the
        matrix."""
        self.write("plate.msh", box(size=(2, 1, 1), cells=(8, 4, 1), edit=flat))
        fields = {}
        for system in ("fixed-pattern", "assembled", "composite", "matrix-free"):
            case = replaced(SWINGING, "{type: fixed-pattern}", f"{{type: {system}}}")
            if system == "matrix-free":
                case = replaced(case, "{preset: schur}", "{preset: schur, preconditioner: {type: system, system: fixed-pattern}}")
            self.write("flat.yaml", case)
            self.assertRuns("run", "flat.yaml")
            with h5py.File(self.folder / "flat.h5") as file:
                last = file["steps"][sorted(file["steps"])[-1]]
                fields[system] = np.concatenate([last["plate/displacement"][:].ravel(), last["disc/displacement"][:].ravel(),
                                                 last["disc/rotation"][:].ravel()])
        expected = fields["fixed-pattern"]
        self.assertLess(expected[-1], -1e-4)  # the disc rotates as the plate bends down
        for system, found in fields.items():
            self.assertLess(abs(found - expected).max(), 1e-7 * abs(expected).max(), system)

    def test_multigrid_beside_a_disc(self):
        """Verifies that a rigid body in a model with a mesh does not change the number of multigrid
        iterations."""
        self.write("plate.msh", box(size=(2, 1, 1), cells=(64, 32, 1), edit=flat))
        held = DISC + "    conditions: [{type: fixed, group: disc}]\n"
        iterations = []
        for objects in (PLATE, PLATE + held):
            self.write("case.yaml", objects + "analysis: {type: static}\nsolver: {preset: cg-amg}\n")
            self.assertRuns("run", "case.yaml", "--summary", "s.json")
            iterations.append(json.loads((self.folder / "s.json").read_text())["solver"]["iterations"])
        self.assertLessEqual(abs(iterations[1] - iterations[0]), 1, iterations)
        self.assertLess(iterations[0], 40)

    def test_rows_of_a_frame_in_the_plane(self):
        """Verifies that an exported matrix names its rows; rows that exist only for equal block
        sizes are empty."""
        self.write("plate.msh", box(size=(2, 1, 1), cells=(2, 1, 1), edit=flat))
        self.write("flat.yaml", SWINGING)
        self.assertRuns("export", "flat.yaml", "--what", "K,M", "-o", "m")
        lines = (self.folder / "m/rows.csv").read_text().split()[1:]
        of_disc = [line.split(",") for line in lines if line.split(",")[1] == "disc"]
        self.assertEqual([row[3] for row in of_disc], ["x", "y", "r", "unused"])
        mass = scipy.io.mmread(self.folder / "m/M.mtx").toarray()
        rows = [int(row[0]) for row in of_disc]
        self.assertEqual(list(np.diag(mass)[rows]), [0.5, 0.5, 0.02, 0.0])

    def test_mapped_particles_without_mass(self):
        """Verifies that mapped particles need no mass, from a list and a CSV file: a force of 4 on
        one of them accelerates the parent of mass 2 by a = 2, u = a t^2 / 2. A mass of 2 at this
        particle, which is given, halves the acceleration."""
        self.write("p.csv", "x,y,z\n0,0,0\n1,0,0\n")
        listed = "[{name: tip, position: [0, 0, 0]}, {position: [1, 0, 0]}]"
        for parent, mapping in (("bodies: [{position: [0, 0, 0], mass: 2, inertia: [1, 1, 1]}]", "rigid"),
                                ("particles: [{position: [0, 0, 0], mass: 2}, {position: [1, 0, 0], mass: 2}]", "identity")):
            for stepper in ("trapezoid", "central-difference"):
                if (mapping, stepper) == ("rigid", "central-difference"):
                    continue
                case = f"""\
objects:
  carrier: {{{parent}}}
  sensors:
    particles: PARTICLES
    groups: {{start: {{nearest: [0, 0, 0]}}}}
    mapping: {{type: {mapping}, parent: carrier}}
    forces: [{{type: nodal-force, group: start, force: [4, 0, 0]}}]
analysis: {{type: transient, stepper: {stepper}, step: 0.01, end_time: 0.1}}
output: {{stem: out, fields: [displacement]}}
"""
                for particles, mass in ((listed, 2), ("p.csv", 2), (listed.replace("name: tip,", "mass: 2, name: tip,"), 4)):
                    if stepper == "central-difference" and mass == 4:
                        continue
                    with self.subTest(mapping=mapping, stepper=stepper, particles=particles):
                        self.write("case.yaml", replaced(case, "PARTICLES", particles))
                        self.assertRuns("run", "case.yaml")
                        with h5py.File(self.folder / "out.h5") as file:
                            last = file["steps"][max(file["steps"])]
                            self.assertAlmostEqual(last["sensors/displacement"][0, 0], 4 / mass * 0.1**2 / 2, delta=1e-12)
                            self.assertAlmostEqual(last["carrier/displacement"][0, 0], 4 / mass * 0.1**2 / 2, delta=1e-12)

    def test_what_is_refused(self):
        self.write("arm.csv", TABLE)
        for find, put, sentence in [
                ("mass: 2,", "mass: -2,", "the mass must be positive"),
                ("[0.02, 0.17, 0.17]", "[0.02, 0.17, 0.9]", "larger than the sum of the other two"),
                ("name: lower", "name: upper", "two of these bodies have the name 'upper'"),
                ("mass: 1,", "mas: 1,", "mas"),
                ("axis: [0, 1, 0]}\n  -", "axis: [0, 0, 0]}\n  -", "axis"),
                ("group: upper}, at: [0, 0, 0]", "group: uper}, at: [0, 0, 0]", "did you mean 'upper'"),
                ("type: gravity,", "type: gravity, density: 1,", "remove `density`"),
                ("forces: [", "forces: [{type: uniform-damping, damping: 1}, ", "the nodes of this object have rotational degrees of freedom"),
                ("group: lower},\n     at: [1, 0, 0], axis: [0, 1, 0]}", "group: lower}}\n  - {type: distance, first: {object: arm, group: upper},"
                 " second: {object: arm, group: lower}}", "the nodes of 'arm' have rotational degrees of freedom.*attached to this object by the mapping `rigid`"),
                (LISTED, LISTED + "    mesh: a.msh\n", "only one of `mesh`, `bodies` and `particles`"),
                (LISTED, LISTED + "    cells: [a]\n", "`cells` is available only for objects with a `mesh`")]:
            with self.subTest(sentence):
                self.write("bad.yaml", replaced(ARM, find, put))
                self.assertFails(self.tenon("run", "bad.yaml"), 2, sentence)
        for find, put, sentence in [
                ("izz", "izy", "there is no column 'izy'"), ("ixx, ", "", "'ixx' is missing"),
                ("1.5, 0, 0, 1,", "1.5, 0, 0, one,", "arm.csv:5: mass must be a number"),
                ("1.5, 0, 0, 1,", "1.5, 0, 0, 1 2,", "mass must be a number, but is '1 2'"),
                ("1.5, 0,", "1.5,", "arm.csv:5: the number of fields in this line is 6"), (TABLE, "# nothing\n", "contains no bodies")]:
            with self.subTest(sentence):
                self.write("arm.csv", replaced(TABLE, find, put))
                self.write("bad.yaml", FROM_FILE)
                self.assertFails(self.tenon("run", "bad.yaml"), 2, sentence)
        (self.folder / "arm.csv").unlink()
        self.assertFails(self.tenon("run", "bad.yaml"), 4, "arm.csv")


if __name__ == "__main__":
    unittest.main()

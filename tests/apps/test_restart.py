# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies checkpoints of time-dependent runs, signals, and restarts."""
import contextlib
import os
import random
import re
import signal
import subprocess
import time
import unittest

import h5py
import numpy as np

from tenon_program import MPIRUN, RANKS, TENON, Case, box, on_all_ranks, replaced

SWING = """\
output:
  stem: swing
  checkpoint: 7
  histories: [{name: tip, nodes: {object: right, group: east}, fields: [displacement, velocity], of: mean}]
objects:
  left:
    mesh: left.msh
    initial: {velocity: [0, 0, 1]}
    forces:
      - {type: elastic, group: body, material: {type: linear-elastic, young: 1e4, poisson: 0.3}}
      - {type: gravity, density: 2, acceleration: [0, 0, -10], history: [[0, 0], [0.1, 1]]}
    masses: [{type: consistent, density: 2}]
    conditions: [{type: fixed, group: west}]
  right:
    mesh: right.msh
    forces: [{type: elastic, group: body, material: {type: linear-elastic, young: 1e4, poisson: 0.3}}]
    masses: [{type: consistent, density: 2}]
constraints: [{type: tie, name: tie, slave: {object: right, group: west}, master: {object: left, group: east}}]
analysis: {type: transient, stepper: generalised-alpha, step: 0.01, end_time: 0.2}
solver: {preset: direct}
"""

# A plate on rods that swings on its corner: nonlinear constraints.
PENDULUM = """\
output: {stem: swing, checkpoint: 7, every: 2, histories: [{name: energies, energies: true}]}
objects:
  plate:
    mesh: plate.msh
    groups: {pin: {nodes: [1]}}
    forces: [{type: gravity, density: 2, acceleration: [0, -9.81]}]
    masses: [{type: consistent, density: 2}]
    conditions: [{type: fixed, group: pin}]
constraints:
  - {type: distance, name: rods, first: {object: plate}, second: {object: plate}, pairs: [[1, 2], [1, 3], [2, 3]]}
analysis: {type: transient, step: 0.01, end_time: 0.2, tolerance: 1e-12}
solver: {preset: direct}
"""
# Three bars in a row with unnamed joints, whose default names contain both ends and slashes.
JOINTS = """\
output: {stem: swing, checkpoint: 7, every: 2, fields: [displacement, velocity, multipliers, constraint_forces]}
objects:
  bars:
    bodies:
      - {name: upper, position: [1, 0, 0], mass: 2, inertia: [0.1, 0.5, 0.5]}
      - {name: middle, position: [3, 0, 0], mass: 1, inertia: [0.1, 0.4, 0.4]}
      - {name: lower, position: [5, 0, 0], mass: 1, inertia: [0.1, 0.4, 0.4]}
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
constraints:
  - {type: hinge-joint, first: {object: bars, group: upper}, at: [0, 0, 0], axis: [0, 1, 0]}
  - {type: hinge-joint, first: {object: bars, group: upper}, second: {object: bars, group: middle}, at: [2, 0, 0], axis: [0, 1, 0]}
  - {type: hinge-joint, first: {object: bars, group: middle}, second: {object: bars, group: lower}, at: [4, 0, 0], axis: [0, 1, 0]}
analysis: {type: transient, stepper: STEPPER, step: 0.01, end_time: 0.2}
solver: {preset: direct}
"""
PLATE = """\
$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
3
1 0 0 0
2 1 0 0
3 0.8 0.5 0
$EndNodes
$Elements
1
1 2 2 1 1 1 2 3
$EndElements
"""


# Tolerance between two runs on the same number of ranks: from three ranks on MUMPS sums in order of
# arrival.
SAME_RUN = 0 if RANKS <= 2 else 1e-12


# Two bars, a ball joint and a driven hinge, with every force that a run writes.
FORCES = """\
output:
  stem: swing
  checkpoint: 7
  fields: [displacement, multipliers, constraint_forces]
  histories:
    - {name: pin_of_ground, joint: pin, side: first}
    - {name: pin_of_bar, joint: pin, axes: body}
    - {name: link, joint: link, side: first}
    - {name: drive, constraint: link, fields: [force, multipliers]}
    - {name: support, nodes: {object: base, group: base}, fields: [reaction]}
objects:
  base:
    bodies: [{name: base, position: [0, 0, 1], mass: 1, inertia: [1, 1, 1]}]
    conditions: [{type: fixed, group: base}]
  bars:
    bodies:
      - {name: upper, position: [1, 0, 0], mass: 2, inertia: [0.1, 0.5, 0.6], velocity: [0, 0, 1], angular_velocity: [0, -1, 0]}
      - {name: lower, position: [3, 0, 0], mass: 1, inertia: [0.1, 0.4, 0.3]}
    forces: [{type: gravity, acceleration: [0, 1, -9.81]}]
constraints:
  - {type: ball-joint, name: pin, first: {object: base, group: base}, second: {object: bars, group: upper}, at: [0, 0, 0]}
  - {type: hinge-joint, name: link, first: {object: bars, group: upper}, second: {object: bars, group: lower}, at: [2, 0, 0], axis: [0, 1, 0], angle: 1, history: [[0, 0], [1, 3]]}
analysis: {type: transient, stepper: STEPPER, step: 0.01, end_time: 0.14}
solver: {preset: direct}
"""


# A block suspended from a fixed face and pressed onto an obstacle by its weight; an obstacle has
# nonlinear rows.
PUSHED = """\
output: {stem: swing, checkpoint: 7, fields: [displacement, velocity, multipliers], histories: [{name: support, nodes: {object: block, group: west}, fields: [reaction], of: sum}]}
objects:
  block:
    mesh: left.msh
    initial: {velocity: [0, 0, -1]}
    forces:
      - {type: elastic, group: body, material: {type: linear-elastic, young: 1e4, poisson: 0.3}}
      - {type: gravity, density: 2, acceleration: [0, 0, -10]}
    masses: [{type: consistent, density: 2}]
    conditions: [{type: fixed, group: west}]
contacts: [CONTACT]
analysis: {type: transient, stepper: STEPPER, step: 0.001, end_time: 0.014}
solver: {preset: direct}
"""


class Restart(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "left.msh").write_text(box(size=(2, 1, 1), cells=(3, 2, 2)))
        (self.folder / "right.msh").write_text(box(low=(2, 0, 0), size=(2, 1, 1), cells=(2, 1, 1)))
        self.write("plate.msh", PLATE)

    def contents(self, name):
        """Returns all output of a run by its path in the file: steps, multipliers, histories and
        their tables."""
        found = {}
        with h5py.File(self.folder / f"{name}.h5") as file:
            def keep(path, item):
                if isinstance(item, h5py.Dataset) and item.dtype.kind == "f":
                    found[path] = item[:]
                if "time" in item.attrs:
                    found[path + " time"] = np.array(item.attrs["time"])
            file.visititems(keep)
        for table in self.folder.glob(f"{name}.*.csv"):
            found[table.name.split(".")[1]] = np.loadtxt(table, delimiter=",", skiprows=1)
        xdmf = (self.folder / f"{name}.xdmf").read_text().replace("swing", "").replace("whole", "")
        return found, sorted(xdmf.splitlines())  # attributes of a step are unordered

    def assertSame(self, other, name, tolerance):
        """Asserts that the file is the one of an uninterrupted run."""
        (found, xdmf), (expected, expected_xdmf) = self.contents(other), self.contents(name)
        self.assertEqual(sorted(found), sorted(expected))
        self.assertEqual(xdmf, expected_xdmf)
        largest = {}  # maxima over all steps, because initial values may be round-off
        for place, values in expected.items():
            field = re.sub(r"/\d{4}", "", place)
            largest[field] = max(largest.get(field, 0.0), np.abs(values).max())
        for place, values in expected.items():
            if tolerance == 0 or "time" in place:
                np.testing.assert_array_equal(found[place], values, err_msg=place)
            elif not place.endswith("partition"):  # which depends on the ranks
                size = largest[re.sub(r"/\d{4}", "", place)]
                np.testing.assert_allclose(found[place], values, rtol=0, atol=tolerance * size, err_msg=place)

    def run_whole(self, text):
        """Runs `text` to its end and copies the results to `whole`. The checkpoint of `swing` is
        that of an interrupted run."""
        self.write("swing.yaml", text)
        self.assertRuns("run", "swing.yaml")
        for path in self.folder.glob("swing.*"):
            if "checkpoint" not in path.name:
                (self.folder / path.name.replace("swing", "whole")).write_bytes(path.read_bytes())

    @on_all_ranks("checkpoints")
    def test_goes_on_as_if_nothing_had_happened(self):
        """Verifies bitwise equal results after a restart on one and two ranks, for linear and
        nonlinear constraints."""
        cases = [replaced(SWING, "generalised-alpha", stepper) for stepper in ("generalised-alpha", "bdf2", "implicit-euler")]
        cases += [PENDULUM, replaced(PENDULUM, "analysis: {", "analysis: {stepper: bdf2, project_velocities: true, ")]
        for case in cases:
            with self.subTest(case[case.index("analysis:"):]):
                self.run_whole(case)
                run = self.assertRuns("run", "swing.yaml", "--restart")
                self.assertRegex(run.all, r"continues from 'swing.checkpoint.h5': step 14, t = 0.14")
                self.assertSame("swing", "whole", SAME_RUN)

    @on_all_ranks("checkpoints")
    def test_names_with_slashes(self):
        """Verifies the restart with unnamed joints: the checkpoint is accepted, and multipliers and
        forces of all steps are present."""
        joints = ("hinge joint of bars/upper", "hinge joint between bars/upper and bars/middle",
                  "hinge joint between bars/middle and bars/lower")
        # Moreau-Jean steps end at a tolerance.
        for stepper, same_run in (("moreau-jean, contact_tolerance: 1e-12", 1e-9), ("generalised-alpha, tolerance: 1e-12", SAME_RUN)):
            self.run_whole(replaced(JOINTS, "STEPPER", stepper))
            with h5py.File(self.folder / "whole.h5") as file:
                for joint in joints:
                    self.assertEqual(sorted(file[f"constraints/{joint}/multipliers"]), sorted(file["steps"]))
                    self.assertIn(f"steps/0009/bars/force_{joint}", file)
            for ranks, tolerance in ((RANKS, same_run), (RANKS % 3 + 1, 1e-9)):
                with self.subTest(stepper=stepper, ranks=ranks):
                    run = self.assertRuns("run", "swing.yaml", "--restart", ranks=ranks)
                    self.assertRegex(run.all, r"continues from 'swing.checkpoint.h5': step 14, t = 0.14")
                    self.assertSame("swing", "whole", tolerance)

    @on_all_ranks("checkpoints")
    def test_forces_at_the_step_of_the_checkpoint(self):
        """Verifies that reactions and joint forces at the restarted step equal those of the run
        that wrote the checkpoint."""
        multibody = ("bdf2", "generalised-alpha", "hht", "implicit-euler", "linearly-implicit-euler", "moreau-jean", "newmark", "trapezoid")
        cases = [replaced(FORCES, "STEPPER", stepper) for stepper in multibody]
        plane = "{type: plane, name: table, slave: {object: block, group: bottom}, point: [0, 0, -0.002], normal: [0, 0.1, 1]}"
        sphere = "{type: sphere, name: ball, slave: {object: block, group: bottom}, centre: [1.5, 0.5, -2.001], radius: 2}"
        for stepper in ("moreau-jean", "generalised-alpha", "implicit-euler"):
            cases += [replaced(replaced(PUSHED, "STEPPER", stepper), "CONTACT", one) for one in (plane, sphere)]
        cases += [replaced(PENDULUM, "end_time: 0.2", f"end_time: 0.14, stepper: {stepper}") for stepper in ("variational", "implicit-euler")]
        cases += [replaced(replaced(PUSHED, "STEPPER", "central-difference"), "contacts: [CONTACT]\n", "").replace("consistent", "lumped")
                  .replace(", multipliers", "")]
        for case in cases:
            with self.subTest(case[case.index("analysis:"):]):
                self.run_whole(case)
                run = self.assertRuns("run", "swing.yaml", "--restart")
                self.assertRegex(run.all, r"continues from 'swing.checkpoint.h5': step 14")
                self.assertSame("swing", "whole", 1e-12)

    def test_on_other_numbers_of_ranks(self):
        """Verifies restarts from 4 to 1, 3, 7 ranks and back, with and without the results of the
        first part."""
        self.write("whole.yaml", replaced(SWING, "stem: swing", "stem: whole"))
        self.assertRuns("run", "whole.yaml")
        self.write("swing.yaml", SWING)
        self.assertRuns("run", "swing.yaml", ranks=4)
        kept = {path.name: path.read_bytes() for path in self.folder.glob("swing.*")}
        for ranks in {1: (1, 7), 2: (), 3: (3,), 4: ()}[RANKS]:
            with self.subTest(ranks):
                for name, content in kept.items():
                    (self.folder / name).write_bytes(content)
                self.assertRuns("run", "swing.yaml", "--restart", ranks=ranks)
                self.assertSame("swing", "whole", 1e-10)
        (self.folder / "swing.h5").unlink()
        for name in ("swing.checkpoint.h5", "swing.checkpoint-old.h5"):
            (self.folder / name).write_bytes(kept[name])
        self.assertRuns("run", "swing.yaml", "--restart")
        with h5py.File(self.folder / "swing.h5") as file:
            self.assertEqual([step.attrs["time"] for step in file["steps"].values()][0], 0.14)
        (self.folder / "swing.h5").write_bytes(kept["swing.h5"][:4000])
        run = self.assertRuns("run", "swing.yaml", "--restart")
        self.assertRegex(run.all, "The results of the remaining steps are written to 'swing.from-0014.h5'")
        self.assertEqual((self.folder / "swing.h5").stat().st_size, 4000)

    @on_all_ranks("checkpoints")
    def test_a_damaged_checkpoint(self):
        """Verifies that the previous checkpoint replaces a damaged one; without it one message
        names the damage."""
        self.run_whole(SWING)
        path, old = self.folder / "swing.checkpoint.h5", self.folder / "swing.checkpoint-old.h5"
        whole = path.read_bytes()
        path.write_bytes(whole[:len(whole) // 2])
        run = self.assertRuns("run", "swing.yaml", "--restart")
        self.assertRegex(run.all, "The previous checkpoint 'swing.checkpoint-old.h5'")
        self.assertSame("swing", "whole", SAME_RUN)
        old.unlink()
        for part in range(1, 6):
            path.write_bytes(whole[:len(whole) * part // 6])
            self.assertFails(self.tenon("run", "swing.yaml", "--restart"), 4, "truncated or damaged|not an HDF5 file")
        path.unlink()
        self.assertFails(self.tenon("run", "swing.yaml", "--restart"), 4, "There is no file 'swing.checkpoint.h5'")

    def test_results_with_damaged_names(self):
        """Verifies results whose links are damaged: HDF5 stores many steps without checksums and
        crashes on them, so the rest gets its own file."""
        self.run_whole(SWING)
        path, checkpoint = self.folder / "swing.h5", self.folder / "swing.checkpoint.h5"
        good, kept = path.read_bytes(), checkpoint.read_bytes()
        blocks = [found.start() for found in re.finditer(b"FHDB", good)]
        self.assertGreater(len(blocks), 0)
        for seed in range(6):
            at = random.Random(seed)
            damaged = bytearray(good)
            for block in blocks:
                for _ in range(4):
                    damaged[block + at.randrange(22, 500)] = 4
            path.write_bytes(damaged)
            checkpoint.write_bytes(kept)
            run = self.tenon("run", "swing.yaml", "--restart", own_ranks=True)
            self.assertEqual(run.code, 0, run)
            self.assertRegex(run.all, "'swing.h5' is .*damaged.*'swing.from-0014.h5'")
            self.assertEqual(path.read_bytes(), damaged)

    def test_a_checkpoint_of_another_case(self):
        self.write("swing.yaml", SWING)
        self.assertRuns("run", "swing.yaml")
        (self.folder / "finer.msh").write_text(box(low=(2, 0, 0), size=(2, 1, 1), cells=(3, 1, 1)))
        for old, new, sentence in (("step: 0.01", "step: 0.005", "the step size of the checkpoint is 0.01, but that of the case is 0.005"),
                                   ("stepper: generalised-alpha", "stepper: bdf2", "the time integrator of the checkpoint is 'generalised-alpha'"),
                                   ("mesh: right.msh", "mesh: finer.msh", "the number of nodes of object 'right' is 12 in the checkpoint, but 16 in the case"),
                                   ("name: tie,", "name: glue,", "the checkpoint has no constraint 'glue'")):
            self.write("swing.yaml", replaced(SWING, old, new))
            self.assertFails(self.tenon("run", "swing.yaml", "--restart"), 2, "does not match this case", sentence)
        self.write("swing.yaml", replaced(replaced(SWING, "displacement, velocity", "displacement"),
                                          "analysis: {type: transient, stepper: generalised-alpha, step: 0.01, end_time: 0.2}",
                                          "analysis: {type: static}"))
        self.assertFails(self.tenon("run", "swing.yaml", "--restart"), 2, "--restart needs a transient analysis")

    def test_signals(self):
        """Verifies a run interrupted by signals at random times, each with a checkpoint and the
        signal's exit code, against an uninterrupted run.

        The final results are in one file."""
        steps, wanted = (2000, 10) if RANKS == 1 else (300, 3)
        text = replaced(PENDULUM, "end_time: 0.2", f"end_time: {0.01 * steps:g}").replace("checkpoint: 7, every: 2", "every: 50")
        self.write("whole.yaml", replaced(text, "stem: swing", "stem: whole"))
        self.assertRuns("run", "whole.yaml")
        self.write("swing.yaml", text)
        seconds = self.seconds_of_steps()
        ended = self.signalled(wanted, seconds, steps)
        while ended < wanted // 2:  # the machine was slower during the measurement
            seconds /= 4
            ended = self.signalled(wanted, seconds, steps)
        self.assertSame("swing", "whole", 1e-12)

    def seconds_of_steps(self):
        """Returns the wall-clock time of an uninterrupted run from its first step to the end."""
        run = self.start("swing.yaml")
        while self.made() is None and run.poll() is None:
            time.sleep(0.005)
        began = time.time()
        out, err = run.communicate(timeout=300)
        self.assertEqual(run.returncode, 0, out + err)
        return time.time() - began

    def signalled(self, wanted, seconds, steps):
        """Returns the number of interruptions of a run before its end, at most `wanted`."""
        moments = random.Random(7)
        words, ended, before = [], 0, self.made()
        while True:
            run = self.start("swing.yaml", *words)
            while self.made() == before and run.poll() is None:  # before step 1 a signal ends it like any program
                time.sleep(0.005)
            number = moments.choice((signal.SIGTERM, signal.SIGUSR1))
            time.sleep(moments.uniform(0, 1.2) * seconds / wanted)
            if run.poll() is None and ended < wanted:
                for rank in self.ranks_of(run)[:1]:  # one is enough
                    with contextlib.suppress(ProcessLookupError):  # the run has just ended
                        os.kill(rank, number)
            out, err = run.communicate(timeout=300)
            if run.returncode == 0:
                return ended
            self.assertEqual(run.returncode, 6, out + err)
            self.assertRegex(out + err, rf"{number.name} terminated the run after step \d+ of {steps}: `--restart` continues from 'swing.ch")
            ended, words, before = ended + 1, ["--restart"], self.made()

    def test_a_signal_when_all_is_done(self):
        """Verifies a signal after the last step: no output is lost, and the exit code is 0 or 6."""
        if RANKS > 1:
            return
        self.write("swing.yaml", PENDULUM)
        for _ in range(5):
            run = self.start("swing.yaml")
            while not (self.folder / "swing.h5").exists() and run.poll() is None:
                time.sleep(0.001)  # the run may need this core
            while run.poll() is None:
                run.send_signal(signal.SIGTERM)
                time.sleep(0.001)
            self.assertIn(run.returncode, (0, 6))
            run.communicate()
            self.contents("swing")
            (self.folder / "swing.h5").unlink()

    def made(self):
        """Returns the inode of the result file, which each run creates when its first step is
        done."""
        try:
            return (self.folder / "swing.h5").stat().st_ino
        except FileNotFoundError:
            return None

    def start(self, case, *words):
        launcher = [] if RANKS == 1 else [MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", str(RANKS)]
        variables = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                     "OMPI_MCA_mpi_yield_when_idle": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        return subprocess.Popen([*launcher, TENON, "run", case, *words], cwd=self.folder, env=variables, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)

    @staticmethod
    def ranks_of(run):
        """Returns the processes of tenon that this run has started."""
        if RANKS == 1:
            return [run.pid]
        listed = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(run.pid)], capture_output=True, text=True).stdout
        return [int(line.split()[0]) for line in listed.splitlines() if "tenon" in line]


if __name__ == "__main__":
    unittest.main()

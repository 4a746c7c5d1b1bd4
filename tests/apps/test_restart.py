"""Checkpoints of motions in time, signals, and runs that go on."""
import os
import signal
import subprocess
import time
import unittest

import h5py
import numpy as np

from tenon import MPIRUN, RANKS, TENON, Case, box, replaced

SWING = """\
output: {stem: swing, checkpoint: 7}
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

# A plate on rods that swings on its corner: constraints that bend.
PENDULUM = """\
output: {stem: swing, checkpoint: 7}
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


class Restart(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "left.msh").write_text(box(size=(2, 1, 1), cells=(3, 2, 2)))
        (self.folder / "right.msh").write_text(box(low=(2, 0, 0), size=(2, 1, 1), cells=(2, 1, 1)))
        self.write("plate.msh", PLATE)

    def last(self, name):
        """Fields of the last step, and the multipliers."""
        with h5py.File(self.folder / f"{name}.h5") as file:
            steps = file["steps"]
            last = steps[max(steps)]
            fields = [last[f"{body}/{field}"][:] for body in sorted(file["meshes"])
                      for field in ("displacement", "velocity", "acceleration")]
            for constraint in sorted(file["constraints"]):
                multipliers = file[f"constraints/{constraint}/multipliers"]
                fields.append(multipliers[max(multipliers)][:])
            return last.attrs["time"], fields

    def assertSame(self, other, name, tolerance):
        (time_of, fields), (expected_time, expected) = self.last(other), self.last(name)
        self.assertEqual(time_of, expected_time)
        for a, b in zip(fields, expected):
            if tolerance == 0:
                np.testing.assert_array_equal(a, b)
            else:
                np.testing.assert_allclose(a, b, atol=tolerance * np.abs(b).max())

    def test_goes_on_as_if_nothing_had_happened(self):
        """Bitwise on the same number of ranks, to round-off on others, for linear and bending constraints."""
        for case, steppers in ((SWING, ("generalised-alpha", "bdf2", "implicit-euler")), (PENDULUM, ("generalised-alpha",))):
            for stepper in steppers:
                text = case.replace("stepper: generalised-alpha", f"stepper: {stepper}")
                self.write("swing.yaml", text)
                self.assertRuns("run", "swing.yaml")
                run = self.assertRuns("run", "swing.yaml", "--restart")
                self.assertRegex(run.all, r"goes on from 'swing.checkpoint.h5': step 14, t = 0.14")
                self.assertSame("swing.from-0014", "swing", 0)
        self.write("swing.yaml", SWING)
        self.assertRuns("run", "swing.yaml")
        kept = {name: (self.folder / name).read_bytes() for name in ("swing.checkpoint.h5", "swing.checkpoint-old.h5")}
        for ranks in {1: (3, 7), 2: (1,), 3: (), 4: (1, 3)}[RANKS]:
            for name, content in kept.items():
                (self.folder / name).write_bytes(content)
            self.assertRuns("run", "swing.yaml", "--restart", ranks=ranks)
            self.assertSame("swing.from-0014", "swing", 1e-10)

    def test_a_damaged_checkpoint(self):
        """The one before serves; without it one sentence says what is wrong."""
        self.write("swing.yaml", SWING)
        self.assertRuns("run", "swing.yaml")
        path, old = self.folder / "swing.checkpoint.h5", self.folder / "swing.checkpoint-old.h5"
        whole = path.read_bytes()
        path.write_bytes(whole[:len(whole) // 2])
        run = self.assertRuns("run", "swing.yaml", "--restart")
        self.assertRegex(run.all, "The one before serves, 'swing.checkpoint-old.h5'")
        self.assertSame("swing.from-0007", "swing", 0)
        old.unlink()
        for part in range(1, 6):
            path.write_bytes(whole[:len(whole) * part // 6])
            self.assertFails(self.tenon("run", "swing.yaml", "--restart"), 4, "truncated or damaged|not an HDF5 file")
        path.unlink()
        self.assertFails(self.tenon("run", "swing.yaml", "--restart"), 4, "There is no file 'swing.checkpoint.h5'")

    def test_a_checkpoint_of_another_case(self):
        self.write("swing.yaml", SWING)
        self.assertRuns("run", "swing.yaml")
        (self.folder / "finer.msh").write_text(box(low=(2, 0, 0), size=(2, 1, 1), cells=(3, 1, 1)))
        for old, new, sentence in (("step: 0.01", "step: 0.005", "its steps are 0.01 long, and not 0.005"),
                                   ("stepper: generalised-alpha", "stepper: bdf2", "its stepper is 'generalised-alpha'"),
                                   ("mesh: right.msh", "mesh: finer.msh", "object 'right' has 12 nodes there, and 16 here"),
                                   ("name: tie,", "name: glue,", "it has no constraint 'glue'")):
            self.write("swing.yaml", replaced(SWING, old, new))
            self.assertFails(self.tenon("run", "swing.yaml", "--restart"), 2, "is of another case", sentence)
        self.write("swing.yaml", replaced(SWING, "analysis: {type: transient, stepper: generalised-alpha, step: 0.01, end_time: 0.2}",
                                          "analysis: {type: static}"))
        self.assertFails(self.tenon("run", "swing.yaml", "--restart"), 2, "--restart is for motions in time")

    def test_signals(self):
        """Ended at some step, with a checkpoint and its own code; the rest makes what a whole run makes."""
        steps = 2000 if RANKS == 1 else 200  # some seconds
        long = replaced(SWING, "end_time: 0.2", f"end_time: {0.01 * steps:g}").replace(", checkpoint: 7", ", every: 50")
        self.write("whole.yaml", long.replace("stem: swing", "stem: whole"))
        began = time.time()
        self.assertRuns("run", "whole.yaml")
        seconds = time.time() - began
        self.write("swing.yaml", long)
        ended = 0
        for share, number in ((0.5, signal.SIGUSR1), (0.7, signal.SIGTERM), (0.8, signal.SIGUSR1)):
            results = self.folder / "swing.h5"
            results.unlink(missing_ok=True)
            run = self.start("swing.yaml")
            while not results.exists() and run.poll() is None:  # before its first step it is ended like any program
                time.sleep(0.01)
            time.sleep(0.3 * share * seconds)
            for rank in self.ranks_of(run):
                os.kill(rank, number)
                break  # one rank is enough
            out, err = run.communicate(timeout=300)
            if run.returncode == 0:
                continue  # done before
            self.assertEqual(run.returncode, 6, out + err)
            self.assertRegex(out + err, rf"{number.name} has ended the run after step \d+ of {steps}: `--restart` goes on from 'swing.ch")
            self.assertRuns("run", "swing.yaml", "--restart")
            with h5py.File(self.folder / "swing.checkpoint.h5") as file:
                step = file.attrs["step"]
            self.assertSame(f"swing.from-{step:04d}", "whole", 1e-12)
            ended += 1
        self.assertGreater(ended, 0)

    def start(self, case):
        launcher = [] if RANKS == 1 else [MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", str(RANKS)]
        variables = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                     "OMPI_MCA_mpi_yield_when_idle": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        return subprocess.Popen([*launcher, TENON, "run", case], cwd=self.folder, env=variables, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)

    @staticmethod
    def ranks_of(run):
        """Processes of tenon that this run has started."""
        if RANKS == 1:
            return [run.pid]
        listed = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(run.pid)], capture_output=True, text=True).stdout
        return [int(line.split()[0]) for line in listed.splitlines() if "tenon" in line]


if __name__ == "__main__":
    unittest.main()

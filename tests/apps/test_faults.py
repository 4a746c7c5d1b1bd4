# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies every failing write on any rank: one message, exit code 4, and unchanged earlier
files."""
import errno
import itertools
import os
import subprocess
import unittest
from pathlib import Path

import h5py
import meshio

from tenon_program import MPIRUN, ONE, RANKS, SECONDS, TENON, TWO, VARIABLES, Case, Run, box

FAULTS = os.environ.get("TENON_FAULTS", str(Path(TENON).parent / "libtenon_faults.so"))


class Program(Run):
    """Exit code and output of one call of a program other than tenon."""

    def __init__(self, words, folder, environment):
        done = subprocess.run(words, cwd=folder, env={**VARIABLES, **environment}, capture_output=True, text=True,
                              timeout=SECONDS, stdin=subprocess.DEVNULL)
        self.words, self.ranks, self.code, self.out, self.err = words, 1, done.returncode, done.stdout, done.stderr


class FailingCalls(Case):
    def setUp(self):
        super().setUp()
        self.write("case.yaml", ONE)

    def faulty(self, words, number, error, rank=None):
        """Runs a command with a preloaded library that makes one system call fail; returns the run
        and the failed call by rank.

        All ranks agree on a failure before any of them ends, so that mpirun need not wait a second
        or two for the others."""
        variables = {"LD_PRELOAD": FAULTS, "TENON_FAULT_FOLDER": str(self.folder.resolve()),
                     "TENON_FAULT_NUMBER": str(number), "TENON_FAULT_ERROR": str(error),
                     "TENON_FAULT_LOG": str(self.folder / "calls"), "OMPI_MCA_odls_base_sigkill_timeout": "0"}
        if rank is not None:
            variables["TENON_FAULT_RANK"] = str(rank)
        if Path(words[0]).is_file():
            run = Program(words, self.folder, variables)
        else:
            run = self.tenon(*words, environment=variables, cpu_seconds=60)  # they need one; waiting ranks do, too
        calls = {}
        for log in self.folder.glob("calls.*"):
            lines = [line.partition(" ") for line in log.read_text().splitlines()]
            # Empty if mpirun ended the rank before a failure. Child processes write to this file,
            # too.
            if lines:
                failed = [call for _, _, call in lines if call]
                calls[int(log.suffix[1:])] = (max(int(count) for count, _, _ in lines), failed[0] if failed else "")
            log.unlink()
        return run, calls

    def check_files(self, outputs, old, said):
        """Verifies the output files after a failure."""
        self.assertTrue(all(old), said)

    def let_each_call_fail(self, words, outputs, error, rank, numbers=None):
        """Lets one call after the other fail on this rank, or on all ranks if `rank` is None.

        Before each run the outputs are old files. Only the calls of `numbers` fail, if given.
        Returns the number of failed calls."""
        done = 0
        for number in numbers or itertools.count(1):
            for name in outputs:
                path = self.folder / name
                path.parent.mkdir(exist_ok=True)
                path.write_text("old " + name)
            run, calls = self.faulty(words, number, error, rank)
            failed = [call for _, call in calls.values() if call]
            if not failed:
                self.assertEqual(run.code, 0, run)
                break
            old = [(self.folder / name).read_text(errors="replace") == "old " + name for name in outputs]
            if set(failed) <= {"link"}:  # file systems without hard links are supported
                self.assertEqual((run.code, any(old)), (0, False), (failed, run))
            else:
                self.assertFails(run, 4, "Cannot write", os.strerror(error))
                self.check_files(outputs, old, (number, failed, old, run))
            self.assertEqual([str(p) for p in self.folder.rglob("*partial*")], [], (number, failed))
            done += 1
        return done


@unittest.skipIf(RANKS in (2, 4), "what fails is independent of the number of ranks: 1 and 3 are enough")
class Faults(FailingCalls):
    def each_rank(self, words, outputs):
        self.assertGreater(self.let_each_call_fail(words, outputs, errno.EIO, 0), 3)
        if RANKS > 1:
            self.assertGreater(self.let_each_call_fail(words, outputs, errno.ENOSPC, RANKS - 1), 1)

    def test_results(self):
        self.each_rank(["run", "case.yaml", "--summary", "s.json"], ["case.h5", "case.xdmf", "s.json"])
        with h5py.File(self.folder / "case.h5") as file:
            self.assertIn("steps/0000", file)

    def test_matrices(self):
        self.each_rank(["export", "case.yaml", "--what", "K", "-o", "out"], ["out/K.mtx", "out/rows.csv"])

    @unittest.skipIf(RANKS > 1, "the root alone writes")
    def test_partitioned_mesh_and_picture(self):
        self.each_rank(["partition", "block.msh", "-o", "block.h5", "--parts", "2"], ["block.h5"])
        self.each_rank(["export", "case.yaml", "--image", "A.png"], ["A.png"])


CELL = """\
objects:
  cell:
    mesh: block.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
constraints:
  - {type: periodic, object: cell, pairs: [[west, east], [south, north], [bottom, top]], fix_node: true}
"""

SWING = """\
output:
  stem: swing
  checkpoint: 2
  histories: [{name: tip, nodes: {object: block, group: top}, fields: [displacement], of: mean}]
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1e4, poisson: 0.3}}
      - {type: traction, group: top, traction: [0, 0.1, -1]}
    masses: [{type: consistent, density: 2}]
    conditions: [{type: fixed, group: bottom}]
analysis: {type: transient, step: 0.01, end_time: 0.04}
"""


class SomeFail(FailingCalls):
    """Verifies the failure of the first calls and of some later ones."""

    FIRST = (1, 2, 3, 5, 9, 17, 65, 129) if RANKS == 1 else (1, 3, 17)
    OTHER = (1, 6)  # on the last rank

    def each_rank(self, words, outputs, only_root=False):
        failed = self.let_each_call_fail(words, outputs, errno.EIO, 0, self.FIRST)
        self.assertGreaterEqual(failed, 3 if RANKS == 1 else 2)
        if RANKS > 1 and not only_root:
            self.assertGreaterEqual(self.let_each_call_fail(words, outputs, errno.ENOSPC, RANKS - 1, self.OTHER), 1)


@unittest.skipIf(RANKS in (2, 4), "what fails is independent of the number of ranks: 1 and 3 are enough")
class FaultsOfCommands(SomeFail):
    def test_meshes_of_other_programs(self):
        meshio.write_points_cells(self.folder / "block.vtk", [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
                                  [("tetra", [[0, 1, 2, 3]])])
        program = str(Path(TENON).parent / "tenon-convert")
        self.each_rank([program, "block.vtk", "other.msh"], ["other.msh"], only_root=True)
        self.each_rank(["convert", "block.vtk", "other.msh"], ["other.msh"], only_root=True)
        self.each_rank(["convert", "block.msh", "other.msh", "--to", "quadratic"], ["other.msh"], only_root=True)
        self.each_rank(["convert", "block.vtk", "other.msh", "--to", "quadratic"], ["other.msh"], only_root=True)

    def test_partitioned_mesh_and_picture(self):
        self.each_rank(["partition", "block.msh", "-o", "block.h5", "--parts", "2"], ["block.h5"], only_root=True)
        self.each_rank(["export", "case.yaml", "--image", "A.png"], ["A.png"], only_root=True)

    def test_graphs(self):
        for name in ("graph.txt", "graph.svg"):
            self.each_rank(["check", "case.yaml", "--graph", name], [name], only_root=True)

    def test_tables(self):
        self.each_rank(["solve-report", "case.yaml", "--presets", "direct", "--json", "t.json"], ["t.json"], only_root=True)
        self.write("cell.yaml", CELL)
        self.each_rank(["homogenise", "cell.yaml", "-o", "stiffness.json"], ["stiffness.json"], only_root=True)

    def test_matrices_in_every_format(self):
        self.write("case.yaml", TWO)
        for format, ending in (("petsc", ".petsc"), ("hdf5", ".h5"), ("csv", ".csv"), ("chrono", ".dat")):
            what = "Z" if format == "chrono" else "A,b"
            outputs = [f"out/{name}{ending}" for name in what.split(",")]
            self.each_rank(["export", "case.yaml", "--what", what, "--format", format, "-o", "out"], outputs)


@unittest.skipIf(RANKS in (2, 4), "what fails is independent of the number of ranks: 1 and 3 are enough")
class FaultsInTime(SomeFail):
    """Verifies failures in time-dependent runs, which append steps to complete files.

    After a failure all files contain the earlier steps, or they are the old files. A checkpoint is
    complete or the old one."""

    def check_files(self, outputs, old, said):
        self.assertIn(old[:3], ([True] * 3, [False] * 3), said)
        for name, is_old in zip(outputs, old):
            if name.endswith(".h5") and not is_old:
                with h5py.File(self.folder / name) as file:
                    self.assertGreater(len(file), 0, said)
        if not old[0]:
            with h5py.File(self.folder / outputs[0]) as file:
                steps = len(file["steps"])
            self.assertGreater(steps, 0, said)
            self.assertEqual((self.folder / outputs[1]).read_text().count("<Time "), steps, said)
            rows = len((self.folder / outputs[2]).read_text().splitlines()) - 1
            self.assertIn(rows, (steps, steps + 1), said)  # the row of a step is written before its fields

    def test_histories_and_checkpoints(self):
        self.write("case.yaml", SWING)
        self.each_rank(["run", "case.yaml"], ["swing.h5", "swing.xdmf", "swing.tip.csv", "swing.checkpoint.h5",
                                              "swing.checkpoint-old.h5"])


class Outputs(Case):
    """Verifies that input is never overwritten, and that two runs do not write the same file."""

    def setUp(self):
        super().setUp()
        self.write("case.yaml", ONE)

    def refused(self, keeps, *words, says=()):
        before = (self.folder / keeps).read_bytes()
        self.assertFails(self.tenon(*words), 2, "would overwrite", keeps, *says)
        self.assertEqual((self.folder / keeps).read_bytes(), before)

    def test_inputs_are_not_overwritten(self):
        self.assertRuns("partition", "block.msh", "-o", "case.h5", "--parts", "2")
        self.write("case.yaml", ONE.replace("block.msh", "case.h5"))
        self.refused("case.h5", "run", "case.yaml")
        self.refused("case.yaml", "run", "case.yaml", "-o", "other", "--summary", "case.yaml")
        (self.folder / "link.json").symlink_to("case.yaml")
        self.refused("link.json", "run", "case.yaml", "-o", "other", "--summary", "link.json")
        os.link(self.folder / "case.yaml", self.folder / "second.json")
        self.refused("second.json", "run", "case.yaml", "-o", "other", "--summary", "second.json")
        self.refused("case.yaml", "export", "case.yaml", "--image", "case.yaml")
        self.refused("block.msh", "partition", "block.msh", "-o", "block.msh")
        self.refused("block.msh", "partition", "block.msh", "-o", "./../" + self.folder.name + "/block.msh")
        for same in ("other.h5", "./other.h5"):
            self.assertFails(self.tenon("run", "case.yaml", "-o", "other", "--summary", same), 2, "are the same file")

    def test_names_in_the_making_are_not_followed(self):
        for name in ("case.h5", "case.xdmf"):
            self.write("victim of " + name, "mine")
            (self.folder / (name + ".partial")).symlink_to("victim of " + name)
        self.assertRuns("run", "case.yaml")
        for name in ("case.h5", "case.xdmf"):
            self.assertEqual((self.folder / ("victim of " + name)).read_text(), "mine")
            self.assertFalse((self.folder / name).is_symlink())

    def test_what_a_dead_run_has_left_is_replaced(self):
        self.write("case.h5.partial", "half a file")
        self.assertRuns("run", "case.yaml")
        self.assertEqual(list(self.folder.glob("*.partial*")), [])

    def test_two_runs_into_one_output(self):
        with open(self.folder / "case.h5.partial", "w") as other:  # locked by another run
            import fcntl
            fcntl.flock(other, fcntl.LOCK_EX)
            self.assertFails(self.tenon("run", "case.yaml"), 4, "case.h5", "another run is writing it")
            self.assertRuns("run", "case.yaml", "-o", "elsewhere")
        self.write("large.msh", box(cells=(12, 12, 12)))
        self.write("case.yaml", ONE.replace("block.msh", "large.msh"))
        runs = [subprocess.Popen(["env", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                                  "OMPI_MCA_mpi_yield_when_idle=1", "OMP_NUM_THREADS=1",
                                  *([MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", str(RANKS)] if RANKS > 1 else []),
                                  TENON, "run", "case.yaml"], cwd=self.folder, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True) for _ in range(2)]
        said = [run.communicate(timeout=SECONDS)[0] for run in runs]
        codes = sorted(run.returncode for run in runs)
        self.assertIn(codes, ([0, 0], [0, 4]), said)  # in sequence, or only one of them
        if codes == [0, 4]:
            self.assertTrue(any("another run is writing it" in text for text in said), said)
        with h5py.File(self.folder / "case.h5") as file:
            self.assertEqual(len(file["meshes/block/points"]), 13 ** 3)

    def test_devices_and_long_names(self):
        self.assertFails(self.tenon("run", "case.yaml", "--summary", "/dev/null"), 4, "/dev/null", "device")
        self.assertTrue(Path("/dev/null").is_char_device())
        self.assertRuns("run", "case.yaml", "-o", 250 * "n")
        for length in (251, 253, 255, 300):
            self.assertFails(self.tenon("run", "case.yaml", "-o", length * "n"), 4, "File name too long")
        self.assertFails(self.tenon("run", 300 * "c" + ".yaml"), 4)
        self.write("case.yaml", ONE.replace("block.msh", 300 * "m" + ".msh"))
        self.assertFails(self.tenon("run", "case.yaml"), 4, "File name too long")


@unittest.skipIf(os.geteuid() != 0, "root may become somebody else")
class Permissions(Case):
    def test_folders_without_permission(self):
        self.write("case.yaml", ONE)
        closed = self.folder / "closed"
        closed.mkdir()
        (closed / "block.msh").write_text(box())
        (closed / "case.yaml").write_text(ONE)
        os.chmod(self.folder, 0o777)
        os.chmod(closed, 0o700)
        for words in (["run", "closed/case.yaml"], ["run", "case.yaml", "-o", "closed/result"],
                      ["info", "closed/block.msh"], ["export", "case.yaml", "-o", "closed/matrices"],
                      ["partition", "block.msh", "-o", "closed/block.h5"]):
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", TENON, *words]
            done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=SECONDS,
                                  env={**os.environ, "OMP_NUM_THREADS": "1", "HOME": "/tmp"})
            self.assertEqual(done.returncode, 4, (words, done.stdout, done.stderr))
            self.assertEqual(done.stderr.count("tenon: error: "), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()

"""Whatever cannot be written, on whatever rank: one message, exit code 4, and what was there before stays."""
import errno
import os
import subprocess
import unittest
from pathlib import Path

import h5py

from tenon import MPIRUN, ONE, RANKS, SECONDS, TENON, Case, box

FAULTS = os.environ.get("TENON_FAULTS", str(Path(TENON).parent / "libtenon_faults.so"))


@unittest.skipIf(RANKS in (2, 4), "what fails is independent of the number of ranks: 1 and 3 are enough")
class Faults(Case):
    def setUp(self):
        super().setUp()
        self.write("case.yaml", ONE)

    def faulty(self, words, number, error, rank=None):
        """Runs with a library before libc by which one call fails; gives the run and what failed, by rank."""
        variables = {"LD_PRELOAD": FAULTS, "TENON_FAULT_FOLDER": str(self.folder.resolve()),
                     "TENON_FAULT_NUMBER": str(number), "TENON_FAULT_ERROR": str(error),
                     "TENON_FAULT_LOG": str(self.folder / "calls")}
        if rank is not None:
            variables["TENON_FAULT_RANK"] = str(rank)
        run = self.tenon(*words, environment=variables)
        calls = {}
        for log in self.folder.glob("calls.*"):
            if lines := log.read_text().splitlines():  # none: ended by mpirun before anything failed there
                count, _, failed = lines[-1].partition(" ")
                calls[int(log.suffix[1:])] = (int(count), failed)
            log.unlink()
        return run, calls

    def let_each_call_fail(self, words, outputs, error, rank):
        """On this rank; on all where it is None. Before each run the outputs are old files."""
        number = 1
        while True:
            for name in outputs:
                path = self.folder / name
                path.parent.mkdir(exist_ok=True)
                path.write_text("old " + name)
            run, calls = self.faulty(words, number, error, rank)
            failed = [call for _, call in calls.values() if call]
            if not failed:
                self.assertEqual(run.code, 0, run)
                return number - 1
            old = [(self.folder / name).read_text(errors="replace") == "old " + name for name in outputs]
            if set(failed) <= {"link"}:  # file systems without it are known
                self.assertEqual((run.code, any(old)), (0, False), (failed, run))
            else:
                self.assertFails(run, 4, "Cannot write", os.strerror(error))
                self.assertTrue(all(old), (number, failed, old, run))
            self.assertEqual([str(p) for p in self.folder.rglob("*partial*")], [], (number, failed))
            number += 1

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


class Outputs(Case):
    """What is read is never overwritten, and two runs do not write one file."""

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
        self.assertFails(self.tenon("run", "case.yaml", "-o", "other", "--summary", "other.h5"), 2, "are one file")

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
        with open(self.folder / "case.h5.partial", "w") as other:  # another run has it
            import fcntl
            fcntl.flock(other, fcntl.LOCK_EX)
            self.assertFails(self.tenon("run", "case.yaml"), 4, "case.h5", "another run writes it just now")
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
        self.assertIn(codes, ([0, 0], [0, 4]), said)  # one after the other, or one of them
        if codes == [0, 4]:
            self.assertTrue(any("another run writes it just now" in text for text in said), said)
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

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies output during time integration: selected fields, histories, energies, and files that are
complete at all times."""
import contextlib
import csv
import errno
import json
import os
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import h5py
import meshio
import numpy as np

from tenon_program import MPIRUN, ONE, RANKS, SECONDS, TENON, Case, box, on_all_ranks, replaced
from test_faults import FAULTS

FALL = """\
output:
  stem: fall
  every: 4
  fields: [displacement, stress]
  histories:
    - {name: top, nodes: {object: block, group: top}, fields: [displacement, velocity], of: mean}
    - {name: corner, nodes: {object: block, group: corner}, fields: [acceleration, displacement]}
    - {name: base, nodes: {object: block, group: bottom}, fields: [reaction], of: sum}
    - {name: energies, energies: true}
objects:
  block:
    mesh: block.msh
    groups: {corner: {nodes: [3, 1]}}
    initial: {velocity: [1, 0, 2]}
    forces:
      - {type: elastic, group: body, material: {type: linear-elastic, young: 1e6, poisson: 0.3}}
      - {type: gravity, density: 2, acceleration: [0, 0, -10]}
    masses: [{type: consistent, density: 2}]
analysis: {type: transient, stepper: trapezoid, step: 0.001, end_time: 0.01}
solver: {preset: direct}
"""

# Two blocks, one on the other, the lower one driven upwards.
LIFT = """\
output:
  stem: lift
  fields: [displacement, force_interface]
  histories:
    - {name: tie, constraint: interface, fields: [force, multipliers], of: sum}
    - {name: rows, constraint: interface, fields: multipliers}
    - {name: foot, nodes: {object: lower, group: bottom}, fields: [reaction], of: sum}
objects:
  lower:
    mesh: lower.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1e4, poisson: 0.3}}]
    masses: [{type: lumped, density: 1}]
    conditions: [{type: prescribed, group: bottom, values: {x: 0, y: 0, z: 0.5}, history: [[0, 0], [1, 1]]}]
  upper:
    mesh: upper.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1e4, poisson: 0.3}}]
    masses: [{type: lumped, density: 3}]
constraints:
  - {type: tie, name: interface, slave: {object: upper, group: bottom}, master: {object: lower, group: top}}
analysis: {type: transient, step: 0.01, end_time: 0.2}
solver: {preset: direct}
"""


@on_all_ranks("files")
class Output(Case):
    def table(self, name):
        """Returns a history as {column: [steps]}."""
        with open(self.folder / name, encoding="utf-8", newline="") as file:
            head, *rows = list(csv.reader(file))
        return dict(zip(head, np.array(rows, float).T))

    def same_in_hdf5(self, result, name, table):
        with h5py.File(self.folder / result) as file:
            group = file[f"histories/{name}"]
            columns = json.loads(group.attrs["columns"])
            self.assertEqual(["time", *columns], list(table))
            np.testing.assert_array_equal(group["time"][:], table["time"])
            np.testing.assert_array_equal(group["values"][:].T.reshape(len(columns), -1), [table[c] for c in columns])

    def test_histories_of_nodes_at_every_step(self):
        self.write("fall.yaml", FALL)
        self.assertRuns("run", "fall.yaml", "--summary", "s.json")
        t = 0.001 * np.arange(11)
        top, corner, base, energies = (self.table(f"fall.{name}.csv") for name in ("top", "corner", "base", "energies"))
        np.testing.assert_allclose(top["time"], t, atol=1e-15)
        for axis, way, speed in (("x", t, 1 + 0 * t), ("y", 0 * t, 0 * t), ("z", 2 * t - 5 * t**2, 2 - 10 * t)):
            np.testing.assert_allclose(top[f"displacement_{axis}"], way, atol=1e-10)
            np.testing.assert_allclose(top[f"velocity_{axis}"], speed, atol=1e-8)
            for node in (1, 3):
                np.testing.assert_allclose(corner[f"displacement_{axis}_{node}"], way, atol=1e-10)
            np.testing.assert_allclose(base[f"reaction_{axis}"], 0, atol=1e-8)
        np.testing.assert_allclose(corner["acceleration_z_3"], -10, atol=1e-5)
        self.assertEqual(list(corner)[1:4], ["acceleration_x_1", "acceleration_y_1", "acceleration_z_1"])
        np.testing.assert_allclose(energies["kinetic"], 1 + (2 - 10 * t) ** 2, rtol=1e-9)
        np.testing.assert_allclose(energies["loads"], -20 * (2 * t - 5 * t**2), atol=1e-9)
        np.testing.assert_allclose(energies["gap"], 0, atol=1e-9)
        for name, table in (("top", top), ("corner", corner), ("base", base), ("energies", energies)):
            self.same_in_hdf5("fall.h5", name, table)
        summary = json.loads((self.folder / "s.json").read_text())["energies"]
        self.assertAlmostEqual(summary["kinetic"], energies["kinetic"][-1], delta=1e-12)
        self.assertAlmostEqual(summary["loads"], energies["loads"][-1], delta=1e-12)
        self.assertLess(summary["relative_gap"], 1e-9)

    def test_forces_of_constraints_and_works_of_supports(self):
        self.write("lift.yaml", LIFT)
        run = self.assertRuns("run", "lift.yaml", "--summary", "s.json")
        self.assertRegex(run.out, r"work of supports +[0-9.]+\n")
        self.assertRegex(run.out, r"energy error +[0-9.e-]+ relative to the largest energy")
        tie, rows, foot = (self.table(f"lift.{name}.csv") for name in ("tie", "rows", "foot"))
        for axis in "xyz":
            np.testing.assert_allclose(tie[f"force_lower_{axis}"], -tie[f"force_upper_{axis}"], atol=1e-9)
        self.assertGreater(abs(tie["force_upper_z"]).max(), 0.1)
        self.assertEqual(len(tie["time"]), 21)
        with h5py.File(self.folder / "lift.h5") as file:
            self.assertEqual(sorted(file["steps/0020/upper"]), ["displacement", "force_interface"])
            np.testing.assert_allclose(file["steps/0020/upper/force_interface"][:].sum(axis=0),
                                       [tie[f"force_upper_{axis}"][-1] for axis in "xyz"], atol=1e-10)
            energies = dict(zip(json.loads(file["histories/energies"].attrs["columns"]),
                                file["histories/energies/values"][:].T))
            self.assertNotIn("multipliers", file.get("constraints/interface", {}))
        np.testing.assert_allclose(sum(rows[c] for c in rows if c != "time"), tie["multiplier"], atol=1e-10)
        for name, table in (("tie", tie), ("rows", rows), ("foot", foot)):
            self.same_in_hdf5("lift.h5", name, table)
        way = 0.5 * foot["time"]
        work = np.cumsum(0.5 * (foot["reaction_z"][1:] + foot["reaction_z"][:-1]) * np.diff(way))
        self.assertAlmostEqual(energies["supports"][-1], work[-1], delta=2e-2 * abs(work[-1]))

    def test_fields_that_are_asked_for(self):
        self.write("fall.yaml", FALL)
        self.assertRuns("run", "fall.yaml")
        with h5py.File(self.folder / "fall.h5") as file:
            self.assertEqual(len(file["steps"]), 4)
            self.assertEqual(sorted(file["steps/0003/block"]), ["displacement", "hex8", "stress"])
            self.assertEqual(sorted(file["steps/0003/block/hex8"]), ["stress"])
        with meshio.xdmf.TimeSeriesReader(self.folder / "fall.xdmf") as series:
            series.read_points_cells()
            self.assertEqual(sorted(series.read_data(3)[1]), ["displacement", "stress"])

    def test_histories_of_statics(self):
        self.write("case.yaml", "output: {stem: out, histories: [{name: foot, nodes: {object: block, group: bottom}, "
                   "fields: reaction, of: sum}]}\n" + ONE)
        self.assertRuns("run", "case.yaml")
        foot = self.table("out.foot.csv")
        np.testing.assert_allclose([foot[f"reaction_{axis}"][0] for axis in "xyz"], [0, -0.1, 1], atol=1e-8)
        self.assertEqual(len(foot["time"]), 1)
        self.same_in_hdf5("out.h5", "foot", foot)
        self.assertEqual(list(self.folder.glob("*partial*")), [])

    def test_what_is_refused(self):
        for old, new, *says in (
                ("fields: [displacement, stress]", "fields: [displacement, stres]", r"w\.yaml:4", "did you mean 'stress'"),
                ("fields: [displacement, stress]", "fields: [force_tie]", r"w\.yaml:4", "there is no output field 'force_tie'"),
                ("group: top}", "group: topp}", r"w\.yaml:6", "did you mean 'top'"),
                ("of: mean", "of: median", r"w\.yaml:6", "did you mean 'mean'"),
                ("[acceleration, displacement]", "[force]", r"w\.yaml:7", "no history of the field 'force' at nodes"),
                ("name: corner,", "name: top,", r"w\.yaml:7", "two histories have the name 'top'"),
                ("name: corner,", "name: a/b,", r"w\.yaml:7", "part of a file name"),
                ("name: corner,", "name: energies,", r"w\.yaml:7", "this name is reserved"),
                ("{name: energies, energies: true}", "{name: e}", r"w\.yaml:9", "exactly one of the keys"),
                ("{name: energies, energies: true}", "{name: e, constraint: tie}", r"w\.yaml:9", "no constraint 'tie'"),
                ("every: 4", "energies: false", r"w\.yaml:9", "`energies: false`"),
                ("transient, stepper: trapezoid, step: 0.001, end_time: 0.01", "static", "velocit"),
        ):
            self.write("w.yaml", replaced(FALL, old, new))
            for command in ("check", "run"):
                self.assertFails(self.tenon(command, "w.yaml"), 2, *says)
        self.write("w.yaml", "output: {fields: [velocity]}\n" + ONE)
        self.assertFails(self.tenon("run", "w.yaml"), 2, r"w\.yaml:1", "available only in transient analyses")
        self.write("many.msh", box(cells=(12, 12, 12)))
        self.write("w.yaml", "output: {histories: [{name: all, nodes: {object: block, group: body}}]}\n"
                   + ONE.replace("block.msh", "many.msh"))
        self.assertFails(self.tenon("check", "w.yaml"), 2, r"w\.yaml:1", "6591 columns", "`of: mean`")
        self.write("w.yaml", FALL.replace("name: top,", "name: ../block,").replace("stem: fall", "stem: x"))
        self.assertFails(self.tenon("run", "w.yaml"), 2)


# Steps between those written by a long run: readers must inspect the file between two of them.
EVERY = 40


def in_xdmf(path):
    """Returns (time, datasets) of each step of an XDMF file."""
    steps = ElementTree.parse(path).getroot().find("Domain/Grid").findall("Grid")
    return [(float(step.find(".//Time").get("Value")),
             [item.text.partition(":")[2] for item in step.iter("DataItem")]) for step in steps]


class WhileItRuns(Case):
    def setUp(self):
        super().setUp()
        self.write("block.msh", box(cells=(6, 6, 6)))
        self.write("long.yaml", replaced(replaced(FALL, "end_time: 0.01", "end_time: 100"), "every: 4", f"every: {EVERY}"))

    def start(self):
        launcher = [MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", str(RANKS)] if RANKS > 1 else []
        run = subprocess.Popen([*launcher, TENON, "run", "long.yaml"], cwd=self.folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True,
                               env={**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                                    "OMPI_MCA_mpi_yield_when_idle": "1", "OMP_NUM_THREADS": "1"})
        self.addCleanup(self.kill, run)
        return run

    def kill(self, run):
        """Kills a run, its ranks first: mpirun gives each rank its own process group."""
        ranks = [pid for pid in self.processes() if pid != run.pid]
        for pid in (*ranks, run.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        run.wait()
        until = time.monotonic() + 60
        while self.processes() and time.monotonic() < until:
            time.sleep(0.05)

    def processes(self):
        """Returns the live processes started by this test, recognised by its folder."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if os.readlink(process / "cwd") == str(self.folder.resolve()):
                    found.append(int(process.name))
        return found

    def check_files(self, every):
        """Returns the number of steps, all complete and in both files; one of `every` steps is
        written."""
        listed = in_xdmf(self.folder / "fall.xdmf")  # before the HDF5 file, which may grow meanwhile
        with h5py.File(self.folder / "fall.h5") as file:
            self.assertGreaterEqual(len(file["steps"]), len(listed))
            for time_of_step, datasets in listed:
                for path in datasets:
                    self.assertIn(path, file)
                u = file[datasets[2]][:]
                np.testing.assert_allclose(u.mean(axis=0), [time_of_step, 0, 2 * time_of_step - 5 * time_of_step**2],
                                           atol=1e-8)
            values = file["histories/top/values"][:]
            self.assertGreaterEqual(len(values), every * (len(listed) - 2) + 1)
        lines = (self.folder / "fall.top.csv").read_text().splitlines()
        self.assertGreaterEqual(len(lines) - 1, every * (len(listed) - 2) + 1)
        return len(listed)

    def wait_for(self, steps):
        """Polls the files until they contain this number of steps."""
        until = time.monotonic() + SECONDS
        found = misses = 0
        while found < steps and time.monotonic() < until:
            time.sleep(0.2)
            if (self.folder / "fall.xdmf").exists():
                try:
                    found, misses = self.check_files(EVERY), 0
                except (OSError, RuntimeError, KeyError):  # read while a step was appended
                    misses += 1
                    self.assertLess(misses, 50)
        return found

    def test_readers_find_all_steps_so_far_and_after_a_kill_too(self):
        (self.folder / "fall.h5").write_text("old")
        run = self.start()
        (self.folder / "fall.xdmf").unlink(missing_ok=True)
        self.assertGreaterEqual(self.wait_for(4), 4)
        self.assertIsNone(run.poll())
        self.assertFails(self.tenon("run", "long.yaml"), 4, "another run is writing it")
        self.assertGreaterEqual(self.wait_for(6), 6)
        self.kill(run)
        self.assertGreaterEqual(self.check_files(EVERY), 6)
        with meshio.xdmf.TimeSeriesReader(self.folder / "fall.xdmf") as series:
            series.read_points_cells()
            self.assertGreaterEqual(series.num_steps, 6)
        self.write("long.yaml", FALL)  # remainders of the killed run do not interfere
        self.assertRuns("run", "long.yaml")
        self.assertEqual(self.check_files(every=4), 4)
        self.assertEqual(list(self.folder.glob("*partial*")), [])

    @unittest.skipIf(RANKS > 1, "tests/io does this on several ranks")
    def test_faults_leave_whole_files(self):
        self.write("block.msh", box(cells=(1, 1, 1)))
        self.write("fall.yaml", FALL.replace("end_time: 0.01", "end_time: 0.002").replace("every: 4", "every: 1"))
        seen = set()
        for number in range(1, 1000, 3):
            for name in ("fall.h5", "fall.xdmf", "fall.top.csv"):
                (self.folder / name).write_text("old")
            run = self.tenon("run", "fall.yaml", environment={
                "LD_PRELOAD": FAULTS, "TENON_FAULT_FOLDER": str(self.folder.resolve()), "TENON_FAULT_NUMBER": str(number),
                "TENON_FAULT_ERROR": str(errno.EIO), "TENON_FAULT_LOG": str(self.folder / "calls")})
            old = (self.folder / "fall.xdmf").read_text() == "old"
            self.assertEqual((self.folder / "fall.h5").read_bytes() == b"old", old)
            self.assertEqual((self.folder / "fall.top.csv").read_text() == "old", old)
            seen.add(0 if old else self.check_files(every=1))
            self.assertEqual(list(self.folder.glob("*partial*")), [])
            if run.code == 0 and not (self.folder / "calls.0").read_text().splitlines()[-1].partition(" ")[2]:
                break
            (self.folder / "calls.0").unlink()
            if run.code != 0:
                self.assertFails(run, 4, "Cannot write", os.strerror(errno.EIO))
        self.assertEqual(seen, {0, 2, 3})


if __name__ == "__main__":
    unittest.main()

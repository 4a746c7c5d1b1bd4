# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies `tenon study`: the table is the same for any number of ranks and equals single runs, an
interrupted study continues, and failed runs are rows."""
import csv
import json
import os
import re
import signal
import subprocess
import time
import unittest

import h5py

from tenon_program import ONE, RANKS, TENON, VARIABLES, Case, launcher, on_all_ranks, replaced

BLOCK = "parameters: {young: 1000, load: 1}\n" + replaced(
    replaced(ONE, "young: 1000", "young: young"), "[0, 0.1, -1]", "[0, 0, -load]")
VARY = ["--vary", "young=500,1000,2000", "--vary", "load=1:2:2", "--table", "study.csv"]

# Large rotations of a soft block: Newton's method has very few iterations
NONLINEAR = """\
parameters: {load: 1}
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}
      - {type: traction, group: top, traction: [0, 0, load]}
    conditions: [{type: fixed, group: bottom}]
analysis: {type: static, max_iterations: 3}
"""

TRANSIENT = """\
parameters: {young: 1000}
output: {every: 1000}
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: young, poisson: 0.3}}
      - {type: traction, group: top, traction: [0, 0, -1]}
    masses: [{type: consistent, density: 1}]
    conditions: [{type: fixed, group: bottom}]
analysis: {type: transient, step: 0.001, end_time: 1.5}
"""


@on_all_ranks("files")
class Study(Case):
    def table(self, name="study.csv"):
        with open(self.folder / name, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def study(self, *words, **options):
        return self.assertRuns("study", "case.yaml", *words, **options)

    def test_rows_equal_single_runs(self):
        self.write("case.yaml", BLOCK)
        self.study(*VARY)
        rows = self.table()
        self.assertEqual([row["run"] for row in rows], ["1", "2", "3", "4", "5", "6"])
        self.assertEqual([(float(row["young"]), float(row["load"])) for row in rows],
                         [(500, 1), (500, 2), (1000, 1), (1000, 2), (2000, 1), (2000, 2)])
        self.assertEqual({row["status"] for row in rows}, {"ok"})
        for row in (rows[0], rows[5]):
            self.assertRuns("run", "case.yaml", "--summary", "s.json", "--set", "young=" + row["young"],
                            "--set", "load=" + row["load"], ranks=1)
            summary = json.loads((self.folder / "s.json").read_text())
            block = summary["objects"][0]
            self.assertEqual(float(row["objects.block.largest_displacement"]), block["largest_displacement"]["value"])
            self.assertEqual(float(row["objects.block.largest_von_mises"]), block["largest_von_mises"]["value"])
            self.assertEqual(float(row["energy"]), summary["energy"])

    def test_the_table_does_not_depend_on_the_number_of_ranks(self):
        self.write("case.yaml", BLOCK)
        self.study(*VARY)
        self.study(*VARY[:-1], "one.csv", ranks=1)
        self.assertEqual((self.folder / "study.csv").read_bytes(), (self.folder / "one.csv").read_bytes())
        self.study(*VARY[:-1], "own.csv", own_ranks=True)  # with its own MPI, which supports threads
        self.assertEqual((self.folder / "own.csv").read_bytes(), (self.folder / "one.csv").read_bytes())
        for ranks_per_run in range(2, RANKS + 1):
            name = f"groups{ranks_per_run}.csv"
            self.study(*VARY[:-1], name, "--ranks-per-run", ranks_per_run, own_ranks=True)
            for row, expected in zip(self.table(name), self.table(), strict=True):
                self.assertAlmostEqual(float(row["energy"]) / float(expected["energy"]), 1, delta=1e-6)

    def test_selected_results_and_files(self):
        self.write("case.yaml", BLOCK)
        self.study("--vary", "load=1,3", "--set", "young=500", "--table", "tables/t.csv", "-o", "runs", "--select",
                   "reaction_total.z,objects.block.nodes", "--select", "parameters.young")
        rows = self.table("tables/t.csv")
        self.assertEqual(list(rows[0]), ["run", "load", "status", "message", "reaction_total.z", "objects.block.nodes",
                                         "parameters.young", "study"])
        self.assertAlmostEqual(float(rows[1]["reaction_total.z"]) / float(rows[0]["reaction_total.z"]), 3, delta=1e-6)
        self.assertEqual({row["parameters.young"] for row in rows}, {"500"})
        for number in (1, 2):
            summary = json.loads((self.folder / f"runs/{number:04d}.json").read_text())
            self.assertEqual(summary["reaction_total"][2], float(rows[number - 1]["reaction_total.z"]))
            with h5py.File(self.folder / f"runs/{number:04d}.h5") as file:
                self.assertEqual(file["parameters"].attrs["load"], float(rows[number - 1]["load"]))

    def test_failed_runs_are_rows(self):
        self.write("case.yaml", BLOCK)
        self.study("--vary", "young=1000,-1,2000", "--table", "study.csv")
        rows = self.table()
        self.assertEqual([row["status"] for row in rows], ["ok", "input error", "ok"])
        self.assertRegex(rows[1]["message"], "'young' must be positive")
        self.assertEqual(rows[1]["energy"], "")
        self.assertNotEqual(rows[2]["energy"], "")

    def test_runs_without_convergence_are_rows(self):
        self.write("case.yaml", NONLINEAR)
        self.study("--vary", "load=0.001,1e5,0.002", "--table", "study.csv")
        self.assertEqual([row["status"] for row in self.table()], ["ok", "not converged", "ok"])

    def test_a_finished_study_is_not_repeated(self):
        self.write("case.yaml", BLOCK)
        self.study(*VARY)
        before = (self.folder / "study.csv").read_text()
        lines = before.splitlines(keepends=True)
        marked = lines[2].replace(",ok,,", ",ok,kept,")
        (self.folder / "study.csv").write_text(lines[0] + marked + lines[4] + lines[5][:7])  # interrupted in the last row
        self.study(*VARY)
        self.assertEqual((self.folder / "study.csv").read_text(), before.replace(lines[2], marked))

    def test_another_study_is_an_error(self):
        self.write("case.yaml", BLOCK)
        self.study(*VARY)
        before = (self.folder / "study.csv").read_text()
        for words in (["--vary", "young=500,1000", "--vary", "load=3:4:2"], ["--vary", "young=500,1000"],
                      [*VARY[:4], "--set", "young=3"][2:], [*VARY[:4], "--select", "energy"]):
            self.assertFails(self.tenon("study", "case.yaml", *words, "--table", "study.csv"), 2, "contains another study",
                             "--overwrite")
        self.write("case.yaml", BLOCK + "# changed\n")
        self.assertFails(self.tenon("study", "case.yaml", *VARY), 2, "created with another case")
        self.assertEqual((self.folder / "study.csv").read_text(), before)
        self.study(*VARY, "--overwrite")
        self.assertNotEqual((self.folder / "study.csv").read_text(), before)

    def test_errors_of_the_definition_are_found_before_the_first_run(self):
        self.write("case.yaml", BLOCK)
        for words, sentence in (
                (["--vary", "yuong=1,2"], "--vary: there is no parameter 'yuong'; did you mean 'young'?"),
                (["--vary", "young=1:2"], "must have the form start:end:count"),
                (["--vary", "young"], "a variation must have the form name=value"),
                (["--vary", "young=1", "--vary", "young=2"], "the parameter 'young' is varied twice"),
                (["--vary", "young=1", "--set", "young=2"], "is specified by both --set and --vary"),
                (["--vary", "young=1", "--set", "laod=2"], "there is no parameter 'laod'; did you mean 'load'?"),
                (["--vary", "young=1", "--select", "enrgy"], "there is no 'enrgy'; did you mean 'energy'?"),
                (["--vary", "young=1", "--ranks-per-run", "9"], "--ranks-per-run must be at least 1"),
                (["--vary", "young=1", "-ksp_view", ":view.txt"], "would make every run of the study write to the same file")):
            self.assertFails(self.tenon("study", "case.yaml", *words, "--table", "study.csv"), 2, re.escape(sentence))
            self.assertFalse((self.folder / "study.csv").exists())
        self.write("case.yaml", ONE)
        self.assertFails(self.tenon("study", "case.yaml", *VARY), 2, "case.yaml has no block `parameters`")
        self.write("case.yaml", replaced(BLOCK, "group: top", "group: topp"))
        self.assertFails(self.tenon("study", "case.yaml", *VARY), 2, "topp")
        self.assertFalse((self.folder / "study.csv").exists())

    def interrupted(self, words, interrupt):
        """Starts a study of 60 runs and calls `interrupt` with its process after the second row.
        Returns the rows."""
        with subprocess.Popen([*([] if RANKS == 1 else launcher(RANKS)), TENON, *words], cwd=self.folder, env=VARIABLES,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            end = time.monotonic() + 300
            while time.monotonic() < end and process.poll() is None:
                path = self.folder / "study.csv"
                if path.exists() and path.read_text().count("\n") > 2:
                    break
                time.sleep(0.02)
            interrupt(process)
            out, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 6, out + err)
        self.assertRegex(err, "A signal ended the study after [0-9]+ of 60 runs: use the same command to continue it")
        finished = self.table()
        self.assertGreaterEqual(len(finished), 2)
        self.assertLess(len(finished), 60)
        return finished

    def test_a_signal_ends_the_study_and_it_continues(self):
        self.write("case.yaml", TRANSIENT)
        words = ["study", "case.yaml", "--vary", "young=1000:4000:60", "--table", "study.csv"]
        finished = self.interrupted(words, lambda process: process.send_signal(signal.SIGUSR1))
        self.assertRuns(*words)
        self.assertEqual([int(row["run"]) for row in self.table()], list(range(1, 61)))
        self.assertLessEqual({tuple(row.values()) for row in finished}, {tuple(row.values()) for row in self.table()})

    def test_a_signal_to_one_machine_ends_the_study(self):
        """Verifies a signal to the last rank of a group only, as on a machine without its first
        rank."""
        if RANKS == 1:
            return
        self.write("case.yaml", TRANSIENT)
        words = ["study", "case.yaml", "--vary", "young=1000:4000:60", "--table", "study.csv", "--ranks-per-run", str(RANKS)]

        def interrupt(process):
            listed = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(process.pid)], capture_output=True, text=True, check=True)
            ranks = [int(line.split()[0]) for line in listed.stdout.splitlines() if "tenon" in line]
            self.assertEqual(len(ranks), RANKS)
            os.kill(max(ranks), signal.SIGUSR1)

        self.assertLess(len(self.interrupted(words, interrupt)), 10)


if __name__ == "__main__":
    unittest.main()

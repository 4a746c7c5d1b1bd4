# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies tenon.study(): results equal those of single simulations on any number of ranks."""
import os
import pathlib
import tempfile
import unittest

import tenon
from mpi4py import MPI

WORLD = MPI.COMM_WORLD

CASE = """\
parameters: {young: 1000, load: 1}
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: young, poisson: 0.3}}
      - {type: traction, group: top, traction: [0, 0, -load]}
    conditions:
      - {type: fixed, group: bottom}
solver: {preset: direct}
"""

# Unit cube of one hexahedron with the groups `bottom` and `top`
MESH = """\
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
3
2 1 "bottom"
2 2 "top"
3 3 "solid"
$EndPhysicalNames
$Nodes
8
1 0 0 0
2 1 0 0
3 1 1 0
4 0 1 0
5 0 0 1
6 1 0 1
7 1 1 1
8 0 1 1
$EndNodes
$Elements
3
1 3 2 1 1 1 4 3 2
2 3 2 2 2 5 6 7 8
3 5 2 3 3 1 2 3 4 5 6 7 8
$EndElements
"""


class StudyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.mkdtemp(prefix="tenon-") if WORLD.rank == 0 else None
        self.folder = pathlib.Path(WORLD.bcast(folder))
        if WORLD.rank == 0:
            (self.folder / "case.yaml").write_text(CASE)
            (self.folder / "block.msh").write_text(MESH)
        WORLD.barrier()
        self.case = os.fspath(self.folder / "case.yaml")

    def tearDown(self):
        WORLD.barrier()
        if WORLD.rank == 0:
            for path in sorted(self.folder.rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()
            self.folder.rmdir()

    def test_results_scale_as_those_of_a_linear_case(self):
        name = "objects.block.largest_displacement"
        study = tenon.study(self.case, {"young": [500, 1000], "load": [1, 2, 4]}, select=[name, "parameters.load"])
        self.assertEqual(study.columns, ("run", "young", "load", "status", "message", name, "parameters.load", "study"))
        self.assertEqual([row["run"] for row in study], [1, 2, 3, 4, 5, 6])
        self.assertEqual(study.column("load"), [1, 2, 4, 1, 2, 4])
        self.assertEqual(study.column("parameters.load"), [1, 2, 4, 1, 2, 4])
        unit = study[3][name]
        for row in study:
            self.assertAlmostEqual(row[name], unit * row["load"] * 1000 / row["young"], delta=1e-9 * unit)
        self.assertEqual(study.failed, [])
        self.assertEqual(WORLD.allgather(study.column(name)), [study.column(name)] * WORLD.size)
        with self.assertRaises(KeyError):
            study.column("young_")

    def test_a_row_equals_a_single_simulation(self):
        study = tenon.study(self.case, {"load": [0.1]}, parameters={"young": "2*350"}, select=["energy"])
        with tenon.open(self.case, WORLD, parameters={"young": 700, "load": 0.1}) as simulation:
            simulation.solve()
            self.assertAlmostEqual(study[0]["energy"] / simulation.summary()["energy"], 1, delta=1e-12)

    def test_groups_of_ranks_and_other_communicators(self):
        expected = tenon.study(self.case, {"load": [1, 2, 3]}, select=["energy"]).column("energy")
        for ranks_per_run in range(2, WORLD.size + 1):
            found = tenon.study(self.case, {"load": [1, 2, 3]}, select=["energy"], ranks_per_run=ranks_per_run)
            for value, reference in zip(found.column("energy"), expected):
                self.assertAlmostEqual(value / reference, 1, delta=1e-12)
        own = tenon.study(self.case, {"load": [1, 2, 3]}, select=["energy"], comm=MPI.COMM_SELF)
        self.assertEqual(own.column("energy"), expected)

    def test_failed_runs_are_rows(self):
        study = tenon.study(self.case, {"young": [-1, 1000]}, select=["energy"])
        self.assertEqual(study.column("status"), ["input error", "ok"])
        self.assertIsNone(study[0]["energy"])
        self.assertIn("must be positive", study.failed[0]["message"])

    def test_an_interrupted_table_is_continued(self):
        table = self.folder / "study.csv"
        first = tenon.study(self.case, {"load": [1, 2, 3]}, select=["energy"], table=table)
        WORLD.barrier()
        if WORLD.rank == 0:
            lines = table.read_text().splitlines(keepends=True)
            table.write_text(lines[0] + lines[2].replace(",ok,,", ",ok,kept,") + "1,")
        WORLD.barrier()
        again = tenon.study(self.case, {"load": [1, 2, 3]}, select=["energy"], table=table)
        self.assertEqual(again.column("message"), ["", "kept", ""])
        self.assertEqual(again.column("energy"), first.column("energy"))
        with self.assertRaisesRegex(tenon.InputError, "contains another study"):
            tenon.study(self.case, {"load": [1, 2]}, select=["energy", "unknowns"], table=table)

    def test_errors_of_the_definition(self):
        for arguments, sentence in (
            ({"vary": {"laod": [1]}}, "there is no parameter 'laod'; did you mean 'load'?"),
            ({"vary": {"load": [1]}, "select": ["enrgy"]}, "did you mean 'energy'?"),
            ({"vary": {"load": []}}, "`vary`: the parameter 'load' has no values."),
            ({"vary": {"load": [1]}, "ranks_per_run": WORLD.size + 1}, "`ranks_per_run`"),
            ({"vary": {"load": [1]}, "parameters": {"load": 2}}, "by both `parameters` and `vary`"),
            ({"vary": {"load": [float("nan")]}}, "`vary`: 'nan' in"),
        ):
            with self.assertRaises(tenon.InputError) as caught:
                tenon.study(self.case, **arguments)
            self.assertIn(sentence, str(caught.exception))
            self.assertTrue(caught.exception.on_all_ranks)

    def test_messages_name_arguments_instead_of_options(self):
        for parameters, sentence in (
            ({"yuong": 1}, "^`parameters`: there is no parameter 'yuong'; did you mean 'young'"),
            ({"young": float("nan")}, "^`parameters`: young: the value of 'nan' is not a finite number"),
            ({"load": float("inf")}, "^`parameters`: load: the value of 'inf' is not a finite number"),
        ):
            with self.assertRaisesRegex(tenon.InputError, sentence):
                tenon.open(self.case, WORLD, parameters=parameters)
        with self.assertRaisesRegex(tenon.InputError, r"^`petsc`: unused PETSc option -ksp_foo.* \(`allow_unused` accepts it\)"):
            with tenon.open(self.case, WORLD, petsc="-ksp_foo 3") as simulation:
                simulation.solve()
        with tenon.open(self.case, WORLD) as simulation:
            with self.assertRaisesRegex(tenon.InputError, r"call begin\(\) first\."):
                simulation.snapshot()

    def test_states_with_nan_are_not_called_singular(self):
        with tenon.open(self.case, WORLD) as simulation:
            simulation["block"].displacement[:] = float("nan")
            with self.assertRaisesRegex(tenon.Error, "NaN") as caught:
                simulation.solve()
            self.assertNotIn("nearly singular", str(caught.exception))

    def test_data_frame(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = tenon.study(self.case, {"load": [1, 2]}, select=["unknowns"]).frame()
        self.assertEqual(list(frame.index), [1, 2])
        self.assertEqual(list(frame["load"]), [1, 2])


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""A case for `tenon export`, and helpers that inspect the exported files."""
import csv

import scipy.io

from tenon_program import Case

PULLED = """\
title: one block with a mass, pulled at its top
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: gravity, density: 0.5, acceleration: [0, 0, -2]}
    masses:
      - {type: consistent, density: 0.5}
    conditions:
      - {type: fixed, group: bottom}
      - {type: prescribed, group: top, values: {z: 0.01}}
solver: {preset: direct}
"""


class Export(Case):
    def export(self, *words, case=None, **options):
        self.write("case.yaml", PULLED if case is None else case)
        return self.assertRuns("export", "case.yaml", *words, **options)

    def read(self, name, folder="matrices"):
        return scipy.io.mmread(self.folder / folder / name)

    def rows(self, folder="matrices", name="rows.csv"):
        """Returns the description of each row, in order."""
        with open(self.folder / folder / name, newline="") as file:
            lines = list(csv.reader(file))
        self.assertEqual([line[0] for line in lines[1:]], [str(i) for i in range(len(lines) - 1)])
        return [tuple(line[1:]) for line in lines[1:]]

    def assertNoFiles(self, folder="matrices"):
        self.assertFalse((self.folder / folder).exists(), list(self.folder.iterdir()))

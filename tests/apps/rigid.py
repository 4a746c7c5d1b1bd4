# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Helpers that run transient cases of rigid bodies and read their results."""
import json

import h5py
import numpy as np

from tenon_program import Case


class RigidCase(Case):
    def run_case(self, case):
        """Runs a case and returns its summary."""
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        return json.loads((self.folder / "summary.json").read_text())

    def results(self, name, field):
        """Returns a field at all steps that were written, [steps, nodes, components]."""
        with h5py.File(self.folder / "out.h5") as file:
            return np.array([file[f"steps/{step}/{name}/{field}"][:] for step in sorted(file["steps"])])

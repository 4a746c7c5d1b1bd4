"""Runs cases of rigid bodies in time, and reads what they did."""
import json

import h5py
import numpy as np

from tenon import Case


class RigidCase(Case):
    def run_case(self, case):
        """Its summary."""
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        return json.loads((self.folder / "summary.json").read_text())

    def results(self, name, field):
        """Of all steps that were written, [steps, nodes, components]."""
        with h5py.File(self.folder / "out.h5") as file:
            return np.array([file[f"steps/{step}/{name}/{field}"][:] for step in sorted(file["steps"])])

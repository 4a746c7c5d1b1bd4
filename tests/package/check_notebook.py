# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Executes the notebooks of apps/python with nbconvert, and checks what their cells show.

scripts/setup installs nbconvert and ipykernel; the test fails without them.

usage: check_notebook.py <source folder>
"""
import pathlib
import sys
import unittest

import nbformat
from nbconvert.preprocessors import ExecutePreprocessor

FOLDER = pathlib.Path(sys.argv[1]) / "apps/python"


def shown(cell):
    """Returns the outputs of a cell by MIME type, and its text outputs under "text"."""
    found = {}
    for output in cell.get("outputs", []):
        for kind, value in {**output.get("data", {}), **({"text": output["text"]} if "text" in output else {})}.items():
            found[kind] = found.get(kind, "") + value
    return found


class Notebooks(unittest.TestCase):
    def test_stored_notebooks_have_no_outputs(self):
        paths = list(FOLDER.glob("*.ipynb"))
        self.assertTrue(paths)
        for path in paths:
            notebook = nbformat.read(path, as_version=4)
            nbformat.validate(notebook)
            for cell in notebook.cells:
                self.assertFalse(cell.get("outputs"), path)
                self.assertIsNone(cell.get("execution_count"), path)

    def test_tied_blocks(self):
        notebook = nbformat.read(FOLDER / "tied_blocks.ipynb", as_version=4)
        ExecutePreprocessor(timeout=300, kernel_name="python3").preprocess(notebook, {"metadata": {"path": str(FOLDER)}})
        cells = [shown(cell) for cell in notebook.cells if cell.cell_type == "code"]
        self.assertIn("<h4>Contributors</h4>", cells[0]["text/html"])
        self.assertIn("<td>interface</td>", cells[0]["text/html"])
        self.assertIn("image/png", cells[1])
        self.assertLess(float(cells[2]["text/plain"]), 1e-10)
        self.assertIn("1/1", cells[3]["text"])
        self.assertIn("Step(number=1", cells[3]["text/plain"])
        self.assertLess(float(cells[4]["text/plain"]), 1e-6)
        self.assertIn("<h4>Constraints</h4>", cells[5]["text/html"])
        self.assertIn("multiplier", cells[6]["text/html"])
        self.assertIn("image/png", cells[7])
        self.assertIn("data:image/png", cells[8].get("text/html", "") + "".join(f"data:{kind}" for kind in cells[8]))
        self.assertTrue(cells[9]["text"].strip().endswith("blocks.pvd"))
        self.assertEqual(cells[9]["text/plain"], "<closed tenon.Simulation>")


unittest.main(argv=[sys.argv[0]], verbosity=1)

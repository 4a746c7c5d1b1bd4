#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies messages for damaged results and missing packages, and overviews in notebooks."""
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import h5py
import numpy as np

from result_cases import ResultCase

import tenon.results


class Damaged(ResultCase):
    CASES = ("tied",)

    def forge(self, edit):
        """Returns the path of a copy of a result that is changed by `edit`."""
        path = self.folder / "forged.h5"
        path.write_bytes((self.folder / "tied.h5").read_bytes())
        with h5py.File(path, "r+") as file:
            edit(file)
        return path

    def check(self, edit, read, message):
        """Verifies the error of reading a forged result."""
        with tenon.results.open(self.forge(edit)) as results:
            with self.assertRaisesRegex(tenon.results.DamagedResult, message):
                read(results)

    def test_forged_data_are_rejected_in_every_format(self):
        def cells(file):
            kind = next(key for key in file["meshes/upper"] if key == "tet10")
            file[f"meshes/upper/{kind}/cells"][0, 3] = -1

        def stress(file):
            del file["steps/0003/upper/stress"]
            file["steps/0003/upper/stress"] = np.zeros((3, 9))

        def rows(file):
            file["constraints/joint/top/object"][0] = 7

        for read in (lambda r: r.write_vtu(self.folder / "never"), lambda r: r.to_meshio(), lambda r: r.mesh("upper"), lambda r: r.cell_tags("upper"),
                     lambda r: r.plot(field="von_mises", start=(0, 0, 0), end=(1, 1, 1))):
            self.check(cells, read, "a tet10 of 'upper' refers to a node that does not exist")
        for read in (lambda r: r.frame(field="stress"), lambda r: r.to_meshio(), lambda r: r.values_at("stress", "upper", [1])):
            self.check(stress, read, "has 3 rows instead of")
        self.check(rows, lambda r: r.frame(constraint="joint/top"), "objects that do not exist")
        self.check(cells, lambda r: r.picture(), "a tet10 of 'upper' refers to a node that does not exist")

    def test_forged_texts(self):
        def summary(text):
            def edit(file):
                del file["summary"]
                file["summary"] = text
            return edit
        self.check(summary("{"), lambda r: r.summary, "is damaged")
        self.check(summary("[" * 100000), lambda r: r.summary, "is damaged")
        with tenon.results.open(self.forge(summary("{"))) as results:
            self.assertIn("is damaged", results._repr_html_())
        hostile = '{"title": "<script>", "objects": [{"name": []}, 3], "constraints": [{"multipliers": 5}], "solver": {"<b>": "<i>"}}'
        with tenon.results.open(self.forge(summary(hostile))) as results:
            page = results._repr_html_()
        self.assertIn("&lt;script&gt;", page)
        for tag in ("<script", "<b>", "<i>"):
            self.assertNotIn(tag, page)

    def test_links_to_other_files(self):
        def link(file):
            del file["meshes/upper/tet10/tags"]
            file["meshes/upper/tet10/tags"] = h5py.ExternalLink("tied.h5", "/meshes/upper/tet10/tags")
        self.check(link, lambda r: r.cell_tags("upper"), "is a link to another location")


class MissingPackages(ResultCase):
    CASES = ("tied",)

    def test_messages_name_the_debian_package(self):
        results = self.open("tied")
        for module, package, call in (("pandas", "python3-pandas", lambda: results.frame()),
                                      ("matplotlib", "python3-matplotlib", lambda: results.plot(field="von_mises", nodes="upper:1")),
                                      ("vtkmodules", "python3-vtk9", lambda: results.picture()),
                                      ("vtkmodules", "python3-vtk9", lambda: results.plot(field="von_mises", start=(0, 0, 0), end=(1, 1, 1))),
                                      ("PIL", "python3-pil", lambda: results.animate()),
                                      ("meshio", "python3-meshio", lambda: results.to_meshio())):
            hidden = {name: None for name in [*sys.modules, module] if name == module or name.startswith(module + ".")}
            if module == "vtkmodules":
                hidden["vtkmodules.vtkCommonDataModel"] = None
            with self.subTest(module), mock.patch.dict(sys.modules, hidden):
                with self.assertRaisesRegex(tenon.results.MissingPackage, f"requires the Python module {module}.*apt-get install {package}"):
                    call()
                self.assertEqual(len(results.times), 4)  # the reader itself needs none of them

    def test_a_broken_package_is_not_reported_as_missing(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(sys, "path", [folder, *sys.path]):
            Path(folder, "broken_package.py").write_text("import absent_dependency\n")
            with self.assertRaisesRegex(ModuleNotFoundError, "absent_dependency") as caught:
                tenon.results.errors.optional("broken_package", "python3-broken", "the test")
            self.assertNotIsInstance(caught.exception, tenon.results.MissingPackage)


class Overview(ResultCase):
    CASES = ("tied", "fall")

    def test_notebooks(self):
        page = self.open("tied")._repr_html_()
        summary = self.open("tied").summary
        self.assertIn("Two &lt;tied&gt; blocks", page)
        for text in (f"<td>{summary['unknowns']}</td><td>{summary['multipliers']}</td>", "<td>joint/top</td>", "<td>upper</td>", "<td>direct</td>",
                     f"<td>{summary['solver']['iterations']}</td>", "4 hex20", "4 steps, t = 0.25 to 1"):
            self.assertIn(text, page)
        ElementTree.fromstring(f"<div>{page}</div>")  # well formed
        self.assertIn("velocity_z", self.open("fall")._repr_html_())


if __name__ == "__main__":
    unittest.main()

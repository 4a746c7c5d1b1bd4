# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Executes the Python blocks of pages of the documentation and verifies what they print, on 1 and 2
ranks."""
import contextlib
import io
import os
import pathlib
import re
import unittest

from package_case import COMM, folder_of_all

SOURCE = pathlib.Path(os.environ.get("TENON_SOURCE", pathlib.Path(__file__).parents[2]))
COUNT = r"[1-9]\d*"
SMALL = r"([0-9.]+e-\d+|0\.0)"  # round-off
#: Lines that each page prints on every rank, as regular expressions.
PAGES = {
    "python-matrices": [
        rf"\['elastic on below', 'elastic on above', 'traction on above/top', 'interface'\] \(7254, 7254\) {COUNT}\.0",
        rf"\(7254, 7254\) {SMALL}",  # on the root only: the matrix is symmetric
        r"largest displacement 0\.0728329\d*",  # on the root only
        rf"{COUNT} {COUNT} \['tip', 'top', 'bottom', 'south', 'east', 'north', 'west', 'body'\] \[.*'tet10'.*\]",
    ],
    "from-sofa": [
        r"\(7254, 7254\) 150642101\.\d+ \(615, 7254\)",
        r"1 1\.0",
        rf"\({COUNT}, 3\) \({COUNT}, 3\) {{'interface': {COUNT}}}",
    ],
    "from-chrono": [
        r"6855 615 \(7869, 7869\)",
        r"below \d+ \d+ 2037",
        r"above \d+ \d+ 5217",
        r"interface \d+ \d+ 615",
        r"interface 0\.0 0\.0",
        r"615 0",
    ],
    "from-dolfinx": [
        r"True",  # the linear solver has converged
        rf"\({COUNT}, 3\) \({COUNT}, 10, 3\) \[ *\d+ +\d+ +\d+\]",
        r"62554\.973\d*",
        r"\(1739, 3\)",  # on the root only
    ],
}
#: Lines that only the root prints, by page and position; other ranks print the given text, or
#: nothing.
ROOT_ONLY = {("python-matrices", 1): None, ("python-matrices", 2): None, ("from-dolfinx", 3): "False"}
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@unittest.skipIf(COMM.size > 2, "the pages are executed on one and two ranks")
class Pages(unittest.TestCase):
    """One test for each page: its blocks run in their order, in one folder."""

    def run_page(self, page):
        text = (SOURCE / "docs" / "how-to" / f"{page}.md").read_text()
        blocks = BLOCK.findall(text)
        self.assertGreater(len(blocks), 1)
        before = os.getcwd()
        with folder_of_all() as folder:
            if COMM.rank == 0:
                case = (SOURCE / "apps" / "cases" / "blocks.yaml").read_text()
                (folder / "blocks.yaml").write_text(case.replace("../../meshes", str(SOURCE / "meshes")))
            COMM.Barrier()
            os.chdir(folder)
            names = {"__name__": page}
            printed = io.StringIO()
            try:
                for number, block in enumerate(blocks, 1):
                    with contextlib.redirect_stdout(printed):
                        exec(compile(block, f"{page}.md, block {number}", "exec"), names)
            finally:
                os.chdir(before)
        expected = [ROOT_ONLY[page, at] if COMM.rank > 0 and (page, at) in ROOT_ONLY else line
                    for at, line in enumerate(PAGES[page])]
        expected = [line for line in expected if line is not None]
        lines = printed.getvalue().splitlines()
        self.assertEqual(len(lines), len(expected), lines)
        for line, pattern in zip(lines, expected):
            self.assertRegex(line, f"^{pattern}$")


for each in PAGES:
    setattr(Pages, f"test_{each.replace('-', '_')}", lambda self, page=each: self.run_page(page))


if __name__ == "__main__":
    unittest.main()

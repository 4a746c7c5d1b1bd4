# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Executes the Python blocks of pages of the documentation, on 1 and 2 ranks."""
import contextlib
import io
import os
import pathlib
import re
import unittest

from package_case import COMM, folder_of_all

SOURCE = pathlib.Path(os.environ.get("TENON_SOURCE", pathlib.Path(__file__).parents[2]))
PAGES = ["python-matrices", "from-sofa", "from-chrono", "from-dolfinx"]
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
            try:
                for number, block in enumerate(blocks, 1):
                    with contextlib.redirect_stdout(io.StringIO()):
                        exec(compile(block, f"{page}.md, block {number}", "exec"), names)
            finally:
                os.chdir(before)
        return names


for each in PAGES:
    setattr(Pages, f"test_{each.replace('-', '_')}", lambda self, page=each: self.run_page(page))


if __name__ == "__main__":
    unittest.main()

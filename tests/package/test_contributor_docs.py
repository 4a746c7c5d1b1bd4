# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the code of docs/tutorials/python-contributors.md."""
import contextlib
import io
import pathlib
import re
import unittest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/tutorials/python-contributors.md"


class Tutorial(unittest.TestCase):
    def test_blocks(self):
        blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        self.assertGreaterEqual(len(blocks), 8)
        namespace = {"__name__": "tutorial"}
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            for block in blocks:
                exec(compile(block, str(PAGE), "exec"), namespace)
        self.assertIn("K = df/dx", output.getvalue())
        for name in ("Bands", "Drag", "Springs", "Swelling", "OnSphere", "Means", "Ground"):
            self.assertIn(name, namespace)


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Program tenon-convert. CMake packs this folder into one file (Python's zipapp)."""
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # set before NumPy is imported: each thread reserves memory

from command import main  # noqa: E402

sys.exit(main(sys.argv[1:]))

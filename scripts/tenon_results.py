# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Provides the package tenon.results under its former name.

    import tenon_results

    with tenon_results.open("bracket.h5") as results:
        u = results.field("displacement", "block")

All names of tenon.results are available; see its documentation. In the source tree, the package is
found in the folder python/ next to this folder.
"""
import importlib.util
import sys
from pathlib import Path

_SOURCE = Path(__file__).resolve().parent.parent / "python"
if importlib.util.find_spec("tenon") is None and (_SOURCE / "tenon/results/__init__.py").is_file():
    sys.path.append(str(_SOURCE))

from tenon.results import *  # noqa: E402,F401,F403  pylint: disable=wildcard-import,unused-wildcard-import,wrong-import-position
from tenon.results import __all__, open  # noqa: E402,F401  pylint: disable=redefined-builtin,wrong-import-position

#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Draws a result of tenon: the deformed structure, coloured by a field, and its undeformed outline.

    scripts/picture.py results/bracket.h5 -o results/bracket.png
    scripts/picture.py result.h5 -o u.png --field displacement:z --field-unit mm --warp 50 --view right --mesh

The program is the module tenon.pictures.picture. Required Debian packages: python3-h5py,
python3-numpy, python3-vtk9, xvfb and xauth (installed by scripts/setup).
"""
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from tenon.pictures.picture import main  # pylint: disable=wrong-import-position

if __name__ == "__main__":
    sys.exit(main("scripts/picture.py", [sys.executable, os.path.abspath(__file__)]))

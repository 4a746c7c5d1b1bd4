#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Plots a result of tenon: a field along a straight line, a field at nodes over time, or a history.

    scripts/plot.py results/bracket.h5 -o line.png --field von_mises --from 0,0,0 --to 100,0,0
    scripts/plot.py results/springs.h5 -o history.png --field displacement:x --node tube:17 --node tube:30
    scripts/plot.py results/pendulum.h5 -o tip.png --history tip --history energies:kinetic --history energies:elastic
    scripts/plot.py coarse.h5 fine.h5 -o both.png --field displacement:z --from 0,0,0 --to 100,0,0 --csv both.csv

Lines are in the reference configuration. Values are interpolated by the shape functions of the
cells; a curve has gaps outside all cells. Nodes are given as object:number with the numbers of the
mesh file. The program is the module tenon.pictures.curves. Required Debian packages:
python3-h5py, python3-numpy, python3-vtk9 and python3-matplotlib (installed by scripts/setup).
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from tenon.pictures.curves import main  # pylint: disable=wrong-import-position

if __name__ == "__main__":
    sys.exit(main("scripts/plot.py"))

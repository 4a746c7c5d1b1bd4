#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Animates a result of tenon: the deformed bodies over the steps, coloured by a field.

    scripts/animate.py results/pendulum.h5 -o pendulum.gif
    scripts/animate.py results/wave.xdmf -o wave.mp4 --field velocity:x --scale 0.2 --every 2 --fps 25
    scripts/animate.py results/beam.h5 -o second.gif --mode 2

The program is the module tenon.pictures.animation. Required Debian packages: python3-h5py,
python3-numpy, python3-vtk9, python3-pil, xvfb and xauth (installed by scripts/setup), and for .mp4
also ffmpeg (not installed by scripts/setup).
"""
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from tenon.pictures.animation import main  # pylint: disable=wrong-import-position

if __name__ == "__main__":
    sys.exit(main("scripts/animate.py", [sys.executable, os.path.abspath(__file__)]))

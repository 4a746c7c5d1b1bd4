# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Writes a synthetic result of tenon for the tests of the scripts that read results."""
import json

import h5py
import numpy as np

# A bar of one hex20 along x, and a tet10 above it, in VTK's node order.
HEX = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)], float) * (4, 1, 1)
HEX_EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
TET = np.array([(0, 0, 2), (2, 0, 2), (0, 2, 2), (0, 0, 4)], float)
TET_EDGES = [(0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (2, 3)]


def quadratic(corners, edges):
    return np.vstack([corners, [corners[list(edge)].mean(axis=0) for edge in edges]])


def write_result(path):
    """Writes two steps, the first one half of the second, and a history of four; von Mises stress
    is x, displacement 1 % of the position."""
    with h5py.File(path, "w") as file:
        file["histories/tip/time"] = [0.25, 0.5, 0.75, 1.0]
        file["histories/tip/values"] = [[1.0, 5.0], [2.0, 6.0], [3.0, 7.0], [4.0, 8.0]]
        file["histories/tip"].attrs["columns"] = json.dumps(["displacement_x", "velocity_x"])
        for name, kind, points in (("bar", "hex20", quadratic(HEX, HEX_EDGES)), ("tip", "tet10", quadratic(TET, TET_EDGES))):
            file[f"meshes/{name}/points"] = points
            file[f"meshes/{name}/{kind}/cells"] = np.arange(len(points))[None, :]
            file[f"meshes/{name}/tags"] = np.arange(len(points)) + (101 if name == "bar" else 1)
            for step, share in ((0, 0.5), (1, 1.0)):
                group = file.require_group(f"steps/{step:04}")
                group.attrs["time"] = share
                group[f"{name}/von_mises"] = share * points[:, 0]
                group[f"{name}/displacement"] = share * 0.01 * points
                group[f"{name}/{kind}/partition"] = [0 if name == "bar" else 1]

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Camera positions and cutting planes, used by scripts/picture.py and scripts/animate.py."""
import argparse

import numpy as np

from vtk_bodies import numbers

# Direction from the centre of the structure to the camera, and upward direction.
VIEWS = {
    "iso": ((1.0, -1.25, 0.75), (0, 0, 1)), "iso2": ((1.0, 1.25, 0.75), (0, 0, 1)), "below": ((1.0, -1.25, -0.6), (0, 0, 1)),
    "front": ((1, 0, 0), (0, 0, 1)), "right": ((0, -1, 0), (0, 0, 1)), "top": ((0, 0, 1), (0, 1, 0)),
}
# Rotations of the z axis of these views into another axis (cyclic permutation of all axes).
AXES = {"z": np.eye(3), "x": np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]], float), "y": np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]], float)}
AXES.update({"-" + axis: matrix @ np.diag([1, -1, -1]) for axis, matrix in list(AXES.items())})


def is_flat(bodies, warp):
    """Returns true if everything that is drawn lies in one plane z = constant."""
    places = np.vstack([body.places(warp) for body in bodies])
    size = np.ptp(places, axis=0)
    return max(body.dimension for body in bodies) < 3 and size[2] <= 1e-6 * max(size)


def mode_scale(bodies):
    """Returns a scale at which a mode has displacements up to 10 % of the structure's size."""
    size = np.linalg.norm(np.ptp(np.vstack([body.points for body in bodies]), axis=0))
    largest = max((np.linalg.norm(b.displacement, axis=1).max() for b in bodies if b.displacement is not None), default=0.0)
    return float(f"{0.1 * size / largest:.2g}") if largest > 0 and size > 0 else 1.0


def camera_of(options, flat):
    """Returns the direction from the centre of the scene to the camera and the upward axis."""
    view = options.view or ("top" if flat else "iso")
    if isinstance(view, str):
        direction, up = VIEWS[view]
    else:
        azimuth, elevation = np.radians(view)
        direction = (np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation))
        up = (0, 0, 1)
    axes = AXES[options.up] if options.up else np.eye(3)
    direction, up = axes @ np.asarray(direction, float), axes @ np.asarray(up, float)
    if np.linalg.norm(np.cross(direction, up)) < 1e-6 * np.linalg.norm(direction):  # view along the upward direction
        up = axes @ np.array([0.0, 1.0, 0.0])
    return direction, up


def view(text):
    """Parses a view: a name, or azimuth and elevation [degrees]."""
    if text in VIEWS:
        return text
    angles = numbers(text, ",", 2, float)
    if not np.isfinite(angles).all() or not -90 <= angles[1] <= 90:
        raise argparse.ArgumentTypeError("the elevation is an angle from -90 to 90 degrees")
    return angles


def plane(text):
    """Parses a cutting plane.

    Returns its unit normal, which points to the removed part, and distance.
    """
    axis, sign = text[:1], text[1:2]
    if axis in ("x", "y", "z") and sign in ("<", ">"):
        values = (*((1.0 if sign == "<" else -1.0) * (axis == one) for one in "xyz"),
                  numbers(text[2:], ",", 1, float)[0] * (1 if sign == "<" else -1))
    else:
        values = numbers(text, ",", 4, float)
    normal, length = np.array(values[:3]), np.linalg.norm(values[:3])
    if not np.isfinite(values).all() or length == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a plane")
    return normal / length, values[3] / length

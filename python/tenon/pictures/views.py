# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Camera positions and cutting planes, of pictures and animations."""
import argparse
from collections.abc import Sequence

import numpy as np

from tenon.pictures.bodies import Body, Plane
from tenon.pictures.programs import numbers
from tenon.results.reading import Floats

View = str | tuple[float, float]  #: Name of a view, or azimuth and elevation in degrees.

# Direction from the centre of the structure to the camera, and upward direction.
VIEWS: dict[str, tuple[tuple[float, float, float], tuple[float, float, float]]] = {
    "iso": ((1.0, -1.25, 0.75), (0, 0, 1)), "iso2": ((1.0, 1.25, 0.75), (0, 0, 1)), "below": ((1.0, -1.25, -0.6), (0, 0, 1)),
    "front": ((1, 0, 0), (0, 0, 1)), "right": ((0, -1, 0), (0, 0, 1)), "top": ((0, 0, 1), (0, 1, 0)),
}
# Rotations of the z axis of these views into another axis (cyclic permutation of all axes).
AXES: dict[str, Floats] = {"z": np.eye(3), "x": np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]], float), "y": np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]], float)}
AXES.update({"-" + axis: matrix @ np.diag([1, -1, -1]) for axis, matrix in list(AXES.items())})


def is_flat(bodies: Sequence[Body], warp: float) -> bool:
    """Returns true if everything that is drawn lies in one plane z = constant."""
    places = np.vstack([body.places(warp) for body in bodies])
    size = np.ptp(places, axis=0)
    return max(body.dimension for body in bodies) < 3 and bool(size[2] <= 1e-6 * max(size))


def mode_scale(bodies: Sequence[Body]) -> float:
    """Returns a scale at which a mode has displacements up to 10 % of the structure's size."""
    size = np.linalg.norm(np.ptp(np.vstack([body.points for body in bodies]), axis=0))
    largest = max((np.linalg.norm(b.displacement, axis=1).max() for b in bodies if b.displacement is not None), default=0.0)
    return float(f"{0.1 * size / largest:.2g}") if largest > 0 and size > 0 else 1.0


def camera_of(view: View | None, up: str | None, flat: bool) -> tuple[Floats, Floats]:
    """Returns the direction from the centre of the scene to the camera and the upward axis.

    @param view  view; None for "iso", or "top" if the scene is flat
    @param up    axis that points upwards, a key of AXES; None for z
    @param flat  true if the scene lies in a plane z = constant
    """
    view = view or ("top" if flat else "iso")
    direction, upward = np.zeros(3), np.array([0.0, 0.0, 1.0])
    if isinstance(view, str):
        direction, upward = np.array(VIEWS[view][0], float), np.array(VIEWS[view][1], float)
    else:
        azimuth, elevation = np.radians(view)
        direction = np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])
    axes = AXES[up] if up else np.eye(3)
    direction, upward = axes @ direction, axes @ upward
    if np.linalg.norm(np.cross(direction, upward)) < 1e-6 * np.linalg.norm(direction):  # view along the upward direction
        upward = axes @ np.array([0.0, 1.0, 0.0])
    return direction, upward


def view_of(text: str) -> View:
    """Parses a view: a name, or azimuth and elevation [degrees]."""
    if text in VIEWS:
        return text
    azimuth, elevation = numbers(text, ",", 2, float)
    if not np.isfinite(azimuth) or not -90 <= elevation <= 90:
        raise argparse.ArgumentTypeError("the azimuth must be finite, and the elevation must be from -90 to 90 degrees")
    return azimuth, elevation


def plane_of(text: str) -> Plane:
    """Parses a cutting plane.

    Returns its unit normal, which points to the removed part, and distance.
    """
    axis, sign = text[:1], text[1:2]
    if axis in ("x", "y", "z") and sign in ("<", ">"):
        values: tuple[float, ...] = (*((1.0 if sign == "<" else -1.0) * (axis == one) for one in "xyz"),
                  numbers(text[2:], ",", 1, float)[0] * (1 if sign == "<" else -1))
    else:
        values = numbers(text, ",", 4, float)
    normal, length = np.array(values[:3]), np.linalg.norm(values[:3])
    if not np.isfinite(values).all() or length == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a plane: write, for example, x<0.5, or nx,ny,nz,d with a normal vector that is not zero")
    return normal / length, float(values[3] / length)

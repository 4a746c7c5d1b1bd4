# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Shapes of rigid bodies as VTK surfaces, read from the case in a result."""
from collections.abc import Iterable
from typing import Any

import numpy as np

from tenon.results.errors import optional
from tenon.results.reading import Floats
from tenon.results.results import Results

SIDES = 32  # number of facets around round shapes


def shapes_of(results: Results, name: str, count: int) -> list[dict[str, Any] | None] | None:
    """Returns the shape of each body of an object: a block of the case, or None.

    Returns None for an object without shapes.
    """
    yaml = optional("yaml", "python3-yaml", "the drawing of rigid bodies")
    try:
        entry = yaml.safe_load(results.case)["objects"][name]
        blocks, bodies, groups = entry.get("shapes"), entry.get("bodies"), entry.get("groups") or {}
    except (KeyError, TypeError, AttributeError, yaml.YAMLError):
        return None
    if not isinstance(blocks, list) or bodies is None:
        return None
    names = [body.get("name") for body in bodies] if isinstance(bodies, list) else []
    shapes: list[dict[str, Any] | None] = [None] * count
    for number, block in enumerate(blocks):
        if isinstance(block, dict):
            if "file" in block:
                vertices = results.table(name, f"hull_{number}")
                block = block if vertices is None else {**block, "vertices": vertices}
            for body in _members(block.get("group"), names, groups, count):
                shapes[body] = block
    return shapes if any(shapes) else None


def axes_of(results: Results, name: str, count: int) -> Floats:
    """Returns the rotation matrix of each body's axes in the reference configuration.

    For results of earlier versions it is computed from `rotation` of the bodies in the case.
    """
    yaml = optional("yaml", "python3-yaml", "the drawing of rigid bodies")
    written = results.table(name, "axes")
    if written is not None and len(written) == count:
        return np.array([rotation_of(vector) for vector in written])
    axes = np.tile(np.eye(3), (count, 1, 1))
    try:
        bodies = yaml.safe_load(results.case)["objects"][name]["bodies"]
        for body, entry in enumerate(bodies[:count] if isinstance(bodies, list) else []):
            axes[body] = rotation_of(np.asarray(entry.get("rotation", (0, 0, 0)), float).reshape(3))
    except (KeyError, TypeError, AttributeError, ValueError, yaml.YAMLError):
        pass
    return axes


def _members(group: Any, names: list[Any], groups: dict[Any, Any], count: int) -> Iterable[int]:
    """Returns the indices of the bodies of a group."""
    if group is None or groups.get(group) == "all":
        return range(count)
    if group in names:
        return [k for k, name in enumerate(names[:count]) if name == group]
    chosen = groups.get(group)
    nodes = chosen.get("nodes") if isinstance(chosen, dict) else None
    return [k - 1 for k in nodes if isinstance(k, int) and 1 <= k <= count] if isinstance(nodes, list) else []


def surface_of(shape: dict[str, Any], extent: float) -> Any:
    """Returns a shape in its local axes as vtkPolyData; None for an unknown type.

    Planes are drawn as squares of the size of the scene.
    """
    from vtkmodules.vtkFiltersSources import vtkCubeSource, vtkCylinderSource, vtkPlaneSource, vtkSphereSource

    try:
        kind = shape["type"]
        if kind == "sphere":
            source = vtkSphereSource()
            source.SetRadius(float(shape["radius"]))
            source.SetThetaResolution(SIDES)
            source.SetPhiResolution(SIDES // 2)
        elif kind == "box":
            source = vtkCubeSource()
            for set_length, length in zip((source.SetXLength, source.SetYLength, source.SetZLength), shape["size"]):
                set_length(float(length))
        elif kind == "cylinder":
            source = vtkCylinderSource()
            source.SetRadius(float(shape["radius"]))
            source.SetHeight(float(shape["length"]))
            source.SetResolution(SIDES)
        elif kind == "capsule":
            return _swept(float(shape["radius"]), float(shape["length"]))
        elif kind == "hull":
            return _hull(np.asarray(shape["vertices"], float).reshape(-1, 3))
        elif kind == "plane":
            normal = np.asarray(shape.get("normal", (0, 0, 1)), float)
            source = vtkPlaneSource()
            half = 0.6 * extent
            source.SetOrigin(-half, -half, 0)
            source.SetPoint1(half, -half, 0)
            source.SetPoint2(-half, half, 0)
            source.SetNormal(*normal)
        else:
            return None
    except (KeyError, TypeError, ValueError):
        return None
    source.Update()
    return _along_z(source.GetOutput()) if kind == "cylinder" else source.GetOutput()


def _along_z(surface: Any) -> Any:
    """Permutes the coordinates of a cylinder: its axis is y in VTK and z in tenon."""
    from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy

    points = vtk_to_numpy(surface.GetPoints().GetData())
    surface.GetPoints().SetData(numpy_to_vtk(np.ascontiguousarray(points[:, [2, 0, 1]]), deep=True))
    surface.GetPointData().Initialize()
    return surface


def _swept(radius: float, length: float) -> Any:
    """Returns a capsule: a sphere whose halves are moved apart along z."""
    from vtkmodules.vtkFiltersSources import vtkSphereSource
    from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy

    source = vtkSphereSource()
    source.SetRadius(radius)
    source.SetThetaResolution(SIDES)
    source.SetPhiResolution(SIDES)
    source.Update()
    surface = source.GetOutput()
    points = vtk_to_numpy(surface.GetPoints().GetData()).astype(float)
    points[:, 2] += 0.5 * length * np.sign(np.round(points[:, 2], 12))
    surface.GetPoints().SetData(numpy_to_vtk(points, deep=True))
    surface.GetPointData().Initialize()
    return surface


def _hull(vertices: Floats) -> Any:
    """Returns the convex hull of points, [vertices, 3]."""
    from vtkmodules.vtkCommonCore import vtkPoints
    from vtkmodules.vtkCommonDataModel import vtkPolyData
    from vtkmodules.vtkFiltersCore import vtkDelaunay3D
    from vtkmodules.vtkFiltersGeometry import vtkDataSetSurfaceFilter
    from vtkmodules.util.numpy_support import numpy_to_vtk

    points, cloud = vtkPoints(), vtkPolyData()
    points.SetData(numpy_to_vtk(np.ascontiguousarray(vertices), deep=True))
    cloud.SetPoints(points)
    volume, skin = vtkDelaunay3D(), vtkDataSetSurfaceFilter()
    volume.SetInputData(cloud)
    skin.SetInputConnection(volume.GetOutputPort())
    skin.Update()
    return skin.GetOutput()


def rotation_of(vector: Floats) -> Floats:
    """Returns the rotation matrix of a rotation vector (Rodrigues' formula)."""
    angle = np.linalg.norm(vector)
    if angle == 0:
        return np.eye(3)
    x, y, z = vector / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


def placed(surface: Any, place: Floats, rotation: Floats, value: float | None) -> Any:
    """Returns a rotated and translated copy of a surface, with `value` at all points if given."""
    from vtkmodules.vtkCommonCore import vtkPoints
    from vtkmodules.vtkCommonDataModel import vtkPolyData
    from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy

    moved, points = vtkPolyData(), vtkPoints()
    moved.DeepCopy(surface)
    moved.GetPointData().Initialize()
    moved.GetCellData().Initialize()
    own = vtk_to_numpy(surface.GetPoints().GetData()).astype(float)
    points.SetData(numpy_to_vtk(np.ascontiguousarray(own @ rotation.T + place), deep=True))
    moved.SetPoints(points)
    if value is not None:
        moved.GetPointData().SetScalars(numpy_to_vtk(np.full(len(own), float(value)), deep=True))
    return moved

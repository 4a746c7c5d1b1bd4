# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Writes meshes in the format of Gmsh, which tenon reads."""
import contextlib
import os
import tempfile
from pathlib import Path

import numpy as np

from cells import GMSH_ORDER, TYPES
from mesh import Problem, printable

MOST_ROWS = 100_000_000


def write(mesh, path):
    """Writes a mesh in MSH format 2.2, completely or not at all. Returns the groups.

    An element is repeated for each of its groups. All elements belong to one entity, so that
    readers recognise repeated elements.
    """
    numbers, rows, groups = mesh.node_numbers, [], {}  # groups: {(dimension, name): number}

    def group(dimension, name):
        return groups.setdefault((dimension, printable(str(name)).replace('"', "'")), len(groups) + 1)

    def row(number, kind, nodes, of):
        if len(rows) > MOST_ROWS:
            raise Problem(f"its sets have more than {MOST_ROWS} elements, but at most {MOST_ROWS} are supported.")
        order = GMSH_ORDER.get(kind)
        nodes = numbers[np.asarray(nodes)[order] if order else nodes]
        rows.append(f"{number} {TYPES[kind][0]} 2 {of} 1 {' '.join(map(str, nodes))}")

    sets_of = {}  # element: names of its sets
    for name, elements in mesh.element_sets.items():
        for element in dict.fromkeys(elements):
            sets_of.setdefault(element, []).append(name)
    last = max(mesh.element_numbers, default=0)
    element = 0
    for kind, nodes in mesh.blocks:
        for cell in nodes:
            of = [group(TYPES[kind][1], name) for name in sets_of.get(element, [])] or [0]
            row(mesh.element_numbers[element], kind, cell, of[0])
            for other in of[1:]:
                last += 1
                row(last, kind, cell, other)
            element += 1
    for name, sides in mesh.side_sets.items():
        for element, side in sides:
            kind, nodes = mesh.side(element, side)
            last += 1
            row(last, kind, nodes, group(TYPES[kind][1], name))
    for name, nodes in mesh.node_sets.items():
        for node in dict.fromkeys(nodes):
            last += 1
            row(last, "vertex", [node], group(0, name))
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", str(len(groups))]
    lines += [f'{dimension} {number} "{name}"' for (dimension, name), number in groups.items()]
    lines += ["$EndPhysicalNames", "$Nodes", str(len(numbers))]
    lines += [f"{number} {x!r} {y!r} {z!r}" for number, (x, y, z) in zip(numbers, mesh.points.tolist())]
    lines += ["$EndNodes", "$Elements", str(len(rows)), *rows, "$EndElements", ""]
    write_whole("\n".join(lines), path)
    return groups


class CannotWrite(OSError):
    """Error while writing; its file name is that of the requested output."""


def write_whole(text, path):
    """Writes a file atomically: it appears complete under its name, or no file is left."""
    partial = None
    try:
        descriptor, partial = tempfile.mkstemp(".partial", dir=Path(path).resolve().parent)
        with open(descriptor, "wb", buffering=0) as file:  # unbuffered: closing writes nothing and cannot fail
            rest = memoryview(text.encode())
            while rest:
                rest = rest[file.write(rest):]
            os.fsync(descriptor)
            os.fchmod(descriptor, 0o666 & ~current_umask())
        os.replace(partial, path)
    except OSError as error:
        if partial:
            with contextlib.suppress(OSError):
                os.unlink(partial)
        raise CannotWrite(error.errno, error.strerror, path) from None


def current_umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Meshes of the objects: points, node numbers, cells."""
from typing import Any

import numpy as np

from tenon.results.cells import CELL_TYPES
from tenon.results.errors import no
from tenon.results.reading import Floats, Integers, ValidatedFile


class Meshes:
    """Meshes in the group /meshes of a result."""

    def __init__(self, source: ValidatedFile) -> None:
        self._source = source

    def names(self) -> list[str]:
        """Returns the names of the objects."""
        return list(self._source.group(self._source.file, "meshes"))

    def group(self, name: str) -> Any:
        """Returns the HDF5 group of an object's mesh.

        @throws NoSuchName if the object does not exist
        """
        meshes = self._source.group(self._source.file, "meshes")
        if not self._source.has(meshes, name):
            raise no("object", name, meshes)
        return self._source.group(meshes, name)

    def num_nodes(self, name: str) -> int:
        """Returns the number of nodes of an object."""
        mesh = self.group(name)
        return int(mesh["points"].shape[0]) if self._source.has(mesh, "points") else 0

    def points(self, name: str) -> Floats:
        """Returns the reference coordinates of an object's nodes, [nodes, 3]."""
        points = self._source.floats(self.group(name), "points")
        if points.ndim != 2 or not 1 <= points.shape[1] <= 3:
            raise self._source.damaged(f"the points of '{name}' are not a table with 1 to 3 columns")
        if not np.isfinite(points).all():
            raise self._source.damaged(f"points of '{name}' are infinite or NaN")
        return np.pad(points, ((0, 0), (0, 3 - points.shape[1])))

    def tags(self, name: str) -> Integers:
        """Returns the numbers of an object's nodes in its mesh file, [nodes]."""
        return self._source.integers(self.group(name), "tags", rows=self.num_nodes(name))

    def cells(self, name: str) -> dict[str, Integers]:
        """Returns the nodes of an object's cells by cell type, from 0, [cells, nodes of a cell]."""
        mesh, count, found = self.group(name), self.num_nodes(name), {}
        for kind, properties in CELL_TYPES.items():
            if not self._source.has(mesh, kind):
                continue
            cells = self._source.integers(self._source.group(mesh, kind), "cells")
            cells = cells.reshape(len(cells), -1)
            if len(cells) and cells.shape[1] != properties.num_nodes:
                raise self._source.damaged(f"the {kind} of '{name}' have {cells.shape[1]} nodes each instead of {properties.num_nodes}")
            if len(cells) and (cells.min() < 0 or cells.max() >= count):
                raise self._source.damaged(f"a {kind} of '{name}' refers to a node that does not exist (the number of nodes is {count})")
            if len(cells):
                found[kind] = cells
        return found

    def cell_tags(self, name: str) -> dict[str, Integers]:
        """Returns the numbers of an object's cells in its mesh file by cell type, [cells]."""
        mesh = self.group(name)
        return {kind: self._source.integers(mesh[kind], "tags", rows=len(cells)) for kind, cells in self.cells(name).items()}

    def table(self, name: str, table: str) -> Floats | None:
        """Returns a table with three finite numbers per row of an object's mesh.

        @param name   name of the object
        @param table  name of the table, e.g. "axes" or "hull_0" of rigid bodies
        @return [rows, 3], or None if the table does not exist
        """
        mesh = self.group(name)
        if not self._source.has(mesh, table):
            return None
        values = self._source.floats(mesh, table)
        if values.ndim != 2 or values.shape[1] != 3 or not np.isfinite(values).all():
            raise self._source.damaged(f"'{table}' of '{name}' is not a table with three finite numbers per row")
        return values

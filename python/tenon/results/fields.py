# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Fields on nodes and cells, and components of fields."""
from collections.abc import Sequence
from typing import Any

import h5py
import numpy as np

from tenon.results.cells import CELL_TYPES
from tenon.results.errors import InputError, no
from tenon.results.meshes import Meshes
from tenon.results.reading import Floats, ValidatedFile
from tenon.results.steps import Steps

#: Names of the components of vectors and symmetric tensors.
COMPONENTS: dict[int, tuple[str, ...]] = {
    3: ("x", "y", "z"),
    9: ("xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"),
}


def component_names(width: int) -> list[str]:
    """Returns the names of the components of a field: those of vectors and tensors, or numbers."""
    return list(COMPONENTS.get(width, ())) or [str(number) for number in range(1, width + 1)]


def scalar(array: Any, component: str, field: str) -> Floats:
    """Returns one number per row: the value, the requested component, or the norm of a vector.

    @param array      [rows] or [rows, components]
    @param component  name or number (from 1) of the component; "" for the value or the norm
    @param field      name of the field, for messages
    @throws InputError if the component does not exist, or if a tensor is given without a component
    """
    values: Floats = np.asarray(array, np.float64)
    values = values.reshape(len(values), -1)
    width = values.shape[1]
    if component:
        names = COMPONENTS.get(width, ())
        if component.isdecimal() and 1 <= int(component) <= width:
            return values[:, int(component) - 1]
        if component not in names:
            raise InputError(f"Field '{field}' has no component '{component}'; it has: {', '.join(names) or 'one value per point'}.")
        return values[:, names.index(component)]
    if width == 9:
        raise InputError(f"Field '{field}' is a tensor; select a component, as in --field {field}:xx.")
    return values[:, 0] if width == 1 else np.asarray(np.linalg.norm(values, axis=1))


class Fields:
    """Fields in the groups /steps/<step>/<object> of a result."""

    def __init__(self, source: ValidatedFile, meshes: Meshes, steps: Steps) -> None:
        self._source, self._meshes, self._steps = source, meshes, steps

    def _group(self, name: str, step: int) -> Any:
        """Returns the group of an object's fields, or {} if the object has no fields."""
        self._meshes.group(name)  # rejects names of objects that do not exist
        group = self._steps.group(step)
        return self._source.group(group, name) if self._source.has(group, name) else {}

    def _names(self, group: Any) -> list[str]:
        """Returns the names of nodal fields. They may contain slashes: "force_joint of a/b"."""
        if not isinstance(group, h5py.Group):
            return []
        return sorted(self._source.dataset_names(group) + [
            f"{key}/{name}" for key in group if self._source.has(group, key) and isinstance(group[key], h5py.Group)
            and key not in CELL_TYPES for name in self._names(group[key])])

    def on_nodes(self, name: str, step: int) -> list[str]:
        """Returns the names of an object's nodal fields."""
        return self._names(self._group(name, step))

    def on_cells(self, name: str, step: int) -> list[str]:
        """Returns the names of an object's cell fields."""
        group = self._group(name, step)
        return sorted({field for kind in CELL_TYPES if self._source.has(group, kind) for field in self._source.dataset_names(group[kind])})

    def nodal(self, field: str, name: str, step: int, select: Sequence[int] | None = None) -> Floats:
        """Returns a nodal field of an object, [nodes] or [nodes, components].

        @param field   name of the field
        @param name    name of the object
        @param step    index of the step
        @param select  indices of nodes; by default all nodes
        """
        group = self._group(name, step)
        if field not in self._names(group):
            raise no("field on nodes", field, self._names(group))
        return self._source.field(group, field, self._meshes.num_nodes(name), select)

    def of_cells(self, field: str, name: str, step: int) -> dict[str, Floats]:
        """Returns a cell field by cell type, [cells] or [cells, components]."""
        group, cells = self._group(name, step), self._meshes.cells(name)
        found = {kind: self._source.field(self._source.group(group, kind), field, len(rows)) for kind, rows in cells.items()
                 if self._source.has(group, kind) and self._source.has(group[kind], field)}
        if not found:
            raise no("field on cells", field, self.on_cells(name, step))
        if len({values.shape[1:] for values in found.values()}) > 1:
            raise self._source.damaged(f"'{field}' of '{name}' has a different number of components on cells of different types")
        return found

    def of_blocks(self, field: str, name: str, step: int) -> list[Floats]:
        """Returns a cell field as one array per cell type of the mesh; NaN in cells without it."""
        values = self.of_cells(field, name, step)
        width = next(iter(values.values())).shape[1:]
        return [values.get(kind, np.full((len(rows), *width), np.nan)) for kind, rows in self._meshes.cells(name).items()]

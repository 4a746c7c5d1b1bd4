# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Meshes in memory, from arrays or from objects of meshio and Gmsh.

The module itself can be called: `tenon.mesh(points, hex8=cells)` is `tenon.mesh.create(points,
hex8=cells)`.

Each rank passes any part of a mesh: one rank all of it, or every rank a share. The whole mesh
consists of the parts of all ranks in the order of the ranks. All indices start at 0 and refer to
the whole mesh. Results are the same as those of the same mesh in a file.
"""
from __future__ import annotations

import os
import sys
import types
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from ._library import _tenon

if TYPE_CHECKING:
    from mpi4py import MPI

Array = npt.NDArray[Any]
#: Members of a group: indices of nodes, a pair of a cell type and its members, or several pairs.
#: Members of a type are indices of cells [cells], or cells by their nodes [cells, nodes of a cell].
Members = Union[npt.ArrayLike, tuple[str, npt.ArrayLike], Sequence[tuple[str, npt.ArrayLike]]]


def _points(points: npt.ArrayLike | None) -> Array:
    """Returns points as an array [nodes, 3]."""
    if points is None:
        return np.zeros((0, 3))
    array = np.asarray(points, dtype=np.float64)
    if array.size == 0:
        return np.zeros((0, 3))
    if array.ndim != 2 or array.shape[1] not in (2, 3):
        raise ValueError(f"points must have the shape [nodes, 3] or [nodes, 2], but have the shape {list(array.shape)}.")
    if array.shape[1] == 2:
        array = np.column_stack([array, np.zeros(len(array))])
    return np.ascontiguousarray(array)


def _indices(values: npt.ArrayLike, what: str) -> Array:
    """Returns an array of indices."""
    array = np.asarray(values)
    if array.size == 0:
        return np.zeros(array.shape, dtype=np.int64)
    if array.dtype == np.bool_:
        raise TypeError(f"{what} must be indices, not a mask: use numpy.flatnonzero(mask).")
    if not np.issubdtype(array.dtype, np.integer):
        raise TypeError(f"{what} must be integers, but are of the type {array.dtype}.")
    return np.ascontiguousarray(array, dtype=np.int64)


def _num_nodes(cell_type: str) -> int:
    """Returns the number of nodes of a cell type.

    Raises:
        ValueError: if the type is unknown, with the nearest name.
    """
    known = {one["name"]: one for one in _tenon.cell_types()}
    standard = _tenon.standard_cell_type(cell_type)
    if standard:
        return int(known[standard]["num_nodes"])
    near = _tenon.nearest_name(cell_type, list(known))
    raise ValueError(
        f"There is no cell type {cell_type!r}" + (f"; did you mean {near!r}?" if near else f"; the choices are: {', '.join(known)}.")
    )


def _is_pair(members: Any) -> bool:
    return isinstance(members, (tuple, list)) and len(members) == 2 and isinstance(members[0], str)


class Mesh:
    """Mesh in memory, or the part of this rank.

    `tenon.mesh()`, `tenon.mesh.from_meshio()` and `tenon.mesh.from_gmsh()` create it.
    """

    def __init__(self, points: npt.ArrayLike | None = None) -> None:
        #: Coordinates of the nodes [nodes, 3], in units of length.
        self.points: Array = _points(points)
        #: Cells as pairs of a type and node indices [cells, nodes of a cell].
        self.cells: list[tuple[str, Array]] = []
        #: Groups as name, type of the members ("node" for nodes), and indices [members] or nodes
        #: [members, nodes of a cell].
        self.groups: list[tuple[str, str, Array]] = []

    def add_cells(self, cell_type: str, nodes: npt.ArrayLike) -> None:
        """Adds cells of one type.

        Args:
            cell_type: name of tenon, such as "hex8", with nodes in Gmsh's order, or name of meshio,
                such as "hexahedron", with nodes in the order of VTK.
            nodes: indices of the nodes of each cell [cells, nodes of a cell].

        Raises:
            ValueError: if the type is unknown or the array has the wrong shape.
        """
        num_nodes = _num_nodes(cell_type)
        array = _indices(nodes, f"the nodes of {cell_type} cells")
        if array.size == 0:
            array = array.reshape(0, num_nodes)
        if num_nodes == 1 and array.ndim == 1:
            array = array.reshape(-1, 1)
        if array.ndim != 2 or array.shape[1] != num_nodes:
            raise ValueError(
                f"{cell_type} cells must have the shape [cells, {num_nodes}], but have the shape {list(array.shape)}."
            )
        self.cells.append((cell_type, array))

    def add_group(self, name: str, members: Members) -> None:
        """Adds members to a named group of nodes, edges, faces or cells.

        Args:
            name: name of the group.
            members: indices of nodes; or a pair of a cell type and its members; or a list of pairs.
                The members of a type are indices of its cells [cells], or cells by their nodes
                [cells, nodes of a cell], which need not be among the cells of the mesh.

        Raises:
            ValueError: if a type is unknown or an array has the wrong shape.
        """
        given: Any = members
        if _is_pair(given):
            pairs = [given]
        elif isinstance(given, (tuple, list)) and len(given) > 0 and all(map(_is_pair, given)):
            pairs = list(given)
        else:
            pairs = [("node", given)]
        for cell_type, values in pairs:
            what = f"the members of the group {name!r}"
            array = _indices(values, what)
            num_nodes = _num_nodes(cell_type)
            if array.ndim > 2 or (array.ndim == 2 and array.size > 0 and array.shape[1] != num_nodes):
                raise ValueError(
                    f"{what} must have the shape [{cell_type}s] or [{cell_type}s, {num_nodes}], "
                    f"but have the shape {list(array.shape)}."
                )
            if array.ndim == 2 and cell_type == "node":
                array = array.ravel()
            self.groups.append((name, cell_type, np.atleast_1d(array)))

    @property
    def group_names(self) -> list[str]:
        """Names of the groups of this part, in the order in which they were added."""
        return list(dict.fromkeys(name for name, _, _ in self.groups))

    def write(self, path: str | os.PathLike[str], comm: MPI.Comm | None = None) -> None:
        """Writes the mesh as a Gmsh file, format 2.2. Collective.

        Args:
            path: path of the file.
            comm: communicator of the ranks that hold the parts; MPI.COMM_WORLD by default.

        Raises:
            InputError: if the mesh is invalid.
            FileError: if the file cannot be written.
        """
        _tenon.write_mesh(self, os.path.basename(path), os.fspath(path), comm)

    def __repr__(self) -> str:
        cells = ", ".join(f"{len(nodes)} {name}" for name, nodes in self.cells) or "no cells"
        nodes = f"{len(self.points)} node" + ("" if len(self.points) == 1 else "s")
        return f"<tenon mesh: {nodes}, {cells}, groups: {', '.join(self.group_names) or 'none'}>"


def create(
    points: npt.ArrayLike | None = None,
    *,
    cells: Mapping[str, npt.ArrayLike] | None = None,
    groups: Mapping[str, Members] | None = None,
    **cells_by_type: npt.ArrayLike,
) -> Mesh:
    """Returns a mesh in memory. `tenon.mesh()` is the same function.

    >>> import tenon
    >>> points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    >>> tenon.mesh(points, tet4=[[0, 1, 2, 3]], groups={"base": ("tri3", [[0, 2, 1]]), "tip": [3]})
    <tenon mesh: 4 nodes, 1 tet4, groups: base, tip>

    Args:
        points: coordinates of the nodes [nodes, 3], or [nodes, 2] in the plane z = 0; none on a rank
            that has no part of the mesh.
        cells: cells by type, as the keyword arguments.
        groups: members by the name of the group, see `Mesh.add_group()`.
        cells_by_type: indices of the nodes of each cell [cells, nodes of a cell] by cell type, such
            as `hex8=..`. Names of tenon (`tenon list element`) imply Gmsh's order of nodes, names of
            meshio that of VTK.

    Raises:
        ValueError: if a type is unknown or an array has the wrong shape.
    """
    mesh = Mesh(points)
    for name, nodes in {**(cells or {}), **cells_by_type}.items():
        mesh.add_cells(name, nodes)
    for name, members in (groups or {}).items():
        mesh.add_group(name, members)
    return mesh


def _concatenated(blocks: Sequence[tuple[str, Array]]) -> tuple[dict[str, Array], list[int]]:
    """Returns the cells of all blocks by type, and the index of the first cell of each block."""
    by_type: dict[str, list[Array]] = {}
    starts: list[int] = []
    for cell_type, nodes in blocks:
        known = by_type.setdefault(cell_type, [])
        starts.append(sum(map(len, known)))
        known.append(nodes)
    return {cell_type: np.concatenate(parts) for cell_type, parts in by_type.items()}, starts


def _physical_groups(mesh: Any) -> Iterator[tuple[str, int, Array]]:
    """Returns name, block and indices in the block of the physical groups of a meshio mesh."""
    physical = mesh.cell_data.get("gmsh:physical")
    if physical is None:
        return
    dimensions = {one["name"]: one["dimension"] for one in _tenon.cell_types()}
    names = {(int(entry[1]), int(entry[0])): name for name, entry in mesh.field_data.items() if len(entry) >= 2}
    for block, (cells, tags) in enumerate(zip(mesh.cells, physical)):
        standard = _tenon.standard_cell_type(cells.type)
        for tag in np.unique(np.asarray(tags)):
            if tag != 0 and standard:
                name = names.get((dimensions[standard], int(tag)), str(int(tag)))
                yield name, block, np.flatnonzero(np.asarray(tags) == tag)


def _without_repetition(nodes: Array) -> tuple[Array, Array]:
    """Returns the distinct cells in their order, and the index of each given cell among them."""
    if len(nodes) == 0:
        return nodes, np.zeros(0, dtype=np.int64)
    _, first, inverse = np.unique(np.sort(nodes, axis=1), axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return nodes[np.sort(first)], rank[np.ravel(inverse)]


def from_meshio(mesh: Any) -> Mesh:
    """Returns the mesh of a `meshio.Mesh`.

    Groups are its `cell_sets` and `point_sets`, and the physical groups that meshio reads from Gmsh
    files, named by `field_data` or by their number. Names that begin with "gmsh:" are omitted.
    Cells that a file of format 2.2 repeats for each physical group become one cell.

    Raises:
        ValueError: if tenon does not support a cell type of the mesh.
    """
    made = Mesh(mesh.points)
    cells, starts = _concatenated(
        [(block.type, _indices(block.data, f"the nodes of {block.type} cells")) for block in mesh.cells]
    )
    numbers: dict[str, Array] = {}
    is_repeated = "gmsh:physical" in mesh.cell_data
    for cell_type, nodes in cells.items():
        if is_repeated:
            nodes, numbers[cell_type] = _without_repetition(nodes)
        made.add_cells(cell_type, nodes)

    def add(name: str, block: int, members: Array) -> None:
        cell_type = mesh.cells[block].type
        indices = starts[block] + _indices(members, f"the members of the set {name!r}")
        made.add_group(name, (cell_type, numbers[cell_type][indices] if is_repeated else indices))

    for name, block, members in _physical_groups(mesh):
        add(name, block, members)
    for name, by_block in mesh.cell_sets.items():
        if not name.startswith("gmsh:"):
            for block, members in enumerate(by_block):
                if members is not None and len(members) > 0:
                    add(name, block, np.asarray(members))
    for name, nodes in mesh.point_sets.items():
        made.add_group(name, np.asarray(nodes))
    return made


def _physical_entities(model: Any) -> tuple[dict[tuple[int, int], list[str]], list[tuple[int, int]]]:
    """Returns the names of the physical groups of each entity, and the entities in their order."""
    names: dict[tuple[int, int], list[str]] = {}
    for dimension, tag in model.getPhysicalGroups():
        name = model.getPhysicalName(dimension, tag) or str(tag)
        for entity in model.getEntitiesForPhysicalGroup(dimension, tag):
            names.setdefault((int(dimension), int(entity)), []).append(name)
    entities = [(int(dimension), int(entity)) for dimension, entity in model.getEntities()]
    if names:  # as in files, which then contain only the elements of physical groups
        entities = [entity for entity in entities if entity in names]
    return names, entities


def from_gmsh(gmsh: Any) -> Mesh:
    """Returns the mesh of the current model of Gmsh.

    Groups are the physical groups. If there are any, the mesh consists of their elements, as in a
    file that Gmsh writes.

    >>> import gmsh                                                        # doctest: +SKIP
    >>> gmsh.model.mesh.generate(3)                                        # doctest: +SKIP
    >>> mesh = tenon.mesh.from_gmsh(gmsh)                                  # doctest: +SKIP

    Args:
        gmsh: module `gmsh`, which has been initialised. On a rank that has no mesh, the program
            passes `tenon.mesh()` instead of calling this function.

    Raises:
        ValueError: if tenon does not support a type of elements.
    """
    model = gmsh.model
    tags, coordinates, _ = model.mesh.getNodes()
    made = Mesh(np.reshape(coordinates, (-1, 3)))
    order = np.argsort(tags)
    sorted_tags = np.asarray(tags)[order]
    types_of_gmsh = {one["gmsh_type"]: one for one in _tenon.cell_types()}
    names, entities = _physical_entities(model)
    blocks: list[tuple[str, Array]] = []
    groups: list[list[str]] = []
    for dimension, entity in entities:
        kinds, _, connectivity = model.mesh.getElements(dimension, entity)
        for gmsh_type, element_nodes in zip(kinds, connectivity):
            if int(gmsh_type) not in types_of_gmsh:
                raise ValueError(f"tenon does not support elements of Gmsh's type {gmsh_type}.")
            cell = types_of_gmsh[int(gmsh_type)]
            nodes = order[np.searchsorted(sorted_tags, element_nodes)]
            blocks.append((cell["name"], nodes.reshape(-1, cell["num_nodes"])))
            groups.append(names.get((dimension, entity), []))
    cells, starts = _concatenated(blocks)
    for cell_type, nodes in cells.items():
        made.add_cells(cell_type, nodes)
    for (cell_type, nodes), start, of_block in zip(blocks, starts, groups):
        for name in of_block:
            made.add_group(name, (cell_type, start + np.arange(len(nodes))))
    return made


_MadeMesh = Mesh


class _CallableModule(types.ModuleType):
    """Module that can be called as `create()`."""

    def __call__(
        self,
        points: npt.ArrayLike | None = None,
        *,
        cells: Mapping[str, npt.ArrayLike] | None = None,
        groups: Mapping[str, Members] | None = None,
        **cells_by_type: npt.ArrayLike,
    ) -> Mesh:
        return create(points, cells=cells, groups=groups, **cells_by_type)


class MeshModule:
    """Type of `tenon.mesh` for type checkers: a function, and the functions of the module."""

    Mesh = Mesh
    create = staticmethod(create)
    from_meshio = staticmethod(from_meshio)
    from_gmsh = staticmethod(from_gmsh)

    def __call__(
        self,
        points: npt.ArrayLike | None = None,
        *,
        cells: Mapping[str, npt.ArrayLike] | None = None,
        groups: Mapping[str, Members] | None = None,
        **cells_by_type: npt.ArrayLike,
    ) -> _MadeMesh:
        """Returns a mesh in memory, see `create()`."""
        return create(points, cells=cells, groups=groups, **cells_by_type)


#: Module as a type checker sees it.
mesh = MeshModule()
sys.modules[__name__].__class__ = _CallableModule

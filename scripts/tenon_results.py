# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads results of tenon: fields by name, step and object, and bodies as meshio meshes.

    import tenon_results

    with tenon_results.open("bracket.h5") as results:
        results.times                                     # [1.0]
        results.objects                                   # ["bracket", "block"]
        u = results.field("displacement", "block")        # [nodes, 3], last step, mesh-file order
        u = results.field("displacement", "block", 0)     # first step
        s = results.cell_field("stress", "block")         # {"hex20": [cells, 9]}
        tags = results.tags("block")                      # numbers of the nodes in the mesh file
        rows = results.multipliers("interface")           # {"multipliers": [rows], ...}
        contacts = results.contacts()                     # {"object", "body", "force", ...}
        tip = results.history("tip")                      # {"time": [steps], ...} of all steps
        mesh = results.mesh("block")                      # meshio.Mesh with all fields
        print(results.summary["unknowns"])

Steps are counted from 0, negative ones from the end. An unknown name raises a KeyError that lists
the existing names. All data are validated before they are returned: sizes against the file and the
mesh, types, indices. An invalid file raises DamagedResult with the file and the dataset. Requires
h5py and numpy; mesh() requires meshio.
"""
import functools
import json
import os

import h5py
import numpy as np

#: Name of each cell type in meshio. The files use VTK's node order, as meshio does.
MESHIO_TYPES = {
    "point1": "vertex", "line2": "line", "line3": "line3", "tri3": "triangle", "tri6": "triangle6", "quad4": "quad", "quad8": "quad8",
    "quad9": "quad9", "tet4": "tetra", "tet10": "tetra10", "pyramid5": "pyramid", "prism6": "wedge", "prism15": "wedge15",
    "hex8": "hexahedron", "hex20": "hexahedron20", "hex27": "hexahedron27",
}


NODES = {"point1": 1, "line2": 2, "line3": 3, "tri3": 3, "tri6": 6, "quad4": 4, "quad8": 8, "quad9": 9, "tet4": 4, "tet10": 10,
         "pyramid5": 5, "prism6": 6, "prism15": 15, "hex8": 8, "hex20": 20, "hex27": 27}


class NoResult(Exception):
    """Raised if a file does not exist or is not a result of tenon."""


class DamagedResult(NoResult):
    """Raised if a result is invalid: truncated, overwritten or forged."""


class NoSuchName(KeyError):
    """Raised if a name does not exist; the message lists the existing names."""

    def __str__(self):
        return self.args[0]


def _validated(method):
    """Decorates a method so that any error while reading a file raises DamagedResult."""
    @functools.wraps(method)
    def read(self, *arguments, **options):
        try:
            return method(self, *arguments, **options)
        except (NoResult, NoSuchName, ImportError):
            raise
        except Exception as error:  # h5py raises many types; only the text is informative
            reason = str(error).partition("\n")[0][:200] or type(error).__name__
            raise DamagedResult(f"'{self.path}' is damaged: {reason}") from None
    return read


def open(path):  # pylint: disable=redefined-builtin  (used with the name of the module, as h5py.File)
    """Opens the results of `path`. They are closed by `with` or close()."""
    return Results(path)


class Results:
    """Results in one HDF5 file written by `tenon run`. Data are read on demand."""

    def __init__(self, path):
        self.path = path
        if not os.path.exists(path):
            raise NoResult(f"There is no file '{path}'.")
        if not os.path.isfile(path):
            raise NoResult(f"'{path}' is not a regular file.")
        self.size = os.path.getsize(path)
        try:
            self.file = h5py.File(path, "r")
        except (OSError, RuntimeError) as error:
            raise NoResult(f"'{path}' is not an HDF5 file: {error}") from None
        self._list_steps()

    @_validated
    def _list_steps(self):
        if not all(self._has(self.file, name) for name in ("meshes", "steps")) or not len(self._group(self.file, "steps")):
            raise NoResult(f"'{self.path}' is not a result file of tenon (no /meshes or no /steps).")
        names = list(self._group(self.file, "steps"))
        if not all(name.isascii() and name.isdigit() for name in names):
            raise DamagedResult(f"'{self.path}' is damaged: the name of a step is not a number.")
        self.steps = sorted(names, key=int)  #: Names of the steps, "0000" first.

    def close(self):
        self.file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    @_validated
    def times(self):
        """Time of each step."""
        return [self._attribute(self._step(step), "time", 0.0) for step in self.steps]

    @property
    @_validated
    def frequencies(self):
        """Frequency of each step that is a vibration mode; None for other steps."""
        return [self._attribute(self._step(step), "frequency", None) for step in self.steps]

    @property
    @_validated
    def eigenvalues(self):
        """Eigenvalue of each step that is a vibration or buckling mode; None for other steps."""
        return [self._attribute(self._step(step), "eigenvalue", None) for step in self.steps]

    @property
    @_validated
    def objects(self):
        """Names of the objects."""
        return list(self._group(self.file, "meshes"))

    @property
    @_validated
    def summary(self):
        """Summary of the run as a dict."""
        return json.loads(self._text("summary"))

    @property
    @_validated
    def case(self):
        """Text of the case file."""
        return self._text("case")

    @_validated
    def step(self, step=-1):
        """Returns the HDF5 group of a step."""
        if not -len(self.steps) <= step < len(self.steps):
            raise NoSuchName(f"There is no step {step}: the number of steps is {len(self.steps)}, and they are numbered from 0.")
        return self._step(self.steps[step])

    @_validated
    def is_mode(self, step=-1):
        """Returns true if a step is a vibration or buckling mode."""
        return self._attribute(self.step(step), "eigenvalue", None) is not None

    @_validated
    def points(self, name):
        """Returns the reference coordinates of an object's nodes, [nodes, 3]."""
        points = self._array(self._mesh(name), "points", float)
        if points.ndim != 2 or not 1 <= points.shape[1] <= 3:
            raise self._damaged(f"the points of '{name}' are not a table of 3 columns")
        if not np.isfinite(points).all():
            raise self._damaged(f"points of '{name}' are infinite or NaN")
        return np.pad(points, ((0, 0), (0, 3 - points.shape[1])))

    @_validated
    def tags(self, name):
        """Returns the numbers of an object's nodes in its mesh file, [nodes]."""
        return self._array(self._mesh(name), "tags", int, rows=self._count(name))

    @_validated
    def cells(self, name):
        """Returns the nodes (from 0, VTK order) of an object's cells: {"tet10": [cells, 10]}."""
        mesh, count, found = self._mesh(name), self._count(name), {}
        for kind in MESHIO_TYPES:
            if not self._has(mesh, kind):
                continue
            cells = self._array(self._group(mesh, kind), "cells", int)
            cells = cells.reshape(len(cells), -1)
            if len(cells) and cells.shape[1] != NODES[kind]:
                raise self._damaged(f"the {kind} of '{name}' have {cells.shape[1]} nodes each instead of {NODES[kind]}")
            if len(cells) and (cells.min() < 0 or cells.max() >= count):
                raise self._damaged(f"a {kind} of '{name}' refers to a node outside the {count} nodes")
            if len(cells):
                found[kind] = cells
        return found

    @_validated
    def fields(self, name, step=-1):
        """Returns the names of an object's nodal fields."""
        return self._field_names(self._fields_of(name, step))

    @_validated
    def cell_fields(self, name, step=-1):
        """Returns the names of an object's cell fields."""
        group = self._fields_of(name, step)
        return sorted({field for kind in MESHIO_TYPES if self._has(group, kind) for field in self._dataset_names(group[kind])})

    @_validated
    def field(self, field, name, step=-1):
        """Returns a nodal field in the order of tags(), [nodes] or [nodes, components]."""
        group = self._fields_of(name, step)
        if field not in self._field_names(group):
            raise _no("field on nodes", field, self._field_names(group))
        return self._rows(group, field, self._count(name))

    @_validated
    def cell_field(self, field, name, step=-1):
        """Returns a cell field of an object by cell type: {"tet10": [cells, components]}."""
        group, cells = self._fields_of(name, step), self.cells(name)
        found = {kind: self._rows(self._group(group, kind), field, len(rows)) for kind, rows in cells.items()
                 if self._has(group, kind) and self._has(group[kind], field)}
        if not found:
            raise _no("field on cells", field, self.cell_fields(name, step))
        if len({values.shape[1:] for values in found.values()}) > 1:
            raise self._damaged(f"'{field}' of '{name}' has a different number of components on cells of different types")
        return found

    @property
    @_validated
    def histories(self):
        """Names of the histories."""
        return list(self._group(self.file, "histories")) if self._has(self.file, "histories") else []

    @_validated
    def history(self, name):
        """Returns the columns of a history for all steps of the run, {"time": [steps], ...}."""
        if name not in self.histories:
            raise _no("history", name, self.histories)
        group = self._group(self.file["histories"], name)
        columns = _names(json.loads(group.attrs["columns"]))
        times = self._array(group, "time", float)
        values = self._array(group, "values", float)
        if values.size != len(times.ravel()) * len(columns):
            raise self._damaged(f"the history '{name}' does not have {len(columns)} values for each of {len(times)} times")
        return {"time": times.ravel(), **dict(zip(columns, values.reshape(-1, len(columns)).T))}

    @property
    @_validated
    def constraints(self):
        """Names of the constraints."""
        names = []
        if self._has(self.file, "constraints"):
            self._group(self.file, "constraints").visititems(
                lambda name, item: names.append(name) if "objects" in item.attrs else None)
        return names

    @_validated
    def multipliers(self, constraint, step=-1):
        """Returns the Lagrange multipliers of a constraint and their rows: {"multipliers": [rows],
        "object": names, "node", "component", "number": [rows]}. The object is None and an index is
        -1 where a row has none."""
        if constraint not in self.constraints:
            raise _no("constraint", constraint, self.constraints)
        group = self._group(self.file["constraints"], constraint)
        rows = {key: self._array(group, key, int) for key in self._dataset_names(group)}
        names = [*_names(json.loads(group.attrs["objects"])), None]  # index -1 selects the last entry, None
        if len(rows["object"]) and not -1 <= rows["object"].min() <= rows["object"].max() < len(names) - 1:
            raise self._damaged(f"rows of '{constraint}' refer to objects that do not exist")
        rows["object"] = [names[k] for k in rows["object"]]
        rows["multipliers"] = self._array(self._group(group, "multipliers"), self.step(step).name.rpartition("/")[2], float,
                                          rows=len(rows["object"]))
        return rows

    @_validated
    def contacts(self, step=-1):
        """Returns the contacts of rigid bodies in a step: {"object", "body": [contacts, 2] of the
        first and second body, "position", "normal", "force", "moment": [contacts, 3], "gap":
        [contacts]}. Normals point from the first to the second body. At the position, force acts on
        the second body, -force on the first. Positions and gaps are at the step's start. "place" is
        the former name of "position"."""
        if not self._has(self.file, "contacts"):
            raise NoSuchName("There are no contacts of rigid bodies in this file.")
        contacts = self._group(self.file, "contacts")
        group = self._group(contacts, self.step(step).name.rpartition("/")[2])
        rows = {key: self._array(group, key, int if key in ("object", "body") else float)
                for key in self._dataset_names(group) if not key.endswith("_on_first")}
        if "place" in rows:
            rows.setdefault("position", rows["place"])  # files of earlier versions have the former name only
        names = _names(json.loads(contacts.attrs["objects"]))
        pairs = rows["object"]
        if pairs.size and not 0 <= pairs.min() <= pairs.max() < len(names):
            raise self._damaged("contacts refer to objects that do not exist")
        rows["object"] = [[names[k] for k in pair] for pair in pairs]
        return rows

    @_validated
    def mesh(self, name, step=-1, deformed=False):
        """Returns an object as meshio.Mesh with all fields of a step, deformed or undeformed."""
        import meshio

        cells = self.cells(name)
        points = self.points(name)
        if deformed:
            points = points + self.field("displacement", name, step)
        cell_data = {}
        for field in self.cell_fields(name, step):
            values = self.cell_field(field, name, step)
            width = next(iter(values.values())).shape[1:]
            cell_data[field] = [values.get(kind, np.full((len(rows), *width), np.nan)) for kind, rows in cells.items()]
        return meshio.Mesh(points, [(MESHIO_TYPES[kind], rows) for kind, rows in cells.items()],
                           point_data={field: self.field(field, name, step) for field in self.fields(name, step)}, cell_data=cell_data)

    # The methods below read this file only: external links and external storage are rejected.

    def _damaged(self, reason):
        return DamagedResult(f"'{self.path}' is damaged: {reason}.")

    def _has(self, group, name):
        """Returns true if the entry exists in this file."""
        for part in name.split("/"):
            if not isinstance(group, h5py.Group):
                return False
            link = group.get(part, getlink=True)
            if link is None:
                return False
            if not isinstance(link, h5py.HardLink):
                raise self._damaged(f"'{name}' is a link to another location")
            group = group[part]
        return True

    def _group(self, parent, name):
        if not self._has(parent, name):
            raise self._damaged(f"there is no '{name}' in '{parent.name}'")
        if not isinstance(parent[name], h5py.Group):
            raise self._damaged(f"'{name}' in '{parent.name}' is not a group")
        return parent[name]

    def _array(self, group, name, kind, rows=None):
        """Returns the values of a dataset as float or int."""
        if not self._has(group, name):
            raise self._damaged(f"there is no '{name}' in '{group.name}'")
        dataset = group[name]
        if not isinstance(dataset, h5py.Dataset) or dataset.is_virtual or dataset.external:
            raise self._damaged(f"'{dataset.name}' is not a dataset of this file")
        if dataset.dtype.kind not in ("iu" if kind is int else "iuf") or dataset.ndim not in (1, 2):
            raise self._damaged(f"'{dataset.name}' is not a table of {'integers' if kind is int else 'numbers'}")
        if dataset.size * dataset.dtype.itemsize > self.size:
            raise self._damaged(f"'{dataset.name}' is larger than the file")
        if rows is not None and dataset.shape[0] != rows:
            raise self._damaged(f"'{dataset.name}' has {dataset.shape[0]} rows instead of {rows}")
        return np.asarray(dataset[()], np.int64 if kind is int else float)

    def _rows(self, group, name, rows):
        """Returns a field: scalars as [n], other fields as [n, components]."""
        values = self._array(group, name, float, rows)
        if values.ndim == 2 and not 1 <= values.shape[1] <= 9:
            raise self._damaged(f"'{name}' has {values.shape[1]} components")
        return values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values

    def _text(self, name):
        if not self._has(self.file, name):
            raise NoSuchName(f"There is no '{name}' in this file: the run that writes it has not finished.")
        dataset = self.file[name]
        if not isinstance(dataset, h5py.Dataset) or dataset.shape != () or dataset.dtype.kind not in "SO":
            raise self._damaged(f"'{name}' is not a string")
        text = dataset[()]
        return text.decode() if isinstance(text, bytes) else str(text)

    def _attribute(self, item, name, default):
        if name not in item.attrs:
            return default
        value = np.asarray(item.attrs[name])
        if value.size != 1 or value.dtype.kind not in "iuf" or not np.isfinite(value).all():
            raise self._damaged(f"the attribute `{name}` of '{item.name}' is not a number")
        return float(value.ravel()[0])

    def _step(self, name):
        return self._group(self._group(self.file, "steps"), name)

    def _mesh(self, name):
        meshes = self._group(self.file, "meshes")
        if not self._has(meshes, name):
            raise _no("object", name, meshes)
        return self._group(meshes, name)

    def _count(self, name):
        mesh = self._mesh(name)
        return mesh["points"].shape[0] if self._has(mesh, "points") else 0

    def _fields_of(self, name, step):
        group = self.step(step) if self._mesh(name) else {}
        return self._group(group, name) if self._has(group, name) else {}

    def _dataset_names(self, group):
        return sorted(key for key in group if self._has(group, key) and isinstance(group[key], h5py.Dataset))

    def _field_names(self, group):
        """Returns the names of nodal fields. They may contain slashes: "force_joint of a/b"."""
        if not isinstance(group, h5py.Group):
            return []
        return sorted(self._dataset_names(group) + [
            f"{key}/{name}" for key in group if self._has(group, key) and isinstance(group[key], h5py.Group)
            and key not in MESHIO_TYPES for name in self._field_names(group[key])])


def _names(names):
    """Validates and returns a list of strings from a JSON attribute."""
    if isinstance(names, list) and names and all(isinstance(name, str) for name in names):
        return names
    raise ValueError("an attribute is not a list of names")


def _no(what, name, there):
    return NoSuchName(f"There is no {what} '{name}'; the choices are: {', '.join(there) or 'none'}.")


__all__ = ["open", "Results", "NoResult", "DamagedResult", "NoSuchName", "MESHIO_TYPES"]

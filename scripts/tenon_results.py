"""Reads results of tenon: fields by name, step and object, and bodies as meshio meshes.

    import tenon_results

    with tenon_results.open("bracket.h5") as results:
        results.times                                     # [1.0]
        results.objects                                   # ["bracket", "block"]
        u = results.field("displacement", "block")        # [nodes, 3], of the last step, in the order of the mesh file
        u = results.field("displacement", "block", 0)     # of the first one
        s = results.cell_field("stress", "block")         # {"hex20": [cells, 9]}
        tags = results.tags("block")                      # numbers of the nodes in the mesh file
        rows = results.multipliers("interface")           # {"multipliers": [rows], "node": [rows], ...}
        touches = results.contacts()                      # of rigid bodies: {"object", "body", "force", ...}
        tip = results.history("tip")                      # {"time": [steps], "displacement_x": [steps], ...}, of every step
        mesh = results.mesh("block")                      # meshio.Mesh with all fields
        print(results.summary["unknowns"])

Steps are counted from 0, and from the end where negative. A name that is not there is a KeyError that says which ones are.
Needs h5py and numpy; mesh() needs meshio.
"""
import json
import os

import h5py
import numpy as np

#: meshio's name of each cell type; the files hold VTK's node order, which is meshio's.
MESHIO_TYPES = {
    "point1": "vertex", "line2": "line", "line3": "line3", "tri3": "triangle", "tri6": "triangle6", "quad4": "quad", "quad8": "quad8",
    "quad9": "quad9", "tet4": "tetra", "tet10": "tetra10", "pyramid5": "pyramid", "prism6": "wedge", "prism15": "wedge15",
    "hex8": "hexahedron", "hex20": "hexahedron20", "hex27": "hexahedron27",
}


class NoResult(Exception):
    """A file that is not there, or that holds no result of tenon."""


def open(path):  # pylint: disable=redefined-builtin  (as h5py.File, used with its module's name before it)
    """The results of `path`; closed by `with` or close()."""
    return Results(path)


class Results:
    """One HDF5 file of `tenon run`. Nothing is read before it is asked for."""

    def __init__(self, path):
        if not os.path.exists(path):
            raise NoResult(f"There is no file '{path}'.")
        try:
            self.file = h5py.File(path, "r")
        except OSError as error:
            raise NoResult(f"'{path}' is no HDF5 file: {error}") from None
        if "meshes" not in self.file or "steps" not in self.file or not len(self.file["steps"]):
            self.file.close()
            raise NoResult(f"'{path}' holds no result of tenon (no /meshes or no /steps).")
        self.steps = sorted(self.file["steps"], key=int)  #: names of the steps, "0000" first

    def close(self):
        self.file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def times(self):
        """The time of each step."""
        return [float(self.file["steps"][step].attrs.get("time", 0.0)) for step in self.steps]

    @property
    def objects(self):
        """Names of the objects."""
        return list(self.file["meshes"])

    @property
    def summary(self):
        """What the run printed, as a dict."""
        return json.loads(self.file["summary"][()].decode())

    def step(self, step=-1):
        """The HDF5 group of a step."""
        if not -len(self.steps) <= step < len(self.steps):
            raise KeyError(f"There is no step {step}; there are {len(self.steps)}, from 0 on.")
        return self.file["steps"][self.steps[step]]

    def points(self, name):
        """Places of an object's nodes at rest, [nodes, 3]."""
        points = np.asarray(self._mesh(name)["points"], float)
        return np.pad(points, ((0, 0), (0, 3 - points.shape[1])))

    def tags(self, name):
        """Numbers of an object's nodes in its mesh file, [nodes]."""
        return self._mesh(name)["tags"][()]

    def cells(self, name):
        """Nodes of an object's cells by cell type, counted from 0, in VTK's order: {"tet10": [cells, 10]}."""
        mesh = self._mesh(name)
        return {kind: mesh[kind]["cells"][()] for kind in MESHIO_TYPES if kind in mesh and len(mesh[kind]["cells"])}

    def fields(self, name, step=-1):
        """Names of an object's fields on nodes."""
        return _fields(self._fields_of(name, step))

    def cell_fields(self, name, step=-1):
        """Names of an object's fields on cells."""
        group = self._fields_of(name, step)
        return sorted({field for kind in MESHIO_TYPES if kind in group for field in _datasets(group[kind])})

    def field(self, field, name, step=-1):
        """A field on an object's nodes, [nodes] or [nodes, components], in the order of tags()."""
        group = self._fields_of(name, step)
        if field not in _fields(group):
            raise _no("field on nodes", field, _fields(group))
        return _rows(group[field])

    def cell_field(self, field, name, step=-1):
        """A field on an object's cells by cell type: {"tet10": [cells, components]}."""
        group = self._fields_of(name, step)
        found = {kind: _rows(group[kind][field]) for kind in MESHIO_TYPES if kind in group and field in group[kind]}
        if not found:
            raise _no("field on cells", field, self.cell_fields(name, step))
        return found

    @property
    def histories(self):
        """Names of the histories."""
        return list(self.file.get("histories", {}))

    def history(self, name):
        """A history by column: {"time": [steps], ...}, of every step and not of the written ones only."""
        if name not in self.histories:
            raise _no("history", name, self.histories)
        group = self.file["histories"][name]
        columns = json.loads(group.attrs["columns"])
        return {"time": group["time"][()], **dict(zip(columns, group["values"][()].reshape(-1, len(columns)).T))}

    @property
    def constraints(self):
        """Names of the constraints."""
        names = []
        self.file.get("constraints", self.file).visititems(
            lambda name, item: names.append(name) if "objects" in item.attrs else None)
        return names

    def multipliers(self, constraint, step=-1):
        """The multipliers of a constraint and what each row belongs to: {"multipliers": [rows], "object": names, "node",
        "component", "number": [rows]}; None for rows of no object, -1 for what a row does not have."""
        if constraint not in self.constraints:
            raise _no("constraint", constraint, self.constraints)
        group = self.file["constraints"][constraint]
        rows = {key: group[key][()] for key in _datasets(group)}
        names = [*json.loads(group.attrs["objects"]), None]  # -1 is the last one
        rows["object"] = [names[k] for k in rows["object"]]
        rows["multipliers"] = group["multipliers"][self.step(step).name.rpartition("/")[2]][()]
        return rows

    def contacts(self, step=-1):
        """Where rigid bodies touched in the step that ended there: {"object", "body": [contacts, 2], of the first and the second one,
        "place", "normal", "force", "moment": [contacts, 3], "gap": [contacts]}. Normals point from the first body to the second one,
        on which the force acts, at the place; -force acts on the first one. Places and gaps are of the step's beginning."""
        if "contacts" not in self.file:
            raise KeyError("There are no contacts of rigid bodies in this file.")
        group = self.file["contacts"]
        rows = {key: item[()] for key, item in group[self.step(step).name.rpartition("/")[2]].items() if key != "place_on_first"}
        names = json.loads(group.attrs["objects"])
        rows["object"] = [[names[k] for k in pair] for pair in rows["object"]]
        return rows

    def mesh(self, name, step=-1, deformed=False):
        """An object as meshio.Mesh, with all fields of a step; `deformed`: at its places in that step."""
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

    def _mesh(self, name):
        if name not in self.file["meshes"]:
            raise _no("object", name, self.file["meshes"])
        return self.file["meshes"][name]

    def _fields_of(self, name, step):
        self._mesh(name)
        return self.step(step).get(name, {})


def _datasets(group):
    return sorted(key for key, item in group.items() if isinstance(item, h5py.Dataset))


def _fields(group):
    """Names of fields on nodes, which hold slashes where those of constraints do: "force_joint of a/b"."""
    return sorted(_datasets(group) + [f"{key}/{name}" for key, item in group.items()
                                      if isinstance(item, h5py.Group) and key not in MESHIO_TYPES for name in _fields(item)])


def _rows(dataset):
    """Scalars as [n], everything else as [n, components]."""
    values = dataset[()]
    return values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values


def _no(what, name, there):
    return KeyError(f"There is no {what} '{name}'; there are: {', '.join(there) or 'none'}.")


__all__ = ["open", "Results", "NoResult", "MESHIO_TYPES"]

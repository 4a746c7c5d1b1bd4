# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Results in one HDF5 file."""
import json
from collections.abc import Iterable, Sequence
from html import escape
from types import TracebackType
from typing import Any

import numpy as np

from tenon.results import frames, meshio_meshes, overview, plotting, rendering, vtu
from tenon.results.errors import InputError, NoResult
from tenon.results.fields import Fields
from tenon.results.histories import Histories
from tenon.results.meshes import Meshes
from tenon.results.reading import Floats, Integers, PathLike, ValidatedFile, validated
from tenon.results.rows import ConstraintRows
from tenon.results.steps import Steps


class Results:
    """Results in one HDF5 file written by `tenon run`. Data are read on demand.

    Steps are counted from 0, negative ones from the end; the default is the last step. Arrays are
    in the order of the mesh file. The file may belong to a run that has not finished: refresh()
    makes steps visible that have been added since.

    All methods that read data raise NoSuchName, a KeyError, if a name does not exist, and
    DamagedResult if the data are invalid.
    """

    def __init__(self, path: PathLike) -> None:
        """Opens a result.

        @param path  HDF5 file written by `tenon run`
        @throws NoResult if the file does not exist or is not a result of tenon
        @throws DamagedResult if the list of steps is invalid
        """
        self.source = ValidatedFile(path)  #: Access to the datasets of the file.
        self._meshes = Meshes(self.source)
        self._steps = Steps(self.source)
        self._fields = Fields(self.source, self._meshes, self._steps)
        self._histories = Histories(self.source)
        self._rows = ConstraintRows(self.source, self._steps)
        try:
            self._read_steps()
        except NoResult:
            self.close()
            raise

    @validated
    def _read_steps(self) -> None:
        self._steps.read_names()

    @property
    def path(self) -> PathLike:
        """Path of the file, as it was given."""
        return self.source.path

    @property
    def file(self) -> Any:
        """The open h5py.File. Its data are not validated."""
        return self.source.file

    def refresh(self) -> bool:
        """Reads the list of steps again while a run writes the file.

        Other open results of the same file in this process must be closed, because HDF5 shares its
        cache between them.

        @return true if the number of steps has changed
        """
        before = len(self.steps)
        if self.source.has_changed():
            self.source.reopen()
        self._read_steps()
        return len(self.steps) != before

    def close(self) -> None:
        """Closes the file."""
        self.source.close()

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # Steps and texts

    @property
    def steps(self) -> list[str]:
        """Names of the steps, "0000" first."""
        return self._steps.names

    @property
    @validated
    def times(self) -> list[float]:
        """Time of each step."""
        return self._steps.times()

    @property
    @validated
    def frequencies(self) -> list[float | None]:
        """Frequency of each step that is a vibration mode; None for other steps."""
        return self._steps.attributes("frequency")

    @property
    @validated
    def eigenvalues(self) -> list[float | None]:
        """Eigenvalue of each step that is a vibration or buckling mode; None for other steps."""
        return self._steps.attributes("eigenvalue")

    @validated
    def step(self, step: int = -1) -> Any:
        """Returns the HDF5 group of a step. Its data are not validated."""
        return self._steps.group(step)

    @validated
    def is_mode(self, step: int = -1) -> bool:
        """Returns true if a step is a vibration or buckling mode."""
        return self.source.number(self._steps.group(step), "eigenvalue", None) is not None

    @property
    @validated
    def is_finished(self) -> bool:
        """True if the run that wrote the file has ended; only then there is a summary."""
        return self.source.has(self.source.file, "summary")

    @property
    @validated
    def summary(self) -> Any:
        """Summary of the run as a dict.

        @throws NoSuchName if the run has not finished
        """
        return json.loads(self.source.text("summary"))

    @property
    @validated
    def case(self) -> str:
        """Text of the case file."""
        return self.source.text("case")

    # Meshes

    @property
    @validated
    def objects(self) -> list[str]:
        """Names of the objects."""
        return self._meshes.names()

    @validated
    def points(self, name: str) -> Floats:
        """Returns the reference coordinates of an object's nodes, [nodes, 3]."""
        return self._meshes.points(name)

    @validated
    def tags(self, name: str) -> Integers:
        """Returns the numbers of an object's nodes in its mesh file, [nodes]."""
        return self._meshes.tags(name)

    @validated
    def cells(self, name: str) -> dict[str, Integers]:
        """Returns the nodes (from 0, VTK order) of an object's cells: {"tet10": [cells, 10]}."""
        return self._meshes.cells(name)

    @validated
    def cell_tags(self, name: str) -> dict[str, Integers]:
        """Returns the numbers of an object's cells in its mesh file: {"tet10": [cells]}."""
        return self._meshes.cell_tags(name)

    @validated
    def table(self, name: str, table: str) -> Floats | None:
        """Returns a table of an object's mesh, e.g. "axes" of rigid bodies, [rows, 3], or None."""
        return self._meshes.table(name, table)

    @validated
    def nodes(self, name: str, tags: Iterable[int]) -> list[int]:
        """Returns the indices of nodes that are given by their numbers in the mesh file.

        @throws InputError if a number does not exist
        """
        existing = self._meshes.tags(name)
        index = dict(zip(existing.tolist(), range(len(existing))))
        for tag in tags:
            if int(tag) not in index:
                raise InputError(f"Object '{name}' has no node {tag}.")
        return [index[int(tag)] for tag in tags]

    # Fields

    @validated
    def fields(self, name: str, step: int = -1) -> list[str]:
        """Returns the names of an object's nodal fields."""
        return self._fields.on_nodes(name, step)

    @validated
    def cell_fields(self, name: str, step: int = -1) -> list[str]:
        """Returns the names of an object's cell fields."""
        return self._fields.on_cells(name, step)

    @validated
    def field(self, field: str, name: str, step: int = -1) -> Floats:
        """Returns a nodal field in the order of tags(), [nodes] or [nodes, components]."""
        return self._fields.nodal(field, name, step)

    @validated
    def cell_field(self, field: str, name: str, step: int = -1) -> dict[str, Floats]:
        """Returns a cell field of an object by cell type: {"tet10": [cells, components]}."""
        return self._fields.of_cells(field, name, step)

    @validated
    def cell_blocks(self, field: str, name: str, step: int = -1) -> list[Floats]:
        """Returns a cell field as one array per cell type of cells(); NaN without the field."""
        return self._fields.of_blocks(field, name, step)

    @validated
    def values_at(self, field: str, name: str, tags: Sequence[int], step: int = -1) -> Floats:
        """Returns a nodal field at some nodes, of which only these rows are read.

        @param tags  numbers of the nodes in the mesh file
        @return [tags] or [tags, components]
        """
        return self._fields.nodal(field, name, step, self.nodes(name, tags))

    @validated
    def values_over_steps(self, field: str, name: str, tag: int) -> Floats:
        """Returns a nodal field at one node in all steps, [steps] or [steps, components].

        @param tag  number of the node in the mesh file
        """
        node = self.nodes(name, [tag])
        return np.concatenate([self._fields.nodal(field, name, step, node) for step in range(len(self.steps))])

    # Histories, multipliers, contacts

    @property
    @validated
    def histories(self) -> list[str]:
        """Names of the histories."""
        return self._histories.names()

    @validated
    def history(self, name: str) -> dict[str, Floats]:
        """Returns the columns of a history for all steps of the run, {"time": [steps], ...}."""
        return self._histories.columns(name)

    @property
    @validated
    def constraints(self) -> list[str]:
        """Names of the constraints."""
        return self._rows.constraints()

    @validated
    def multipliers(self, constraint: str, step: int = -1) -> dict[str, Any]:
        """Returns the Lagrange multipliers of a constraint and their rows: {"multipliers": [rows],
        "object": names, "node", "component", "number": [rows]}. The object is None and an index is
        -1 where a row has none."""
        return self._rows.multipliers(constraint, step)

    @validated
    def contacts(self, step: int = -1) -> dict[str, Any]:
        """Returns the contacts of rigid bodies in a step: {"object", "body": [contacts, 2] of the
        first and second body, "position", "normal", "force", "moment": [contacts, 3], "gap":
        [contacts]}. Normals point from the first to the second body. At the position, force acts on
        the second body, -force on the first. Positions and gaps are at the step's start. "place" is
        the former name of "position"."""
        return self._rows.contacts(step)

    # Other formats

    @validated
    def frame(self, *, history: str | None = None, field: str | None = None, cell_field: str | None = None, object: str | None = None,
              constraint: str | None = None, contacts: bool = False, step: int = -1) -> Any:
        """Returns a table as pandas.DataFrame; without arguments, the steps with their times.

        @param history     name of a history: one row per step of the run, the index is the time
        @param field       name of a nodal field: one row per node, the index is (object, node)
        @param cell_field  name of a cell field: one row per cell, the index is (object, type, cell)
        @param object      only this object, for `field` and `cell_field`; by default all that have
                           the field
        @param constraint  name of a constraint: one row per multiplier
        @param contacts    true for the contacts of rigid bodies: one row per contact
        @param step        step of fields, multipliers and contacts
        @throws InputError if more than one table is selected
        @throws MissingPackage if pandas is not installed
        """
        return frames.frame(self, history, field, cell_field, object, constraint, contacts, step)

    @validated
    def mesh(self, name: str, step: int = -1, deformed: bool = False) -> Any:
        """Returns an object as meshio.Mesh with all fields of a step, deformed or undeformed.

        @throws MissingPackage if meshio is not installed
        """
        return meshio_meshes.mesh_of_object(self, name, step, deformed)

    @validated
    def to_meshio(self, step: int = -1, *, objects: Sequence[str] = (), deformed: bool = False) -> Any:
        """Returns several objects as one meshio.Mesh with all fields of a step.

        Each object is a cell set. Fields that an object does not have are NaN in it. The point and
        cell data `object` contain the index of the object in `objects`.

        @param step      index of the step
        @param objects   names of the objects; by default all
        @param deformed  true to add the displacement to the points
        @throws MissingPackage if meshio is not installed
        """
        return meshio_meshes.mesh_of_objects(self, list(objects) or self.objects, step, deformed)

    @validated
    def write_vtu(self, folder: PathLike, *, steps: Iterable[int] | None = None, objects: Sequence[str] = (), deformed: bool = False) -> str:
        """Writes VTK files with all fields: one .vtu for each step and object, and one .pvd.

        @param folder    folder of the files; it is created if it does not exist
        @param steps     indices of steps; by default all
        @param objects   names of objects; by default all
        @param deformed  true to add the displacement to the points
        @return path of the .pvd, which lists all files with their times and is opened by ParaView
        """
        indices = range(len(self.steps)) if steps is None else list(steps)
        return vtu.write(self, folder, indices, list(objects) or self.objects, deformed)

    # Plots and pictures

    def plot(self, history: str | Sequence[str] | None = None, *, field: str | None = None, nodes: str | Sequence[str] = (),
             start: Sequence[float] | None = None, end: Sequence[float] | None = None, points: int = 201, step: int = -1,
             objects: Sequence[str] = (), axes: Any = None, field_unit: str = "", length_unit: str = "") -> Any:
        """Plots a history, a nodal value over the steps, or a field along a straight line.

            results.plot("energies")                        # all columns of a history
            results.plot(["tip:displacement_z", "energies:kinetic"])
            results.plot(field="displacement:z", nodes=["beam:12", "beam:15"])
            results.plot(field="von_mises", start=(0, 0, 0), end=(100, 0, 0))

        @param history      name of a history, or `name:column`; or a list of them
        @param field        name of a field, with a component as in "stress:xx"
        @param nodes        nodes as `object:number`, with the numbers of the mesh file
        @param start        first point of a line in the reference configuration
        @param end          last point of the line
        @param points       number of points along the line
        @param step         step of the field along the line
        @param objects      only these objects along the line
        @param axes         Axes to draw into; by default those of a new figure
        @param field_unit   unit of the field for the axis
        @param length_unit  unit of the distance along the line for the axis
        @return matplotlib.axes.Axes
        @throws InputError if the arguments are not exactly one of the four forms above
        @throws MissingPackage if matplotlib, or for lines VTK, is not installed
        """
        request = plotting.Request(history=history, field=field, nodes=nodes, start=start, end=end, points=points, step=step,
                                   objects=tuple(objects), field_unit=field_unit, length_unit=length_unit)
        return plotting.plot(self, request, axes)

    def picture(self, file: PathLike | None = None, *, step: int | None = None, mode: int | None = None, warp: float | None = None,
                near: Sequence[float] | None = None, **look: Any) -> "rendering.Rendering":
        """Draws the deformed bodies coloured by a field.

        The picture is drawn in another process on a virtual display; no screen is needed.

        @param file  PNG file to write; by default the picture is only returned
        @param step  index of the step; by default the last one
        @param mode  number of a vibration or buckling mode from 1, instead of `step`
        @param warp  factor of the displacement; by default small displacements are magnified
        @param near  centre and half-width of the visible region: x, y, z, r
        @param look  field, objects, view, up, cut, mesh, range, title, field_unit, length_unit and
                     size, as described at tenon.results.rendering.Look
        @return the picture, which notebooks display
        @throws InputError if an argument is invalid or the data cannot be drawn
        @throws MissingPackage if VTK is not installed
        """
        return rendering.picture(self, file, rendering.Look(**look), step=step, mode=mode, warp=warp, near=near)

    def animate(self, file: PathLike | None = None, *, mode: int | None = None, scale: float | None = None, every: int = 1, fps: float = 20,
                by_time: bool = True, **look: Any) -> "rendering.Rendering":
        """Animates the deformed bodies coloured by a field, or one period of a mode.

        @param file     .gif or .mp4 to write; by default a GIF is only returned
        @param mode     number of a vibration or buckling mode from 1; by default all steps are
                        animated
        @param scale    factor of the displacement; by default 1, for modes a visible one
        @param every    only every n-th step
        @param fps      frames per second
        @param by_time  true for frames at equal time intervals, false for one frame per step
        @param look     as for picture(); pixel sizes must be even
        @return the animation, which notebooks display
        @throws InputError if an argument is invalid or the data cannot be drawn
        @throws MissingPackage if VTK or PIL is not installed
        """
        return rendering.animation(self, file, rendering.Look(**look), mode=mode, scale=scale, every=every, fps=fps, by_time=by_time)

    def __repr__(self) -> str:
        """Returns the path, the number of steps and the objects."""
        if not self.source.file:
            return f"<closed results '{self.path}'>"
        return f"<results '{self.path}': {len(self.steps)} step{'s' if len(self.steps) != 1 else ''} of {', '.join(self.objects)}>"

    def _repr_html_(self) -> str:
        """Returns an overview for notebooks: objects, unknowns, constraints, solver.

        Errors are shown as text, because notebooks hide exceptions of representations.
        """
        try:
            return self._overview()
        except NoResult as error:
            return f"<p>{escape(str(error))}</p>"

    @validated
    def _overview(self) -> str:
        return overview.overview(self)

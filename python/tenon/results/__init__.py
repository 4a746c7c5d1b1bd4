# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads results of tenon: fields by name, step and object, histories, multipliers and contacts.

    import tenon.results

    with tenon.results.open("bracket.h5") as results:
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
        table = results.frame(history="tip")              # pandas.DataFrame
        axes = results.plot("tip")                        # matplotlib Axes
        results.picture("bracket.png", field="stress:xx")
        results.write_vtu("vtk")                          # for ParaView
        print(results.summary["unknowns"])

Steps are counted from 0, negative ones from the end. An unknown name raises a KeyError that lists
the existing names. All data are validated before they are returned: sizes against the file and the
mesh, types, indices. An invalid file raises DamagedResult with the file and the dataset.

The package requires h5py and numpy, and neither MPI nor PETSc. Other packages are imported by the
functions that need them: pandas, meshio, matplotlib, VTK and PIL.
"""
from tenon.results.cells import CELL_TYPES, MESHIO_TYPES, CellType
from tenon.results.errors import DamagedResult, InputError, MissingPackage, NoResult, NoSuchName
from tenon.results.fields import COMPONENTS
from tenon.results.reading import PathLike
from tenon.results.rendering import Look, Rendering
from tenon.results.results import Results


def open(path: PathLike) -> Results:  # pylint: disable=redefined-builtin  (used with the name of the module, as h5py.File)
    """Opens the results of `path`. They are closed by `with` or close().

    @param path  HDF5 file written by `tenon run`, also while the run is in progress
    @throws NoResult if the file does not exist or is not a result of tenon
    @throws DamagedResult if the list of steps is invalid
    """
    return Results(path)


__all__ = ["open", "Results", "Rendering", "Look", "NoResult", "DamagedResult", "NoSuchName", "InputError", "MissingPackage", "CellType",
           "CELL_TYPES", "MESHIO_TYPES", "COMPONENTS"]

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Converts a mesh of another program to a Gmsh mesh (format 2.2, text) with its sets as groups.

usage: tenon-convert <in> <out.msh>          the same as: tenon convert <in> <out.msh>

This package reads the following formats according to their specifications: Abaqus and CalculiX
(.inp), MED (.med), Exodus II (.e, .exo, .ex2, .g) and VTK (.vtk with an unstructured grid, .vtu).
meshio reads all others, selected by the file name extension. Sets become physical groups: node sets
as points, element sets by their dimension, side sets as faces or edges. VTK has no sets: each
integer array on points or cells becomes one group per value, `<array>_<value>`; an array of 0 and 1
becomes the group `<array>` of the entries 1.
"""
import importlib
import sys
import warnings
from pathlib import Path

import guard
from gmsh_file import CannotWrite, write
from mesh import Problem, Warnings, printable, quoted

LONGEST_MESSAGE = 1000
READERS = {".inp": ("abaqus", "read_abaqus"), ".med": ("med", "read_med"), ".vtu": ("vtk_xml", "read_vtu"), ".vtk": ("vtk_legacy", "read_vtk"),
           **dict.fromkeys((".e", ".exo", ".ex2", ".g", ".exii"), ("exodus", "read_exodus"))}


def reader_of(path):
    module, function = READERS.get(Path(path).suffix.lower(), ("others", "read_by_meshio"))
    if module == "vtk_legacy" and not importlib.import_module(module).is_unstructured(path):
        module, function = "others", "read_by_meshio"
    return getattr(importlib.import_module(module), function)


def read(source):
    """Returns the mesh of a file.

    @throws Problem with a message of one sentence for every error of a reader.
    """
    try:
        guard.limit_resources(source)
        guard.watch_files()
        guard.require_self_contained(source)
        return reader_of(source)(source)
    except Problem as problem:
        raise Problem(f"Cannot convert {quoted(source)}: {problem}") from None
    except ImportError as missing:
        raise Problem(f"The Python module {missing.name} is not installed; run scripts/setup.") from None
    except MemoryError:
        raise Problem(f"Cannot convert {quoted(source)}: the file declares more data than it contains and is damaged.") from None
    except RecursionError:
        raise Problem(f"Cannot convert {quoted(source)}: the file is nested too deeply.") from None
    except OSError as error:
        if error.filename == source:
            raise
        raise Problem(f"Cannot convert {quoted(source)}: {quoted(error)}") from None
    except Exception as error:  # readers may raise any exception
        raise Problem(f"Cannot convert {quoted(source)}: it is damaged, or its format does not match its name ({type(error).__name__}: "
                      f"{quoted(error)}).") from None


def convert(source, target):
    if Path(target).suffix.lower() != ".msh":
        raise Problem(f"The file name {quoted(target)} must end in .msh.")
    if Path(target).exists() and Path(target).samefile(source):
        raise Problem(f"The output {quoted(target)} is the mesh itself; choose another file name.")
    mesh = read(source)
    try:
        groups = write(mesh, target)
    except Problem as problem:
        raise Problem(f"Cannot convert {quoted(source)}: {problem}") from None
    except MemoryError:
        raise Problem(f"Cannot convert {quoted(source)}: its sets have more elements than fit into memory.") from None
    Warnings.finish()
    kinds = ("nodes", "lines", "faces", "volumes")
    counts = ((len(mesh.points), "node"), (mesh.starts[-1], "element"), (len(groups), "group"))
    print(printable(target) + ": " + ", ".join(f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counts))
    for (dimension, name), _ in sorted(groups.items(), key=lambda item: (-item[0][0], item[1])):
        print(f"  {name} ({kinds[dimension]})")


def main(words):
    if len(words) != 2:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    warnings.simplefilter("ignore")  # warnings of libraries do not concern the user
    try:
        if not Path(words[0]).is_file():
            raise FileNotFoundError(2, "there is no such file", words[0])
        convert(*words)
    except Problem as problem:
        print(f"tenon: error: {printable(str(problem))[:LONGEST_MESSAGE]}", file=sys.stderr)
        return 2
    except OSError as error:
        start = "Cannot write " if isinstance(error, CannotWrite) else ""
        print(f"tenon: error: {start}'{error.filename}': {error.strerror}.", file=sys.stderr)
        return 4
    return 0

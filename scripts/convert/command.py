"""Makes a Gmsh mesh (format 2.2, text) of a mesh of another program, with its sets of nodes, elements and faces as groups.

usage: tenon-convert <in> <out.msh>          the same as: tenon convert <in> <out.msh>

Abaqus (.inp) is read here: meshio loses the numbers of nodes and elements, surfaces, and sets that several blocks share.
Sets that name what is not there are told on standard error; several parts, or an instance that is moved, are refused.
All else comes through meshio, by the ending of its name: VTK (.vtk, .vtu), MED (.med), Exodus (.e, .exo, .ex2) and whatever
`meshio --help` names. Sets become physical groups: of nodes as points, of elements by their dimension, of faces as faces.
VTK has no sets: each array of whole numbers on points or cells becomes a group per value, `<array>_<value>`; one of 0 and 1 only
becomes the group `<array>` of the ones.
"""
import sys
from pathlib import Path

from abaqus import read_abaqus
from gmsh_file import CannotWrite, write
from mesh import Problem
from others import read_by_meshio


def convert(source, target):
    if Path(target).suffix.lower() != ".msh":
        raise Problem(f"'{target}' has to end in .msh.")
    if Path(target).exists() and Path(target).samefile(source):
        raise Problem(f"'{target}' is the mesh itself.")
    try:
        mesh = read_abaqus(source) if Path(source).suffix.lower() == ".inp" else read_by_meshio(source)
    except Problem as problem:
        raise Problem(f"Cannot convert '{source}': {problem}") from None
    except ImportError as missing:
        raise Problem(f"Python's module {missing.name} is not installed: scripts/setup does it.") from None
    except OSError as error:
        if error.filename:
            raise
        raise Problem(f"Cannot convert '{source}': {error}") from None
    except Exception as error:  # meshio and its readers throw anything
        raise Problem(f"Cannot convert '{source}': {type(error).__name__}: {error}") from None
    groups = write(mesh, target)
    kinds = ("nodes", "lines", "faces", "volumes")
    print(f"{target}: {len(mesh.points)} nodes, {mesh.starts[-1]} elements, {len(groups)} groups")
    for (dimension, name), _ in sorted(groups.items(), key=lambda item: (-item[0][0], item[1])):
        print(f"  {name} ({kinds[dimension]})")


def main(words):
    if len(words) != 2:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    try:
        if not Path(words[0]).is_file():
            raise FileNotFoundError(2, "there is no such file", words[0])
        convert(*words)
    except Problem as problem:
        print(f"tenon: error: {problem}", file=sys.stderr)
        return 2
    except OSError as error:
        start = "Cannot write " if isinstance(error, CannotWrite) else ""
        print(f"tenon: error: {start}'{error.filename}': {error.strerror}.", file=sys.stderr)
        return 4
    return 0

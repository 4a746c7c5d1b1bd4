#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the sources: include dependencies of modules and units, use of PETSc, sizes of folders.

    scripts/check_includes.py                      prints one sentence per violation; the exit code
                                                   is 1 if there are any
    scripts/check_includes.py --compile <build>    also compiles every public header alone, with the
                                                   flags of that build

A module may include only modules of lower levels. Within a module, units (a header with its source)
may not include each other in a cycle. With --compile, standard and library headers are
precompiled once, and a header shares a file with headers that it includes anyway.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

# Module levels, lowest first. Modules of one level do not include each other.
LEVELS = [["base"], ["io"], ["la"], ["solver", "mesh"], ["fem"], ["surface"], ["contact"], ["force", "mass", "mapping", "constraint"], ["system"], ["analysis"], ["simulation"], ["app", "testing"], ["python"]]
LEVEL = {module: level for level, modules in enumerate(LEVELS) for module in modules}
PETSC_MODULES = {"la", "solver", "system", "analysis", "python", "testing"}     # may use PETSc objects
PETSC_BASICS = {"petscsys.h", "petsclog.h"}    # integers, errors, options, log stages: also allowed in base
PETSC_ANYWHERE = {"petscversion.h", "petscsystypes.h"}     # version macros and integer types
PETSC_WORDS = re.compile(r"\b(?:Petsc(?!Int\b)[A-Z]\w*|PETSC_(?!VERSION|OPTIONS\b)\w+|TENON_PETSC|(?:Mat|Vec|IS|KSP|PC|SNES|EPS)[A-Z][a-z]\w*(?=\())")
CONTRIBUTORS = ["fem", "surface", "force", "mass", "mapping", "constraint", "contact"]    # headers free of PETSc and HDF5
# Names used in public headers and the standard or library headers that declare them. A header that
# uses a name must include one of these, itself or through headers of tenon; compilation alone
# does not detect a missing include.
NEEDED = {
    **{rf"std::{name}\b": {name} for name in ("vector", "string", "map", "set", "array", "optional", "unordered_map", "filesystem")},
    r"std::function\b": {"functional"},
    r"std::(?:unique_ptr|shared_ptr)\b": {"memory"},
    r"std::u?int\d+_t\b": {"cstdint"},
    r"std::numeric_limits\b": {"limits"},
    r"gsl::span\b": {"gsl/span"},
    r"Eigen::": {"Eigen/Core", "Eigen/Dense", "Eigen/Geometry", "Eigen/Sparse"},
    r"fmt::": {"fmt/format.h", "fmt/ranges.h"},
    r"nlohmann::": {"nlohmann/json.hpp", "nlohmann/json_fwd.hpp"},
}
LIBRARIES = ("Eigen/Dense", "fmt/format.h", "fmt/ranges.h", "gsl/span", "hdf5.h", "mpi.h", "petscksp.h")
SPELLING = 'headers are included as "tenon/<module>/<header>" (public) or "<module>/<folder>/<header>" (internal)'
MOST_PUBLIC = 120  # public headers, including umbrella headers
MOST_UNITS = 30    # units in a folder of a module: a source and its header count as one
SOURCES = {".cpp", ".hpp", ".h", ".py"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def sources(root):
    """Yields (path, module) of every source; module is None if any module may be used."""
    for folder in ("include/tenon", "src"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES:
                parts = path.relative_to(root / folder).parts
                yield path, parts[0] if len(parts) > 1 else None
    for folder in ("apps", "python", "tests", "scripts"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES and "__pycache__" not in path.parts:
                yield path, None


def included_module(name):
    """Returns the module of a header: la for <tenon/la/layout/State.hpp>, <la.hpp/la.hpp> and the
    internal "la/layout/Layout.hpp"."""
    parts = name.split("/")
    if len(parts) > 1 and parts[0] == "tenon":
        return Path(parts[1]).stem
    return parts[0] if len(parts) > 1 and parts[0] in LEVEL else None


def header_file(root, name):
    """Returns the path of a header of tenon, public or internal, or None."""
    return next((path for path in (root / "include" / name, root / "src" / name) if path.is_file()), None)


def include_fault(root, module, bracket, name, path):
    """Returns a description of the violation by this include in a file of `module`, or None."""
    used = included_module(name)
    if used is not None:
        is_public = path.is_relative_to(root / "include")
        if is_public and (root / "src" / name).is_file():
            return f"includes the internal header {name}: public headers include public headers only"
        if used not in LEVEL:
            return f"includes {name}, which belongs to no module"
        if used != module and LEVEL[used] == LEVEL[module]:
            return f"of module '{module}' includes {name}: '{used}' is its sibling, and siblings never include each other"
        if LEVEL[used] > LEVEL[module]:
            return f"of module '{module}' includes {name}: '{used}' is above it, and includes point only downward"
    elif bracket == '"' and ".." in Path(name).parts:
        return f'includes "{name}" through a parent folder; {SPELLING}'
    elif bracket == '"' and not (path.parent / name).is_file():
        return f'includes "{name}", which is not beside it; {SPELLING}'
    petsc = Path(name).name
    if petsc.startswith("petsc") and petsc not in PETSC_ANYWHERE and module not in PETSC_MODULES and not (module == "base" and petsc in PETSC_BASICS):
        return f"of module '{module}' includes {name}: PETSc is used in {', '.join(sorted(PETSC_MODULES))} only (base: {', '.join(sorted(PETSC_BASICS))})"
    return None


def app_faults(root, place, lines):
    """Yields violations in programs: `tenon` uses tenon/app only.

    A user's program with additional types has the same restriction as `tenon`. Programs that
    measure or support tenon may use internal headers. """
    for number, line in enumerate(lines, start=1):
        match = INCLUDE.match(line)
        if not match or match[1] == "<":
            continue
        header = header_file(root, match[2])
        if header is None and not (root / place.parent / match[2]).is_file():
            yield f'{place}:{number} includes "{match[2]}", which is neither beside it nor a header of tenon.'
        elif header is not None and place.parts[1] == "tenon" and match[2] != "tenon/app/main.hpp":
            yield f"{place}:{number} includes {match[2]}: programs may include only tenon/app/main.hpp."


def faults(root):
    """Yields one sentence for each violation under `root`."""
    for path, module in sources(root):
        place = path.relative_to(root)
        lines = path.read_text(encoding="utf-8").splitlines()
        if module is None:
            if place.parts[0] == "apps":
                yield from app_faults(root, place, lines)
            continue
        if module not in LEVEL:
            yield f"{place} belongs to '{module}', which is not a module."
            continue
        for number, line in enumerate(lines, start=1):
            word = module not in PETSC_MODULES | {"base"} and PETSC_WORDS.search(line.split("//", maxsplit=1)[0])
            if word:
                yield f"{place}:{number} of module '{module}' uses {word[0]}: PETSc's objects may be used only in {', '.join(sorted(PETSC_MODULES))}."
            match = INCLUDE.match(line)
            fault = match and include_fault(root, module, match[1], match[2], path)
            if fault:
                yield f"{place}:{number} {fault}."


def included(root, header, seen):
    """Returns the names of all headers that a public header includes, directly or through tenon
    headers."""
    for match in filter(None, map(INCLUDE.match, header.read_text(encoding="utf-8").splitlines())):
        name = match[2]
        if name in seen:
            continue
        seen.add(name)
        path = header_file(root, name)
        if path is not None:
            included(root, path, seen)
    return seen


def heavy_headers(root):
    """Yields one sentence for each header of CONTRIBUTORS that includes PETSc objects or HDF5."""
    for module in CONTRIBUTORS:
        for header in sorted((root / "include/tenon" / module).rglob("*.hpp")):
            for name in sorted(included(root, header, set())):
                if name == "hdf5.h" or (name.startswith("petsc") and name not in PETSC_ANYWHERE):
                    yield f"{header.relative_to(root)} includes <{name}>, directly or through other headers, but headers of contributors must not include it."


def unincluded_names(root):
    """Yields one sentence for each standard or library name that a public header uses without its
    header."""
    for header in sorted((root / "include/tenon").rglob("*.hpp")):
        text = "\n".join(line.split("//", maxsplit=1)[0] for line in header.read_text(encoding="utf-8").splitlines())
        there = included(root, header, set())
        for name, headers in NEEDED.items():
            used = re.search(rf"\b{name}", text)
            if used and not headers & there:
                yield f"{header.relative_to(root)} uses {used[0].rstrip(':')}, but does not include <{min(headers)}>."


def crowded_folders(root):
    """Yields one sentence for each folder of a module with more than MOST_UNITS units."""
    counts = collections.Counter(path.parent for path in {path.with_suffix("") for path, module in sources(root) if module})
    for folder, count in sorted(counts.items()):
        if count > MOST_UNITS:
            yield f"{folder.relative_to(root)} has {count} units, but at most {MOST_UNITS} are allowed: divide the folder."


def unit_of(root, path):
    """Returns the unit of a file, such as la/layout/State; None outside the modules."""
    folder = next((root / folder for folder in ("include/tenon", "src") if path.is_relative_to(root / folder)), None)
    return path.relative_to(folder).with_suffix("").as_posix() if folder else None


def unit_includes(root):
    """Returns for each unit the units that it includes, with the first line that includes them."""
    includes = collections.defaultdict(dict)
    for path, module in sources(root):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if module else [], start=1):
            match = INCLUDE.match(line)
            if not match or match[1] == "<":
                continue
            header = path.parent / match[2]
            header = header if header.is_file() else header_file(root, match[2])
            unit, used = unit_of(root, path), header and unit_of(root, header)
            if used and used != unit:
                includes[unit].setdefault(used, f"{path.relative_to(root)}:{number}")
    return includes


def reachable(includes, unit):
    """Returns the units that a unit includes, directly or through other units."""
    found, left = set(), [unit]
    while left:
        for used in includes.get(left.pop(), ()):
            if used not in found:
                found.add(used)
                left.append(used)
    return found


def cycles(includes):
    """Returns the largest sets of units that include each other, directly or through others."""
    reached = {unit: reachable(includes, unit) for unit in includes}
    groups = {tuple(sorted({unit} | {other for other in used if unit in reached.get(other, ())})) for unit, used in reached.items() if unit in used}
    return sorted(groups)


def cycle_faults(root):
    """Yields one sentence for each cycle of units, with the lines that close it."""
    includes = unit_includes(root)
    for cycle in cycles(includes):
        lines = [f"{where} includes {used}" for unit in cycle for used, where in sorted(includes[unit].items()) if used in cycle]
        yield f"{', '.join(cycle)} include each other: {'; '.join(lines)}."


def crowded_interface(root):
    """Yields one sentence if there are more than MOST_PUBLIC public headers."""
    count = sum(1 for _ in (root / "include/tenon").rglob("*.hpp"))
    if count > MOST_PUBLIC:
        yield f"include/tenon has {count} headers, but at most {MOST_PUBLIC} are allowed: move headers that only sources of tenon need to src/."


def compile_flags(build):
    """Returns include folders, definitions and similar flags of all modules from
    compile_commands.json."""
    file = build / "compile_commands.json"
    if not file.is_file():
        sys.exit(f"scripts/check_includes.py: {file} is missing; configure with cmake first.")
    flags, seen = [], set()
    for entry in json.loads(file.read_text(encoding="utf-8")):
        if " -o src/" not in entry["command"]:
            continue
        words = iter(shlex.split(entry["command"]))
        for word in words:
            if word == "-isystem":
                word = f"-isystem{next(words)}"
            if word.startswith(("-I", "-D", "-isystem", "-std", "-m", "-f")) and word not in seen:
                seen.add(word)
                flags.append(word)
    return flags


def precompile_libraries(folder, flags):
    """Precompiles the library headers.

    Returns the compiler arguments that use them; [] if that fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    header = folder / "libraries.hpp"
    header.write_text("".join(f"#if __has_include(<{name}>)\n#include <{name}>\n#endif\n" for name in LIBRARIES), encoding="utf-8")
    done = subprocess.run(["g++", *flags, "-O0", "-x", "c++-header", str(header), "-o", f"{header}.gch"], capture_output=True, check=False)
    return ["-include", str(header)] if done.returncode == 0 else []


def chains(root, headers):
    """Returns the headers in lists in which each header includes its predecessor.

    Compiling one file per list is therefore equivalent to compiling one file per header.
    """
    names = {header: header.relative_to(root / "include").as_posix() for header in headers}
    brought = {header: included(root, header, set()) for header in headers}
    lists = []
    for header in sorted(headers, key=lambda header: len(brought[header])):
        nearest = max((list_ for list_ in lists if names[list_[-1]] in brought[header]), key=lambda list_: len(brought[list_[-1]]), default=None)
        if nearest is None:
            lists.append([header])
        else:
            nearest.append(header)
    return lists


def first_error(root, build, flags, headers):
    """Returns the first compiler error of a file that includes only these headers, or None."""
    names = [header.relative_to(root / "include") for header in headers]
    source = build / "headers" / names[-1].with_suffix(".cpp")
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text("".join(f'#include "{name}"\n' for name in names), encoding="utf-8")
    result = subprocess.run(["g++", *flags, "-O0", "-fsyntax-only", str(source)], capture_output=True, text=True, check=False)
    if result.returncode == 0:
        return None
    return next((line for line in result.stderr.splitlines() if "error" in line), result.stderr.strip() or "the compiler failed")


def faults_of_chain(root, build, flags, headers):
    """Returns one sentence for each header of the list that does not compile alone."""
    if first_error(root, build, flags, headers) is None:
        return []
    errors = {header: first_error(root, build, flags, [header]) for header in headers}
    return [f"{header.relative_to(root)} does not compile alone: {error}" for header, error in errors.items() if error]


def header_faults(root, build):
    flags = compile_flags(build)
    flags += precompile_libraries(build / "headers", flags)
    lists = chains(root, sorted((root / "include" / "tenon").rglob("*.hpp")))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [fault for faults in pool.map(lambda headers: faults_of_chain(root, build, flags, headers), lists) for fault in faults]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent, help="top of the sources")
    parser.add_argument("--compile", type=Path, metavar="BUILD", help="compile every public header alone with the flags of this build folder")
    options = parser.parse_args()
    found = [*faults(options.root), *heavy_headers(options.root), *unincluded_names(options.root), *crowded_folders(options.root),
             *crowded_interface(options.root), *cycle_faults(options.root)]
    if options.compile:
        found += header_faults(options.root, options.compile.resolve())
    for fault in found:
        print(fault)
    if not found:
        print("No violations: includes point downward, units include each other in no cycle, PETSc stays in its modules, and no folder is too large" + ("; every header compiles alone." if options.compile else "."))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

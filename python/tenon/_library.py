# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Imports the compiled module `_tenon`, with the initialisation that it needs.

MPI is initialised by mpi4py and PETSc by petsc4py, unless the program has done so before. An
exception that is not handled ends all ranks.
"""
from __future__ import annotations

import atexit
import sys
import traceback
from types import TracebackType

import numpy


def _import_dependencies() -> None:
    """Imports mpi4py and petsc4py, which initialise MPI and PETSc."""
    try:
        from mpi4py import MPI  # noqa: F401
        import petsc4py
    except ImportError as error:
        raise ImportError(
            f"tenon needs mpi4py and petsc4py, but {sys.executable} cannot import {error.name}. Debian provides both "
            "for /usr/bin/python3 (packages python3-mpi4py and python3-petsc4py-real)."
        ) from error
    if "petsc4py.PETSc" not in sys.modules:
        petsc4py.init(["tenon", "-skip_petscrc"])  # a file .petscrc in the current folder could load libraries


def _require_same_indices() -> None:
    """Raises an ImportError if petsc4py uses a PETSc with indices of another width than tenon."""
    from petsc4py import PETSc
    try:
        from . import _configuration
    except ImportError:  # the source folder, without a build
        return
    bits = 8 * numpy.dtype(PETSc.IntType).itemsize
    if bits != _configuration.INDEX_BITS:
        raise ImportError(
            f"The PETSc of petsc4py has {bits}-bit indices, but tenon was built for {_configuration.INDEX_BITS}-bit "
            f"indices: set PETSC_DIR={_configuration.PETSC_DIR} in the environment of the program."
        )


_import_dependencies()
_require_same_indices()
try:
    from . import _tenon as _tenon
except ImportError as error:
    raise ImportError(
        f"The compiled module of tenon cannot be imported by {sys.executable}: {error}. The module is built for one version "
        "of Python and one PETSc: use /usr/bin/python3, and set PETSC_DIR to the PETSc with which tenon was built."
    ) from error

_usual_hook = sys.excepthook


def _report_and_abort(kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> None:
    """Prints an exception that is not handled, and ends all ranks unless all of them fail alike.

    An exception that all ranks raise is printed once, by the rank that has its cause.
    """
    from mpi4py import MPI

    def report() -> None:
        if _usual_hook is sys.__excepthook__:
            # One call, so that the output of other ranks does not appear between the lines.
            sys.stderr.write("".join(traceback.format_exception(kind, value, trace)))
        else:
            _usual_hook(kind, value, trace)
        sys.stderr.flush()

    is_single = MPI.COMM_WORLD.size == 1 or issubclass(kind, SystemExit)
    is_shared = not is_single and getattr(value, "on_all_ranks", False)
    if not is_shared:
        report()
    if not is_single:
        knows_cause = is_shared and value.__cause__ is not None
        _tenon.abort_unless_all_fail(1, knows_cause, report if is_shared else lambda: None)


sys.excepthook = _report_and_abort
# Registered after petsc4py, and therefore called before PETSc is finalised.
atexit.register(_tenon.close_all)

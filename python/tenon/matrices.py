# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Conversions of PETSc matrices and vectors to NumPy and SciPy."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from ._library import _tenon

if TYPE_CHECKING:
    from petsc4py import PETSc
    from scipy import sparse

#: Array of numbers.
Floats = NDArray[np.float64]
#: Array of integers.
Integers = NDArray[Any]
#: Compressed rows: start of each row, columns and values.
CompressedRows = Tuple[Integers, Integers, Floats]


def _with_rows(matrix: PETSc.Mat) -> PETSc.Mat:
    """Returns a matrix with compressed rows: the matrix itself, or a converted copy."""
    kind = matrix.getType()
    if kind in ("seqaij", "mpiaij"):
        return matrix
    from petsc4py import PETSc

    if kind in (PETSc.Mat.Type.SHELL, PETSc.Mat.Type.NEST, PETSc.Mat.Type.PYTHON):
        return _tenon.from_products(matrix)
    return matrix.convert("aij", PETSc.Mat())


def local_csr(matrix: PETSc.Mat) -> CompressedRows:
    """Returns this rank's rows of a matrix as compressed rows.

    Args:
        matrix: matrix of any type; those without stored entries are computed by products.

    Returns:
        The arrays `indptr`, `indices` and `data`. The columns are numbered over all ranks. The
        arrays are copies.
    """
    return _with_rows(matrix).getValuesCSR()  # type: ignore[no-any-return]


def _gather(part: NDArray[Any], comm: Any, root: int) -> Optional[NDArray[Any]]:
    """Returns the parts of all ranks, one after the other, on the root; None on other ranks."""
    parts = comm.gather(part, root)
    return np.concatenate(parts) if comm.rank == root else None


def scipy(matrix: PETSc.Mat, root: int = 0) -> Optional[sparse.csr_matrix]:
    """Returns a matrix as a SciPy matrix on one rank.

    Args:
        matrix: matrix of any type.
        root: rank that receives the matrix.

    Returns:
        The whole matrix on the root, and None on all other ranks.
    """
    indptr, indices, data = local_csr(matrix)
    comm = matrix.comm.tompi4py()
    lengths = _gather(np.diff(indptr), comm, root)
    columns, values = _gather(indices, comm, root), _gather(data, comm, root)
    if lengths is None:
        return None
    from scipy import sparse

    starts = np.concatenate([[0], np.cumsum(lengths)])
    return sparse.csr_matrix((values, columns, starts), shape=matrix.getSize())


def dense(matrix: PETSc.Mat, root: int = 0) -> Optional[Floats]:
    """Returns a matrix as a NumPy array on one rank, for small matrices.

    Args:
        matrix: matrix of any type.
        root: rank that receives the matrix.

    Returns:
        The whole matrix on the root, and None on all other ranks.
    """
    whole = scipy(matrix, root)
    return None if whole is None else np.asarray(whole.toarray())


def gather(vector: PETSc.Vec, root: int = 0) -> Optional[Floats]:
    """Returns a vector as a NumPy array on one rank, and None on all other ranks."""
    return _gather(vector.getArray(readonly=True).copy(), vector.comm.tompi4py(), root)

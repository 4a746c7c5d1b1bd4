# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Build with which the compiled module was made; the build writes the module."""

#: Folder of PETSc.
PETSC_DIR: str
#: Width of the indices of PETSc.
INDEX_BITS: int

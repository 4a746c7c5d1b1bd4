# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Saddle-point system of a step, as Project Chrono's system descriptor."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._library import _tenon

if TYPE_CHECKING:
    from petsc4py import PETSc

    from .simulation import Simulation

#: Values of each object or constraint on this rank.
Parts = Mapping[str, ArrayLike]


def _arrays(parts: Parts) -> dict[str, NDArray[np.float64]]:
    return {name: np.asarray(values, dtype=np.float64).ravel() for name, values in parts.items()}


class Descriptor:
    """Complete saddle-point system of one step, which has its own matrix A:

        Z x = d,   Z = [A  G^T]   x = [ q]   d = [ f]
                       [G   E ],      [-l],      [-b],   E = -C.

    The signs are those of Chrono's `ChSystemDescriptor` with H = A and Cq = G. On a rank, x
    contains the degrees of freedom, object by object, followed by the multipliers, constraint by
    constraint.
    Methods that take `rows` accept "all", "active", "bilateral" and "unilateral".

    All methods are collective. Call `assemble()` before the methods that use A, G, C or Z.
    """

    def __init__(self, simulation: Simulation, matrix_free: bool = False) -> None:
        self._simulation = simulation
        self._descriptor = _tenon.Descriptor(simulation._session, matrix_free)

    def assemble(self, m: Optional[float] = None, b: Optional[float] = None, k: Optional[float] = None) -> None:
        """Assembles A = m M + b B + k K, G and C in the current state.

        Without arguments, the coefficients are those of the analysis.
        """
        self._descriptor.assemble(self._simulation._factors(m, b, k))

    # -- objects and constraints ------------------------------------------------------------------

    def variables(self) -> list[_tenon.DescriptorEntry]:
        """Returns the rows of each object, with `name`, `first`, `count` and `total`."""
        return self._descriptor.variables()

    def constraints(self) -> list[_tenon.DescriptorEntry]:
        """Returns the rows of each constraint, including those that are switched off."""
        return self._descriptor.constraints()

    def active_constraints(self, rows: str = "active") -> list[_tenon.DescriptorEntry]:
        """Returns the rows of each constraint in `assembled_active()`; `first` is their offset."""
        return self._descriptor.active_constraints(rows)

    def blocks(self) -> list[str]:
        """Returns the names of the forces and masses that contribute to A."""
        return self._descriptor.blocks()

    def num_variables(self) -> int:
        """Returns the number of degrees of freedom."""
        return self._descriptor.num_variables()

    def num_active_variables(self) -> int:
        """Returns the number of degrees of freedom that no condition prescribes."""
        return self._descriptor.num_active_variables()

    def num_constraints(self) -> int:
        """Returns the number of constraint rows."""
        return self._descriptor.num_constraints()

    def num_active_constraints(self, rows: str = "active") -> int:
        """Returns the number of rows of constraints that are switched on."""
        return self._descriptor.num_active_constraints(rows)

    def set_active(self, constraint: str, active: bool) -> None:
        """Switches a constraint on or off. The change takes effect in the next `assemble()`."""
        self._descriptor.set_active(constraint, active)

    # -- matrices and vectors ---------------------------------------------------------------------

    @property
    def A(self) -> PETSc.Mat:
        """System matrix A, the descriptor's own."""
        return self._descriptor.A()

    @property
    def G(self) -> PETSc.Mat:
        """Constraint Jacobian without the columns of constrained degrees of freedom."""
        return self._descriptor.G()

    @property
    def G_transposed(self) -> PETSc.Mat:
        """Transpose of G."""
        return self._descriptor.G_transposed()

    @property
    def E(self) -> PETSc.Mat:
        """Lower right block -C."""
        return self._descriptor.E()

    @property
    def Z(self) -> PETSc.Mat:
        """Saddle-point matrix as a nested matrix; A may be matrix-free."""
        return self._descriptor.Z()

    @property
    def index_sets(self) -> dict[str, PETSc.IS]:
        """Index sets of x: "displacement", "multipliers", and those of objects and constraints."""
        return self._descriptor.index_sets()

    def assembled(self) -> PETSc.Mat:
        """Returns Z as a new AIJ matrix."""
        return self._descriptor.assembled()

    def assembled_active(self, rows: str = "active") -> PETSc.Mat:
        """Returns Z without the rows of other constraints as a new AIJ matrix."""
        return self._descriptor.assembled_active(rows)

    def from_products(self) -> PETSc.Mat:
        """Returns Z, rebuilt from products with unit vectors, as a new AIJ matrix."""
        return self._descriptor.from_products()

    def active_entries(self, rows: str = "active") -> PETSc.IS:
        """Returns the entries of x that `assembled_active()` contains."""
        return self._descriptor.active_entries(rows)

    def active_multipliers(self, rows: str = "active") -> PETSc.IS:
        """Returns the entries of l that `assembled_active()` contains."""
        return self._descriptor.active_multipliers(rows)

    def f(self) -> PETSc.Vec:
        """Returns the forces, without the directions of conditions."""
        return self._descriptor.f()

    def b(self) -> PETSc.Vec:
        """Returns the right-hand side b of the constraints."""
        return self._descriptor.b()

    def d(self) -> PETSc.Vec:
        """Returns the complete right-hand side d."""
        return self._descriptor.d()

    def diagonal(self) -> PETSc.Vec:
        """Returns the diagonal of Z."""
        return self._descriptor.diagonal()

    def schur_complement(self, part: str = "whole") -> PETSc.Mat:
        """Returns G A^-1 G^T + C as a new matrix; `part="bodies"`: G A^-1 G^T."""
        if part not in ("whole", "bodies"):
            raise ValueError(f"part must be 'whole' or 'bodies', but is {part!r}.")
        return self._descriptor.schur_complement(part == "whole")

    def multiply_schur(
        self, l: PETSc.Vec, y: PETSc.Vec, enabled: Optional[NDArray[np.bool_]] = None
    ) -> None:
        """Computes y = (G A^-1 G^T + C) l; `enabled` has one flag for each row of this rank."""
        self._descriptor.multiply_schur(l, y, enabled)

    # -- unknowns ---------------------------------------------------------------------------------

    def displacement(self) -> PETSc.Vec:
        """Returns the displacements q of the objects."""
        return self._descriptor.displacement()

    def set_displacement(self, q: PETSc.Vec) -> None:
        """Sets the displacements of the objects, including ghosts."""
        self._descriptor.set_displacement(q)

    def gather(self, values: Parts, of: str = "unknowns") -> PETSc.Vec:
        """Returns a vector with the values of each object or constraint on this rank.

        Args:
            values: array of each object ("unknowns"), each constraint ("multipliers"), or both ("all").
            of: kind of the vector, as above.

        Raises:
            InputError: if a name or a size is wrong on any rank.
        """
        return self._descriptor.gather(_arrays(values), _kind(of))

    def scatter(self, vector: PETSc.Vec, of: str = "unknowns") -> dict[str, NDArray[np.float64]]:
        """Returns the values of a vector by object or constraint; the inverse of `gather()`."""
        return self._descriptor.scatter(vector, _kind(of))

    def join(self, q: PETSc.Vec, multipliers: Parts) -> PETSc.Vec:
        """Returns x for displacements and physical multipliers."""
        return self._descriptor.join(q, _arrays(multipliers))

    def split(self, x: PETSc.Vec) -> tuple[PETSc.Vec, dict[str, NDArray[np.float64]]]:
        """Returns the displacements and the physical multipliers that x contains."""
        return self._descriptor.split(x)

    def project(self, multipliers: Parts) -> dict[str, NDArray[np.float64]]:
        """Returns the closest admissible multipliers: signs of bounds, cones of dry friction."""
        return self._descriptor.project(_arrays(multipliers))

    def project_unknowns(self, x: PETSc.Vec) -> None:
        """Replaces the multipliers in x by the closest admissible ones."""
        self._descriptor.project_unknowns(x)

    def feasibility(self, multipliers: Parts) -> list[_tenon.Feasibility]:
        """Returns `violation`, `complementarity` and `excess` of each constraint."""
        return self._descriptor.feasibility(_arrays(multipliers))


def _kind(of: str) -> Any:
    if of not in ("unknowns", "multipliers", "all"):
        raise ValueError(f"of must be 'unknowns', 'multipliers' or 'all', but is {of!r}.")
    return of

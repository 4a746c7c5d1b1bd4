# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Matrices, vectors and states of a simulation; the class Simulation inherits them."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import matrices
from ._case_text import plain
from ._library import _tenon
from .errors import InputError
from .loads import Load
from .states import Body

if TYPE_CHECKING:
    from petsc4py import PETSc

    from .descriptor import Descriptor


class Blocks:
    """Access to every block of the equations of a simulation.

    Methods return new objects, which belong to the caller. The properties `A`, `b`, `jacobian` and
    `schur` are objects of the solver itself, without a copy. Programs need not call `destroy()`:
    objects that all ranks have abandoned are released by later calls.

    The arguments `contributor` select one force, mass or constraint by its name in `contributors`.
    `projected=True` eliminates the degrees of freedom that have prescribed values. `rows` selects
    constraint rows: "all", "active", "bilateral" or "unilateral".
    """

    _session: _tenon.Session

    def __init__(self, session: _tenon.Session) -> None:
        self._session = session
        self._objects: dict[str, Body] = {}
        self._live: dict[str, PETSc.Mat] = {}
        self._b: Optional[PETSc.Vec] = None

    # -- names ------------------------------------------------------------------------------------

    @property
    def contributors(self) -> list[str]:
        """Names of all forces, masses and constraints, such as "elastic on bracket"."""
        return _tenon.contributors(self._session)

    @property
    def objects(self) -> list[str]:
        """Names of all objects, including mapped ones."""
        return _tenon.object_names(self._session)

    def __getitem__(self, name: str) -> Body:
        """Returns an object with its mesh and its state.

        Raises:
            InputError: if there is no such object.
        """
        if name not in self._objects or not self._session.is_open:
            self._objects[name] = Body(self._session, name)
        return self._objects[name]

    def _refresh_views(self) -> None:
        """Makes views of replaced arrays read-only."""
        for each in self._objects.values():
            each._detach_replaced()

    def _detach_views(self) -> None:
        """Makes all views read-only."""
        for each in self._objects.values():
            each._detach()

    # -- new matrices and vectors -----------------------------------------------------------------

    def K(self, contributor: str = "", *, projected: bool = False) -> PETSc.Mat:
        """Returns the stiffness K = df/dx; that of a spring is negative semidefinite."""
        return _tenon.new_matrix(self._session, "K", contributor, projected, "all")

    def B(self, contributor: str = "", *, projected: bool = False) -> PETSc.Mat:
        """Returns the damping B = df/dv, with Rayleigh damping."""
        return _tenon.new_matrix(self._session, "B", contributor, projected, "all")

    def M(self, contributor: str = "", *, projected: bool = False) -> PETSc.Mat:
        """Returns the mass matrix M."""
        return _tenon.new_matrix(self._session, "M", contributor, projected, "all")

    def G(self, contributor: str = "", *, projected: bool = False, rows: str = "all") -> PETSc.Mat:
        """Returns the constraint Jacobian G = dPhi/dq, without the scales of the rows."""
        return _tenon.new_matrix(self._session, "G", contributor, projected, rows)

    def C(self, contributor: str = "", *, rows: str = "all") -> PETSc.Mat:
        """Returns the diagonal compliance C of the constraints, without the scales of the rows."""
        return _tenon.new_matrix(self._session, "C", contributor, False, rows)

    def system_matrix(
        self, m: float, b: float, k: float, contributor: str = "", *, projected: bool = True
    ) -> PETSc.Mat:
        """Returns m M + b B + k K as a new matrix. In statics, A has m = b = 0 and k = -1."""
        return _tenon.new_combination(self._session, m, b, k, contributor, projected)

    def W(
        self,
        constraint: str = "",
        *,
        part: str = "whole",
        m: Optional[float] = None,
        b: Optional[float] = None,
        k: Optional[float] = None,
        rows: str = "all",
    ) -> PETSc.Mat:
        """Returns the compliance operator W = G A^-1 G^T + C of the constraints.

        Args:
            constraint: name of a constraint, whose diagonal block is returned; by default all.
            part: "whole", or "bodies" for G A^-1 G^T without C.
            m, b, k: coefficients of A; those of the analysis if none of them is given.
            rows: kind of constraint rows.

        Raises:
            InputError: if there are no constraints, or if A is singular because objects can move
                freely.
        """
        if part not in ("whole", "bodies"):
            raise ValueError(f"part must be 'whole' or 'bodies', but is {part!r}.")
        return _tenon.new_compliance_operator(self._session, self._factors(m, b, k), part, constraint, rows)

    def f(self, contributor: str = "", *, projected: bool = False) -> PETSc.Vec:
        """Returns the forces f(x, v)."""
        return _tenon.new_vector(self._session, "f", contributor, projected)

    def x(self) -> PETSc.Vec:
        """Returns the displacements of all objects."""
        return _tenon.new_vector(self._session, "x", "", False)

    def v(self) -> PETSc.Vec:
        """Returns the velocities of all objects."""
        return _tenon.new_vector(self._session, "v", "", False)

    def a(self) -> PETSc.Vec:
        """Returns the accelerations of all objects."""
        return _tenon.new_vector(self._session, "a", "", False)

    def multiplier_vector(self, contributor: str = "", *, rows: str = "all") -> PETSc.Vec:
        """Returns the Lagrange multipliers as a vector over the rows of G."""
        return _tenon.new_multipliers(self._session, contributor, rows)

    @property
    def multipliers(self) -> dict[str, NDArray[np.float64]]:
        """Lagrange multipliers of this rank's rows by constraint. Collective.

        The forces on the objects are +G^T times the multipliers.
        """
        return {name: np.asarray(values) for name, values in self._session.multipliers().items()}

    # -- matrices of the solver -------------------------------------------------------------------

    def _factors(self, m: Optional[float], b: Optional[float], k: Optional[float]) -> Tuple[float, float, float]:
        """Returns the coefficients of A; those of the analysis if none is given."""
        if m is None and b is None and k is None:
            return _tenon.factors(self._session)
        return (m or 0.0, b or 0.0, k or 0.0)

    @property
    def factors(self) -> Tuple[float, float, float]:
        """Coefficients m, b and k of A = m M + b B + k K in the analysis."""
        return _tenon.factors(self._session)

    def assemble(self, m: Optional[float] = None, b: Optional[float] = None, k: Optional[float] = None) -> None:
        """Assembles A = m M + b B + k K, the constraint Jacobian and b in the current state.

        Without arguments, the coefficients are those of the analysis; if only some are given, the
        others are 0. The solver itself assembles A again in each step.
        """
        _tenon.assemble(self._session, self._factors(m, b, k))
        computed = _tenon.new_right_hand_side(self._session)
        if self._b is None:
            self._b = computed
        else:
            computed.copy(self._b)
            computed.destroy()

    def _same(self, key: str, matrix: PETSc.Mat) -> PETSc.Mat:
        """Returns the Python object of the previous call if the matrix is the same."""
        known = self._live.get(key)
        if known is None or known.handle != matrix.handle:
            self._live[key] = known = matrix
        return known

    @property
    def A(self) -> PETSc.Mat:
        """Matrix A of the solver, with the rigid-body modes as near-null space. Collective.

        The object remains the same as long as the sparsity pattern does not change.

        Raises:
            InputError: before the first `assemble()` or `step()`.
        """
        return self._same("A", _tenon.live_matrix(self._session))

    @property
    def b(self) -> PETSc.Vec:
        """Right-hand side of A x = b + G^T l, which each `assemble()` updates.

        Raises:
            InputError: before the first `assemble()`.
        """
        if self._b is None:
            raise InputError("The right-hand side b has not been assembled: call assemble() first.")
        return self._b

    @property
    def jacobian(self) -> PETSc.Mat:
        """Constraint Jacobian of the solver: scaled rows, without constrained degrees of freedom.

        Raises:
            InputError: if there are no constraints.
        """
        return self._same("jacobian", _tenon.live_jacobian(self._session))

    @property
    def schur(self) -> PETSc.Mat:
        """Operator G A^-1 G^T + C of the solver's linear system, which is not stored. Collective.

        Its products refer to the current A and G. After `close()` it uses the last ones.

        Raises:
            InputError: if there are no constraints, before the first `assemble()` or `step()`, or if
                A is singular.
        """
        return self._same("schur", _tenon.live_schur(self._session))

    @property
    def parts(self) -> list[str]:
        """Names of the matrices of a system of the type `composite`; empty for other types."""
        return _tenon.parts(self._session)

    def part(self, name: str) -> PETSc.Mat:
        """Returns a matrix that the solver assembles together with A, without a copy.

        Raises:
            InputError: if the system of the case is not composite or has no such part.
        """
        return self._same(f"part {name}", _tenon.live_part(self._session, name))

    def solve_for(self, f: PETSc.Vec, g: Optional[PETSc.Vec] = None) -> Tuple[PETSc.Vec, Optional[PETSc.Vec]]:
        """Solves A dx - G^T dl = f, G dx + C dl = g with the matrices of the current state.

        Args:
            f: right-hand side of the degrees of freedom.
            g: right-hand side of the constraint rows; 0 by default.

        Returns:
            The new vectors dx and dl; dl is None without constraints.

        Raises:
            NotConvergedError: if the solver fails.
        """
        dx, dl = f.duplicate(), None
        if _tenon.has_constraints(self._session):
            dl = self.jacobian.createVecLeft()
            if g is None:
                g = dl.duplicate()
                g.set(0.0)
        _tenon.solve_for(self._session, f, g, dx, dl)
        return dx, dl

    def descriptor(self, *, matrix_free: bool = False) -> Descriptor:
        """Returns the saddle-point system of a step, as Project Chrono's system descriptor."""
        from .descriptor import Descriptor
        from .simulation import Simulation

        assert isinstance(self, Simulation)
        return Descriptor(self, matrix_free)

    # -- loads ------------------------------------------------------------------------------------

    def set(self, contributor: str, **values: Any) -> None:
        """Changes parameters of a load or of prescribed displacements between two steps.

        The new values act from the next step. Parameters that determine on which nodes or
        components a contributor acts cannot be changed.

        Args:
            contributor: name, such as "traction on bar/tip" or "prescribed on bar/end".
            values: new values of parameters, as in a case file.

        Raises:
            InputError: if there is no such contributor, if it cannot be changed, or if a value is
                invalid. The contributor is then unchanged.
        """
        texts = {key: json.dumps(plain(value, f"{contributor}.{key}")) for key, value in values.items()}
        _tenon.change(self._session, contributor, texts)

    def force(self, contributor: str) -> Load:
        """Returns a load or condition, whose attributes are its parameters; see `set()`.

        Raises:
            InputError: if there is no such contributor, or if it cannot be changed.
        """
        return Load(self._session, contributor)

    # -- rows -------------------------------------------------------------------------------------

    def rows(self, name: str) -> PETSc.IS:
        """Returns the rows of an object in A, or of a constraint in G.

        Raises:
            InputError: if there is neither, or if the object is mapped to others.
        """
        return _tenon.rows(self._session, name)

    def order(self, name: str = "") -> NDArray[np.int64]:
        """Returns the position of each row of this rank, independent of the partition.

        Nodes are in the order of the mesh file, and constraint rows in that of the results. The
        rows are those of `rows(name)`, or all rows of A without a name.
        """
        return _tenon.order(self._session, name)

    def gather(self, vector: PETSc.Vec, name: str, root: int = 0) -> Optional[NDArray[np.float64]]:
        """Returns the entries of an object or a constraint on one rank, in the order of `order()`.

        Args:
            vector: vector with the rows of A, or with those of G for a constraint.
            name: name of the object or constraint.
            root: rank that receives the values.

        Returns:
            On the root an array, [nodes, unknowns of a node] for an object; None on other ranks.
        """
        start, _ = vector.getOwnershipRange()
        own = vector.getArray(readonly=True)[self.rows(name).getIndices() - start]
        comm = vector.comm.tompi4py()
        values = matrices._gather(own, comm, root)
        positions = matrices._gather(self.order(name), comm, root)
        if values is None or positions is None:
            return None
        sorted_values = np.empty_like(values)
        sorted_values[positions] = values
        return sorted_values.reshape(-1, self[name]._state.block) if name in self.objects else sorted_values

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Base classes of force fields, constraints and mappings in Python.

A contributor is a class whose methods evaluate all nodes, tuples of nodes or cells of a rank at
once, with NumPy. Its constructor receives the object `find`, which selects the nodes. Methods of
the classes for tuples (`TupleForce`, `CellForce`, `TupleConstraint`, `TupleMapping`) state by the
names of their arguments what they depend on:

========= ==========================================================================================
`x`       current positions, [tuples, nodes of a tuple, components]
`u`       displacements, in the same format
`X`       reference positions, in the same format
`v`       velocities, in the same format
`t`       time
`tuples`  selection of nodes, with `numbers`, `is_owned` and `cell_type`
========= ==========================================================================================

The arrays contain the tuples that are stored on this rank, in the same order in all calls. Methods
are not called on ranks without tuples, and must not communicate. They are functions of their
arguments: the result must not depend on earlier calls. Derivatives that a class does not implement
are computed by complex steps, see `tenon.contributors.norm`.
"""
from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, ClassVar, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _derivatives as derivatives
from .errors import InputError

if TYPE_CHECKING:
    from ._library import _tenon

    Find = _tenon.Find
    Tuples = _tenon.Tuples
    ObjectView = _tenon.ObjectView

__all__ = [
    "CellForce", "Constraint", "Contributor", "ForceField", "Mapping", "TupleConstraint", "TupleForce", "TupleMapping",
    "norm",
]

#: Array of real or complex numbers.
Array = npt.NDArray[Any]
#: Object and group, or the name of an object for all of its nodes.
Place = Union[str, "tuple[str, str]"]

_ARGUMENTS = ("x", "u", "X", "v", "t", "tuples")


def norm(d: Array, axis: int = -1, keepdims: bool = False) -> Array:
    """Returns the Euclidean norm sqrt(sum d^2) along an axis.

    In contrast to numpy.linalg.norm, the result is an analytic function of complex numbers, so that
    complex steps differentiate it exactly. The derivative is undefined for vectors of length 0.
    """
    result: Array = np.sqrt((d * d).sum(axis=axis, keepdims=keepdims))
    return result


class Contributor:
    """Base class of all contributors in Python.

    Args:
        name: name of the contributor in messages and results; by default the name of the class.
    """

    _kind: ClassVar[str] = ""
    _is_initialised = False

    def __init__(self, *, name: str | None = None) -> None:
        self.name: str = type(self).__name__ if name is None else name
        self._is_initialised = True

    @classmethod
    def _overrides(cls, method: str) -> bool:
        """Returns true if a class of the user defines the method."""
        for base in cls.__mro__:
            if method in vars(base):
                return base.__module__ != __name__
        return False

    @classmethod
    def _arguments_of(cls, method: str) -> list[str]:
        """Returns the names of the arguments of a method of tuples, without `self`."""
        names = list(inspect.signature(getattr(cls, method)).parameters)[1:]
        for name in names:
            if name not in _ARGUMENTS and cls._overrides(method):
                raise InputError(
                    f"{cls.__name__}.{method} has an argument '{name}', but this method accepts only the arguments "
                    f"{', '.join(_ARGUMENTS)}.")
        return names

    def set_time(self, t: float) -> None:
        """Receives the time at which the contributor is evaluated next. Called on all ranks."""

    def commit(self) -> None:
        """Accepts the current configuration as the end of a step. Called on all ranks.

        Internal variables are updated in this method only, so that a step can be repeated.
        """


class ForceField(Contributor):
    """Force field f(x, v, t) on the nodes of any objects, in the most general form.

    A derived class implements `add_force()` and, if f depends on the configuration,
    `add_stiffness()`. It adds the complete forces on the nodes that this rank owns; the forces on
    ghost nodes are discarded. `TupleForce` is more convenient for forces on tuples of nodes.

    Args:
        objects: objects on which the force acts or depends, as returned by `find.object()`.
        name: name of the contributor in messages and results.
    """

    _kind = "force"

    #: True if f is linear in x and v.
    is_linear: bool = False
    #: True if K and B are symmetric.
    is_symmetric: bool = False
    #: True if f depends on velocities.
    depends_on_velocity: bool = False
    #: True if f depends on the step size but not on velocities.
    depends_on_rate: bool = False
    #: True for external loads, which buckling analyses multiply by the load factor.
    is_load: bool = False
    #: True if results include the force in the reactions of supports.
    is_support: bool = False
    #: True if the formulation is valid for large rotations.
    supports_large_rotations: bool = True
    #: Coefficient of stiffness-proportional Rayleigh damping [time].
    rayleigh_stiffness: float = 0.0

    def __init__(self, objects: ObjectView | Sequence[ObjectView], *, name: str | None = None) -> None:
        super().__init__(name=name)
        self.objects: list[ObjectView] = list(objects) if isinstance(objects, (list, tuple)) else [objects]  # type: ignore[list-item]

    def add_force(self, f: _tenon.ForceVector) -> None:
        """Adds the nodal forces: `f[object][nodes] += ...`, arrays [local nodes, components]."""
        raise NotImplementedError(f"{type(self).__name__} does not implement add_force().")

    def add_stiffness(self, K: _tenon.BlockMatrix) -> None:
        """Adds the blocks of df/dx: `K.force_on(a).by_position_of(b).add(i, j, blocks)`.

        `i` and `j` are local nodes of the objects a and b, and `blocks` has the shape
        [len(i), components of a, components of b]. The blocks of one matrix position are summed.
        """

    def add_damping(self, B: _tenon.BlockMatrix) -> None:
        """Adds the blocks of df/dv: `B.force_on(a).by_velocity_of(b).add(i, j, blocks)`."""

    def energy(self, *args: Any, **kwargs: Any) -> Any:
        """Returns the potential energy of the nodes and tuples that this rank owns."""
        return 0.0


class TupleForce(ForceField):
    """Force field on tuples of nodes of one or several objects.

    A derived class implements `force()` and optionally `stiffness()`, `damping()` and `energy()`.

    Args:
        tuples: selection of nodes, such as `find.pairs(a, b)`.
        name: name of the contributor in messages and results.
    """

    _kind = "tuple_force"

    #: True if the forces on the two nodes of a pair are opposite and depend on the differences
    #: x[:, 1] - x[:, 0] and v[:, 1] - v[:, 0] only. Then `force()` returns the force on the first
    #: node, [tuples, components], and `stiffness()` and `damping()` return its derivative with
    #: respect to the second node, [tuples, components, components].
    is_pairwise: bool = False

    def __init__(self, tuples: Tuples, *, name: str | None = None) -> None:
        super().__init__([], name=name)
        #: Selection of nodes of this rank.
        self.tuples: Tuples = tuples
        self._selections: list[Tuples] = [tuples]
        self._complete()

    def _complete(self) -> None:
        if "depends_on_velocity" not in _declarations(type(self)):
            self.depends_on_velocity = "v" in self._arguments_of("force")
        name = f"{type(self).__name__}.force"
        self._differentiators = {
            (wrt, k): derivatives.Differentiator(name, "stiffness()" if wrt == "x" else "damping()")
            for wrt in "xv" for k in range(len(self._selections))
        }

    @property
    def X(self) -> Array:
        """Reference positions of the tuples of this rank, [tuples, nodes, components]."""
        return self.tuples.X

    def force(self, *args: Any, **kwargs: Any) -> Array:
        """Returns the forces on the nodes of all tuples, [tuples, nodes, components]."""
        raise NotImplementedError(f"{type(self).__name__} does not implement force().")

    def stiffness(self, *args: Any, **kwargs: Any) -> Array:
        """Returns df/dx, [tuples, nodes, nodes, components, components].

        Entry (a, b, i, j) of a tuple is the derivative of component i of the force on node a with
        respect to component j of the position of node b. An array without the first axis stands
        for equal blocks of all tuples. By default, the derivative is computed by complex steps.
        """
        raise NotImplementedError

    def damping(self, *args: Any, **kwargs: Any) -> Array:
        """Returns df/dv in the format of `stiffness()`; by default by complex steps."""
        raise NotImplementedError

    def energy(self, *args: Any, **kwargs: Any) -> Any:
        """Returns the potential energy of each tuple, [tuples]."""
        raise NotImplementedError

    def _derivative(self, wrt: str, tuples: Tuples, values: Sequence[Any]) -> Array:
        """Returns df/dx or df/dv of one selection. `values` are the arguments of force()."""
        shape = (tuples.size, tuples.num_nodes, tuples.num_components)
        m, n, d = shape
        function = _Function(self.force, self._arguments_of("force"), values, wrt)
        if function.base is None:
            return np.zeros((d, d) if self.is_pairwise else (n, n, d, d))
        differentiator = self._differentiators[wrt, self._selections.index(tuples)]
        differentiator.probe(function, function.base, tuples.spacing)
        if self.is_pairwise:
            [columns] = differentiator.gradient(function, function.base, tuples.spacing, places=[1])
            return np.stack(columns, axis=-1)
        blocks = np.empty((m, n, n, d, d))
        for b, of_node in enumerate(differentiator.gradient(function, function.base, tuples.spacing)):
            for j, column in enumerate(of_node):
                blocks[:, :, b, :, j] = column.reshape(shape)
        return blocks


class CellForce(TupleForce):
    """Force field on the cells of an object.

    The methods are those of `TupleForce`. They are called once for each cell type; a mesh of
    tetrahedra and hexahedra hence requires a method for any number of nodes. The nodes of a cell
    are in Gmsh's order. The argument `tuples` distinguishes the cell types by `tuples.cell_type`.

    Args:
        cells: selection of cells, `find.cells(object, group)`.
        name: name of the contributor in messages and results.
    """

    def __init__(self, cells: Sequence[Tuples], *, name: str | None = None) -> None:
        ForceField.__init__(self, [], name=name)
        self._selections = list(cells)
        self._complete()

    @property
    def cells(self) -> list[Tuples]:
        """Cells of this rank, including ghost cells, by cell type."""
        return self._selections


class Constraint(Contributor):
    """Set of scalar constraints Phi(x, t) = 0 with Lagrange multipliers, in the most general form.

    A derived class implements the methods below for the rows that this rank owns. `TupleConstraint`
    is more convenient for constraints on tuples of nodes.

    Args:
        num_rows: number of rows that this rank owns.
        name: name of the constraint in messages and results.
    """

    _kind = "constraint"

    #: True if Phi is linear in x; G is then assembled only once.
    is_linear: bool = False
    #: Bound on Phi: "none", "lower" (Phi >= 0, multiplier >= 0) or "upper".
    bound: str = "none"
    #: Compliance c in Phi + c lambda = 0.
    compliance: float = 0.0
    #: Fraction of the constraint residual that is removed per step.
    relaxation: float = 1.0
    #: Scaling factor of the rows.
    scale: float = 1.0
    #: True if the constraint is imposed.
    active: bool = True
    #: Treatment of rows whose slave has a Dirichlet condition.
    on_prescribed: str = "automatic"
    #: True if Phi depends on time explicitly.
    depends_on_time: bool = False

    def __init__(self, num_rows: int, *, name: str | None = None) -> None:
        super().__init__(name=name)
        self.num_rows = num_rows

    def residual(self) -> Array:
        """Returns Phi of the rows of this rank, [rows]."""
        raise NotImplementedError(f"{type(self).__name__} does not implement residual().")

    def add_jacobian(self, G: _tenon.JacobianRows) -> None:
        """Adds the entries of dPhi/dx: `G.add(rows, object, nodes, values)`.

        `rows` are rows of this rank, `nodes` local nodes of the object, and `values` has the shape
        [len(rows), components].
        """
        raise NotImplementedError(f"{type(self).__name__} does not implement add_jacobian().")

    def rate(self, *args: Any, **kwargs: Any) -> Array:
        """Returns dPhi/dt at fixed x of the rows of this rank, [rows]."""
        return np.zeros(self.num_rows)

    def set_multipliers(self, multipliers: Array) -> None:
        """Receives the multipliers of the rows of this rank, for `add_geometric_stiffness()`."""

    def add_geometric_stiffness(self, K: _tenon.BlockMatrix) -> None:
        """Adds d(G^T lambda)/dx in the rows of the nodes that this rank owns."""


class TupleConstraint(Constraint):
    """Constraints Phi(x, t) = 0 on tuples of nodes, with the same number of rows for each tuple.

    A derived class sets `rows` and implements `violation()` and optionally `jacobian()` and
    `rate()`. The rows of a tuple belong to the rank that owns its first node.

    Args:
        tuples: selection of nodes, such as `find.nodes(group)`.
        name: name of the constraint in messages and results.
    """

    _kind = "tuple_constraint"

    #: Number of rows of each tuple.
    rows: int = 1

    def __init__(self, tuples: Tuples, *, name: str | None = None) -> None:
        super().__init__(0, name=name)
        #: Selection of nodes of this rank.
        self.tuples: Tuples = tuples
        self.num_rows = self.rows * tuples.num_owned
        if "depends_on_time" not in _declarations(type(self)):
            self.depends_on_time = "t" in self._arguments_of("violation")
        own = type(self).__name__
        self._first = derivatives.Differentiator(f"{own}.violation", "jacobian()")
        self._second = derivatives.Differentiator(f"{own}.jacobian", "only violation()")

    @property
    def X(self) -> Array:
        """Reference positions of the tuples of this rank, [tuples, nodes, components]."""
        return self.tuples.X

    def violation(self, *args: Any, **kwargs: Any) -> Array:
        """Returns Phi, [tuples, rows]; [tuples] is accepted if there is one row."""
        raise NotImplementedError(f"{type(self).__name__} does not implement violation().")

    def jacobian(self, *args: Any, **kwargs: Any) -> Array:
        """Returns dPhi/dx, [tuples, rows, nodes, components]; by default by complex steps."""
        raise NotImplementedError

    def rate(self, *args: Any, **kwargs: Any) -> Array:
        """Returns dPhi/dt at fixed x, [tuples, rows]; by default by a complex step."""
        raise NotImplementedError

    def _jacobian(self, values: Sequence[Any]) -> Array:
        """Returns dPhi/dx of all tuples. `values` are the arguments of violation()."""
        function = _Function(self.violation, self._arguments_of("violation"), values, "x")
        shape = (self.tuples.size, self.rows, self.tuples.num_nodes, self.tuples.num_components)
        if function.base is None:
            return np.zeros(shape[1:])
        return self._gradient(function, function.base).reshape(shape)

    def _gradient(self, function: _Function, x: Array) -> Array:
        self._first.probe(function, x, self.tuples.spacing)
        columns = self._first.gradient(function, x, self.tuples.spacing)
        m = self.tuples.size
        return np.stack([np.stack([c.reshape(m, self.rows) for c in of_node], -1) for of_node in columns], -2)

    def _hessian(self, values: Sequence[Any], multipliers: Array) -> Array:
        """Returns d(G^T lambda)/dx of all tuples. `values` are the arguments of jacobian() if it is
        implemented, otherwise those of violation()."""
        m, n, d = self.tuples.size, self.tuples.num_nodes, self.tuples.num_components
        is_written = self._overrides("jacobian")
        method, names = (self.jacobian, "jacobian") if is_written else (self.violation, "violation")
        function = _Function(method, self._arguments_of(names), values, "x")
        if function.base is None:
            return np.zeros((n, n, d, d))
        x = function.base

        def force(z: Array) -> Array:
            G = np.asarray(function(z)) if is_written else self._gradient(function, z)
            product: Array = np.einsum("mrnd,mr->mnd", np.broadcast_to(G, (m, *G.shape[-3:])), multipliers)
            return product

        if is_written:
            self._second.probe(force, x, self.tuples.spacing)
            columns = self._second.gradient(force, x, self.tuples.spacing)
        else:
            columns = derivatives.gradient_by_differences(force, x, self.tuples.spacing)
        H = np.stack([np.stack(of_node, -1) for of_node in columns], -2)  # [m, n, d, n, d]
        blocks: Array = H.transpose(0, 1, 3, 2, 4)
        return 0.5 * (blocks + blocks.transpose(0, 2, 1, 4, 3))

    def _rate(self, values: Sequence[Any]) -> Array:
        """Returns dPhi/dt of all tuples by a complex step, or by a central difference."""
        names = self._arguments_of("violation")
        if "t" not in names:
            return np.zeros((self.tuples.size, self.rows))
        return _time_derivative(self.violation, names, values)


class Mapping(Contributor):
    """Base class of mappings; `TupleMapping` is the class to derive from."""

    _kind = "mapping"

    #: True if child positions are linear in the positions of the parent nodes.
    is_linear: bool = False
    #: Treatment of the geometric stiffness: "exact", "stabilised" or "none".
    geometric_stiffness: str = "exact"


class TupleMapping(Mapping):
    """Mapping in which each child node is a function of a tuple of parent nodes.

    A derived class implements `apply()` and optionally `jacobian()`.

    Args:
        parents: parent nodes of each child node, as returned by `find.parents()` or
            `find.nearest_parents()`.
        name: name of the mapping in messages.
    """

    _kind = "tuple_mapping"

    def __init__(self, parents: Tuples, *, name: str | None = None) -> None:
        super().__init__(name=name)
        #: Parent nodes of the child nodes that this rank owns.
        self.tuples: Tuples = parents
        own = type(self).__name__
        self._first = derivatives.Differentiator(f"{own}.apply", "jacobian()")
        self._second = derivatives.Differentiator(f"{own}.jacobian", "only apply()")

    @property
    def X(self) -> Array:
        """Reference positions of the parent nodes, [child nodes, parents, components]."""
        return self.tuples.X

    def apply(self, *args: Any, **kwargs: Any) -> Array:
        """Returns the current positions of the child nodes, [child nodes, components].

        The current positions of all parent nodes are `x`, [child nodes, parents, components].
        """
        raise NotImplementedError(f"{type(self).__name__} does not implement apply().")

    def jacobian(self, *args: Any, **kwargs: Any) -> Array:
        """Returns dx_c/dx, [child nodes, components, parents, components of a parent]."""
        raise NotImplementedError

    def _jacobian(self, values: Sequence[Any]) -> Array:
        function = _Function(self.apply, self._arguments_of("apply"), values, "x")
        if function.base is None:
            raise InputError(f"{type(self).__name__}.apply depends neither on x nor on u.")
        return self._gradient(function, function.base)

    def _gradient(self, function: _Function, x: Array) -> Array:
        self._first.probe(function, x, self.tuples.spacing)
        columns = self._first.gradient(function, x, self.tuples.spacing)
        return np.stack([np.stack(of_node, -1) for of_node in columns], -2)  # [m, c, n, d]

    def _of_first(self, values: Sequence[Any]) -> tuple[_Function, bool]:
        """Returns the function that is differentiated twice, and true if it is the Jacobian."""
        is_written = self._overrides("jacobian")
        method, name = (self.jacobian, "jacobian") if is_written else (self.apply, "apply")
        return _Function(method, self._arguments_of(name), values, "x"), is_written

    def _hessian(self, values: Sequence[Any], force: Array) -> Array:
        """Returns d(J^T f)/dx, [child nodes, parents, parents, components, components]."""
        function, is_written = self._of_first(values)
        m, n, d = self.tuples.size, self.tuples.num_nodes, self.tuples.num_components
        if function.base is None:
            return np.zeros((n, n, d, d))
        x = function.base

        def transposed(z: Array) -> Array:
            J = np.asarray(function(z)) if is_written else self._gradient(function, z)
            product: Array = np.einsum("mcnd,mc->mnd", np.broadcast_to(J, (m, *J.shape[-3:])), force)
            return product

        if is_written:
            self._second.probe(transposed, x, self.tuples.spacing)
            columns = self._second.gradient(transposed, x, self.tuples.spacing)
        else:
            columns = derivatives.gradient_by_differences(transposed, x, self.tuples.spacing)
        H = np.stack([np.stack(of_node, -1) for of_node in columns], -2)
        blocks: Array = H.transpose(0, 1, 3, 2, 4)
        return 0.5 * (blocks + blocks.transpose(0, 2, 1, 4, 3))

    def _bias(self, values: Sequence[Any], v: Array) -> Array:
        """Returns dJ/dt v, [child nodes, components], for the velocities of the parent nodes."""
        function, is_written = self._of_first(values)
        m = self.tuples.size
        if function.base is None:
            return np.zeros((m, self.tuples.num_components))
        x, speed = function.base, np.sqrt((v * v).sum(axis=(1, 2)))
        direction = v / np.where(speed > 0.0, speed, 1.0)[:, None, None]
        spacing = self.tuples.spacing

        def along(h: float) -> Array:
            if is_written:
                J = np.asarray(function(x + h * direction))
                product: Array = np.einsum("mcnd,mnd->mc", np.broadcast_to(J, (m, *J.shape[-3:])), direction)
                return product
            self._first.probe(function, x, spacing)
            return self._first.along(function, x + h * direction, direction, spacing)

        curvature = derivatives.central_difference(along, derivatives.REAL_STEP * spacing)
        acceleration: Array = curvature * (speed * speed)[:, None]
        return acceleration


class _Function:
    """Method of tuples as a function of positions or velocities, with all other arguments fixed.

    Args:
        method: method that is differentiated.
        names: names of its arguments.
        values: values of its arguments.
        wrt: "x" for positions and displacements, "v" for velocities.
    """

    def __init__(self, method: Any, names: Sequence[str], values: Sequence[Any], wrt: str) -> None:
        self.method, self.names, self.values = method, list(names), list(values)
        found = [name for name in (("x", "u") if wrt == "x" else ("v",)) if name in self.names]
        self.variable = found[0] if found else ""
        #: Value of the variable; None if the method does not depend on it.
        self.base: Array | None = self.values[self.names.index(self.variable)] if found else None

    def __call__(self, z: Array) -> Array:
        values = list(self.values)
        values[self.names.index(self.variable)] = z
        if self.variable == "x" and "u" in self.names:
            at = self.names.index("u")
            values[at] = values[at] + (z - self.base)
        result: Array = self.method(*values)
        return result


def _time_derivative(method: Any, names: Sequence[str], values: Sequence[Any]) -> Array:
    """Returns the derivative of a method with respect to its argument t."""
    at = list(names).index("t")
    t = float(values[at])

    def evaluate(time: Any) -> Array:
        arguments = list(values)
        arguments[at] = time
        return np.asarray(method(*arguments))

    step = 1e-5 * max(1.0, abs(t))
    expected: Array = derivatives.central_difference(lambda h: evaluate(t + h), step)
    try:
        exact: Array = np.imag(evaluate(complex(t, derivatives.COMPLEX_STEP))) / derivatives.COMPLEX_STEP
    except TypeError:
        return expected
    size = np.abs(expected).max(initial=0.0)
    return exact if np.abs(exact - expected).max(initial=0.0) <= 1e-6 * size + 1e-300 else expected


def _declarations(cls: type) -> set[str]:
    """Returns the names that the classes of the user define."""
    return {name for base in cls.__mro__ if base.__module__ != __name__ for name in vars(base)}

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Gradients of objectives with respect to parameters of a case, and their minimisation.

The objectives are those of the block `objective` of a case file or a model, followed by instances
of classes that are derived from `Objective`. The parameters are those of the block `parameters`.
All functions are collective and return the same result on all ranks.
"""
from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence, Tuple, Union

from ._library import _tenon
from .errors import Error
from .model import Model
from .simulation import PetscOptions, _settings, _words

if TYPE_CHECKING:
    import numpy as np
    from mpi4py import MPI
    from numpy.typing import ArrayLike, NDArray

    ObjectiveStep = _tenon.ObjectiveStep

#: Case with an objective: the path of a case file, or a model.
Case = Union[str, "os.PathLike[str]", Model]


@dataclass(frozen=True)
class CellFieldGradient:
    """Derivatives with respect to a parameter with one value per cell, in the cells of this rank.

    All arrays have one entry for each cell that this rank owns.
    """

    #: Numbers of the elements in the mesh file.
    elements: NDArray[np.int64]
    #: Values of the parameter.
    values: NDArray[np.float64]
    #: Derivatives of the objective.
    derivatives: NDArray[np.float64]
    #: Derivatives with respect to relative changes of the values.
    scaled_derivatives: NDArray[np.float64]
    #: Number of cells of all ranks.
    cells: int


@dataclass(frozen=True)
class Gradient:
    """Value of the objective of a case, and its gradient."""

    #: Sum of all objectives.
    value: float
    #: Derivatives by the name of the parameter, without those of `fields`.
    gradient: Mapping[str, float]
    #: Values of the parameters by name.
    parameters: Mapping[str, float]
    #: Derivatives with respect to the parameters with one value per cell, by name; these results
    #: differ between the ranks.
    fields: Mapping[str, CellFieldGradient]
    #: Name and weighted value of each objective.
    terms: Sequence[Tuple[str, float]]
    #: Number of steps of the analysis.
    steps: int
    #: Number of rows with bounds that are about to open or to close, where the objective has only
    #: one-sided derivatives.
    near_changes: int
    #: Seconds of the analysis (`forward`), of the adjoint equations (`adjoint`) and of the
    #: derivatives of the equations (`products`).
    seconds: Mapping[str, float]


@dataclass(frozen=True)
class TaylorTest:
    """Comparison of a gradient with values of the objective; see `taylor_test()`."""

    #: Steps h, each half of the preceding one.
    steps: Sequence[float]
    #: Remainders ``|J(p + h d) - J(p)|``.
    without_gradient: Sequence[float]
    #: Remainders ``|J(p + h d) - J(p) - h dJ/dp . d|``.
    with_gradient: Sequence[float]
    #: Smallest observed order of the second remainders above round-off; 2 for a correct gradient.
    order: float
    #: True if the order is at least 1.9.
    passed: bool


@dataclass(frozen=True)
class Progress:
    """Progress of a minimisation after an iteration; argument of the callback of `minimise()`."""

    #: Number of completed iterations.
    iteration: int
    #: Number of evaluations so far.
    evaluations: int
    #: Value of the objective.
    value: float
    #: Norm of the projected gradient with respect to the scaled parameters.
    gradient_norm: float
    #: Largest change of a scaled parameter in this iteration.
    step: float
    #: Best values of the parameters so far, by name.
    parameters: Mapping[str, float]


@dataclass(frozen=True)
class Optimum:
    """Result of `minimise()`."""

    #: Smallest value of the objective that was found.
    value: float
    #: Values of the parameters at this point, by name.
    parameters: Mapping[str, float]
    #: Derivatives at this point, by the name of the parameter.
    gradient: Mapping[str, float]
    #: Values of the parameters with one value per cell at this point, and their derivatives, in the
    #: cells of this rank, by name.
    fields: Mapping[str, CellFieldGradient]
    #: Value of the objective at the initial values of the parameters.
    initial_value: float
    #: Initial values of the parameters, by name.
    initial_parameters: Mapping[str, float]
    #: True if a tolerance was reached.
    converged: bool
    #: Reason for which the minimisation has ended.
    reason: str
    #: Number of completed iterations.
    iterations: int
    #: Number of evaluations, including those that were read from the table.
    evaluations: int
    #: Number of runs that have failed.
    failed_evaluations: int
    #: Number of evaluations that were read from the table.
    recorded_evaluations: int


class Objective:
    """Base class of objectives in Python.

    A derived class implements `value()` and `derivative()`. Both methods are called on all ranks at
    the end of each step that `at` selects, and receive the solution of the step:

    ============================ ===================================================================
    `step.number`, `step.time`   number of the step, from 1, and its time
    `step.is_last`               true if no further step follows
    `step.has_velocities`        false in static analyses
    `step.objects`               names of all objects
    `step["block"]`              object, with arrays of the nodes that this rank owns, [owned nodes,
                                 components]: `displacement`, `velocity`, `acceleration`,
                                 `reference`, `position`; with `num_owned`, `num_nodes`, the node
                                 numbers `tags` of the mesh file, and `nodes(group)`, the rows of the
                                 nodes of a group
    `step.multipliers("pin")`    Lagrange multipliers of the rows of this rank of a constraint
    `step.sum(values)`           sum of a number or an array over all ranks; collective
    ============================ ===================================================================

    The step is available only during the call. The value must depend on parameters only through the
    solution.

    >>> class Deflection(tenon.Objective):
    ...     def value(self, step):
    ...         return step.sum(0.5 * (step["beam"].displacement ** 2).sum())
    ...
    ...     def derivative(self, step):
    ...         return {"displacement": {"beam": step["beam"].displacement}}
    >>> tenon.gradient("beam.yaml", objectives=[Deflection()])

    Args:
        name: name of the objective in messages and results; by default the name of the class.
        weight: factor of the objective in the sum of all objectives.
        at: steps whose values are added: "end", "all", or a list of step numbers, from 1.
        integrate: multiplies each value by the length of its step.
    """

    _is_initialised = False

    def __init__(
        self, *, name: str | None = None, weight: float = 1.0, at: str | Sequence[int] = "end", integrate: bool = False
    ) -> None:
        self.name: str = type(self).__name__ if name is None else name
        self.weight = weight
        self.at = at
        self.integrate = integrate
        self._is_initialised = True

    def value(self, step: ObjectiveStep) -> float:
        """Returns the value, which is the same on all ranks; `step.sum()` adds parts of ranks."""
        raise NotImplementedError(f"{type(self).__name__} does not implement value().")

    def derivative(self, step: ObjectiveStep) -> Mapping[str, Mapping[str, ArrayLike]]:
        """Returns the derivatives of the value with respect to the solution.

        The result is a dictionary by quantity and by object or constraint, such as
        ``{"displacement": {"block": array}, "multipliers": {"pin": array}}``. The quantities are
        `displacement`, `velocity`, `acceleration` and `multipliers`; those that are missing do not
        affect the value. The arrays have the shapes of those of the step, that is, they contain the
        derivatives with respect to the values that this rank owns.
        """
        raise NotImplementedError(f"{type(self).__name__} does not implement derivative().")

    def _settings(self) -> str:
        """Returns the settings in case-file notation."""
        at = self.at if isinstance(self.at, str) else [int(step) for step in self.at]
        return json.dumps({"weight": float(self.weight), "at": at, "integrate": bool(self.integrate)})


#: Objective in Python, or several of them.
Objectives = Union[Objective, Sequence[Objective], None]


def _list_of(objectives: Objectives) -> list[Objective]:
    """Returns objectives as a list, after a check of their types."""
    given = [objectives] if isinstance(objectives, Objective) else list(objectives or ())
    for one in given:
        if not isinstance(one, Objective):
            raise TypeError(f"An objective must be an instance of a class derived from tenon.Objective, not {one!r}.")
        if not one._is_initialised:
            raise TypeError(f"{type(one).__name__}.__init__ does not call super().__init__().")
    return given


def _arguments(
    case: Case, settings: Mapping[str, float] | None, petsc: PetscOptions | None, allow_unused: bool, objectives: Objectives
) -> tuple[Any, ...]:
    """Returns the arguments of the functions of `_tenon` for a case file or a model."""
    own = _list_of(objectives)
    if isinstance(case, Model):
        *others, additions = case._arguments(petsc, settings, allow_unused)
        return (*others, {**additions, "objectives": own})
    return (None, os.fspath(case), "", _words(petsc), _settings(settings), allow_unused, {}, {"objectives": own})


def _names(parameters: str | Sequence[str] | None) -> list[str]:
    """Returns the names of selected parameters; empty for an automatic selection."""
    if parameters is None:
        return []
    return [parameters] if isinstance(parameters, str) else list(parameters)


def gradient(
    case: Case,
    parameters: str | Sequence[str] | None = None,
    settings: Mapping[str, float] | None = None,
    *,
    objectives: Objectives = None,
    comm: MPI.Comm | None = None,
    petsc: PetscOptions | None = None,
    allow_unused: bool = False,
    fields: str | os.PathLike[str] = "",
) -> Gradient:
    """Solves a case and returns its objective and the gradient by adjoint equations. Collective.

    Args:
        case: path of a case file, or a model.
        parameters: names of the parameters of the gradient; by default those that are defined by
            blocks, otherwise all numbers of the block `parameters`.
        settings: values that replace those of the block `parameters`.
        objectives: objectives in Python, which are added to those of the case.
        comm: communicator; MPI.COMM_WORLD by default.
        petsc: PETSc options.
        allow_unused: accepts PETSc options that no solver queries.
        fields: HDF5 file to which the parameters with one value per cell and their derivatives are
            written; none by default.

    Raises:
        InputError: if the case has no objective or no parameters, or if a derivative does not exist.
        NotConvergedError: if a solve does not converge.
    """
    arguments = _arguments(case, settings, petsc, allow_unused, objectives)
    found = _tenon.evaluate_gradient(arguments, _names(parameters), True, os.fspath(fields), comm)
    of_cells = {name: CellFieldGradient(**field) for name, field in found.pop("fields").items()}
    return Gradient(fields=of_cells, **found)


class Function:
    """Objective of a case as a function of scaled parameters; see `as_function()`.

    Calling the object with an array x returns the value of the objective and the array of its
    derivatives with respect to x.
    """

    def __init__(
        self,
        case: Case,
        parameters: str | Sequence[str] | None,
        settings: Mapping[str, float] | None,
        comm: MPI.Comm | None,
        petsc: PetscOptions | None,
        allow_unused: bool,
        objectives: Objectives = None,
    ) -> None:
        self._case, self._comm, self._petsc, self._allow_unused = case, comm, petsc, allow_unused
        self._settings, self._objectives = dict(settings or {}), _list_of(objectives)
        arguments = _arguments(case, settings, petsc, allow_unused, self._objectives)
        self._scaled = _tenon.scaled_parameters(arguments, _names(parameters), comm)
        #: Names of the parameters in the order of x.
        self.names = tuple(scaled.name for scaled in self._scaled)
        #: Result of the last call.
        self.last: Optional[Gradient] = None

    def values(self, x: ArrayLike) -> dict[str, float]:
        """Returns the values of the parameters at x, by name."""
        import numpy as np

        entries = np.asarray(x, dtype=float).ravel()
        if len(entries) != len(self._scaled):
            raise ValueError(f"The function has {len(self._scaled)} variables, but x has {len(entries)} entries.")
        return {scaled.name: scaled.value_at(float(entry)) for scaled, entry in zip(self._scaled, entries)}

    def __call__(self, x: ArrayLike) -> tuple[float, NDArray[np.float64]]:
        """Returns the objective at x and its derivatives. Collective."""
        import numpy as np

        values = self.values(x)
        found = gradient(
            self._case, self.names, {**self._settings, **values}, objectives=self._objectives, comm=self._comm,
            petsc=self._petsc, allow_unused=self._allow_unused,
        )
        self.last = found
        slopes = [found.gradient[scaled.name] * scaled.slope_at(values[scaled.name]) for scaled in self._scaled]
        return found.value, np.array(slopes)

    def value(self, x: ArrayLike) -> float:
        """Returns the objective at x without its derivatives. Collective."""
        settings = {**self._settings, **self.values(x)}
        arguments = _arguments(self._case, settings, self._petsc, self._allow_unused, self._objectives)
        return float(_tenon.evaluate_gradient(arguments, [], False, "", self._comm)["value"])

    def bounds(self) -> list[tuple[Optional[float], Optional[float]]]:
        """Returns the smallest and the largest value of each variable; None if it is unlimited."""
        return [
            (scaled.lower if math.isfinite(scaled.lower) else None, scaled.upper if math.isfinite(scaled.upper) else None)
            for scaled in self._scaled
        ]


def as_function(
    case: Case,
    parameters: str | Sequence[str] | None = None,
    settings: Mapping[str, float] | None = None,
    *,
    objectives: Objectives = None,
    comm: MPI.Comm | None = None,
    petsc: PetscOptions | None = None,
    allow_unused: bool = False,
) -> tuple[Function, NDArray[np.float64], list[tuple[Optional[float], Optional[float]]]]:
    """Returns the objective of a case as a function for other optimisers, such as those of SciPy.

    The variables x are dimensionless and zero at the values p0 of the parameters: p = p0 exp(x) if
    the scale of the parameter is `log`, otherwise ``p = p0 + |p0| x``. `Function.values()` returns
    the parameters. Collective.

    >>> import scipy.optimize
    >>> f, x0, bounds = tenon.as_function("beam.yaml")
    >>> found = scipy.optimize.minimize(f, x0, jac=True, bounds=bounds, method="L-BFGS-B")
    >>> f.values(found.x)

    Args:
        case: path of a case file, or a model.
        parameters: names of the parameters; by default as for `gradient()`.
        settings: values that replace those of the block `parameters`.
        objectives: objectives in Python, which are added to those of the case.
        comm: communicator; MPI.COMM_WORLD by default.
        petsc: PETSc options.
        allow_unused: accepts PETSc options that no solver queries.

    Returns:
        Function, initial values of its variables, and their bounds.

    Raises:
        InputError: if the case has no parameters, or if their ranges are invalid.
    """
    import numpy as np

    function = Function(case, parameters, settings, comm, petsc, allow_unused, objectives)
    return function, np.zeros(len(function.names)), function.bounds()


def _direction(bounds: Sequence[tuple[Optional[float], Optional[float]]], step: float) -> list[float]:
    """Returns a direction with unequal components that leaves no range."""

    def is_inside(move: float, lower: Optional[float], upper: Optional[float]) -> bool:
        return (lower is None or move >= lower) and (upper is None or move <= upper)

    direction = []
    for number, (lower, upper) in enumerate(bounds):
        component = math.cos(1.7 * number)
        moves = [sign * component for sign in (1, -1) if is_inside(sign * step * component, lower, upper)]
        direction.append(moves[0] if moves else 0.0)
    return direction


def taylor_test(
    case: Case,
    parameters: str | Sequence[str] | None = None,
    settings: Mapping[str, float] | None = None,
    *,
    direction: Mapping[str, float] | None = None,
    step: float = 1e-2,
    halvings: int = 4,
    objectives: Objectives = None,
    comm: MPI.Comm | None = None,
    petsc: PetscOptions | None = None,
    allow_unused: bool = False,
) -> TaylorTest:
    """Verifies the gradient of a case by runs with other values of its parameters. Collective.

    Args:
        case: path of a case file, or a model.
        parameters: names of the parameters; by default as for `gradient()`.
        settings: values that replace those of the block `parameters`.
        direction: components of the direction on the scales of the parameters, by name; by default
            unequal components for which the parameters stay in their ranges. For a parameter with
            one value per cell, the component is a factor of unequal components of the cells.
        step: first step along the direction.
        halvings: number of halvings of the step.
        objectives: objectives in Python, which are added to those of the case.
        comm: communicator; MPI.COMM_WORLD by default.
        petsc: PETSc options.
        allow_unused: accepts PETSc options that no solver queries.

    Raises:
        ValueError: if the direction names a parameter that is not varied.
        InputError: under the same conditions as `gradient()`.
        NotConvergedError: if a solve does not converge.
    """
    import numpy as np

    arguments = _arguments(case, settings, petsc, allow_unused, objectives)
    numbers, fields = _tenon.parameter_names(arguments, _names(parameters), comm)
    unknown = sorted(set(direction or {}) - {*numbers, *fields})
    if unknown:
        raise ValueError(f"The direction names {unknown[0]!r}, but the parameters are {', '.join([*numbers, *fields])}.")
    if fields:
        given = {} if direction is None else dict(direction)
        of_fields = _tenon.check_gradient(arguments, _names(parameters), given, step, halvings, comm)
        return TaylorTest(**of_fields)
    function, x0, bounds = as_function(
        case, parameters, settings, objectives=objectives, comm=comm, petsc=petsc, allow_unused=allow_unused
    )
    components = _direction(bounds, step) if direction is None else [direction.get(name, 0.0) for name in function.names]
    d = np.array(components)
    value, slopes = function(x0)
    found = _tenon.taylor_test(value, float(slopes @ d), lambda h: function.value(h * d), step, halvings)
    return TaylorTest(**found)


def _reporting(callback: Callable[[Progress], object], names: Sequence[str], comm: MPI.Comm | None) -> Callable[[Any], None]:
    """Returns a function that calls a callback; an exception on some ranks becomes one on all."""
    if comm is None:
        from mpi4py import MPI

        comm = MPI.COMM_WORLD
    ranks = comm

    def report(raw: Any) -> None:
        error: Optional[BaseException] = None
        try:
            callback(
                Progress(
                    raw.iteration, raw.evaluations, raw.value, raw.gradient_norm, raw.step,
                    dict(zip(names, raw.parameters)),
                )
            )
        except BaseException as raised:  # noqa: B902 - raised again below
            error = raised
        messages = ranks.allgather("" if error is None else f"{type(error).__name__}: {error}")
        if error is not None:
            raise error
        for rank, message in enumerate(messages):
            if message:
                failure = Error(f"The callback has failed on rank {rank}: {message}")
                failure.on_all_ranks = True
                raise failure

    return report


def minimise(
    case: Case,
    parameters: str | Sequence[str] | None = None,
    settings: Mapping[str, float] | None = None,
    *,
    method: str | None = None,
    iterations: int | None = None,
    gradient: float | None = None,
    objective: float | None = None,
    step: float | None = None,
    failures: int | None = None,
    callback: Callable[[Progress], object] | None = None,
    table: str | os.PathLike[str] = "",
    resume: bool = False,
    overwrite: bool = False,
    objectives: Objectives = None,
    fields: str | os.PathLike[str] = "",
    comm: MPI.Comm | None = None,
    petsc: PetscOptions | None = None,
    allow_unused: bool = False,
) -> Optimum:
    """Minimises the objective of a case by varying its parameters, by PETSc's TAO. Collective.

    A run that does not converge, or that rejects a value of a parameter, reduces the step of the
    line search. The function returns the best values also if no tolerance is reached. The argument
    `resume` is not available for parameters with one value per cell.

    Args:
        case: path of a case file, or a model.
        parameters: names of the varied parameters; by default as for `gradient()`.
        settings: initial values that replace those of the block `parameters`.
        method: method of TAO, such as "blmvm", "bqnls" or "bncg". This and the following arguments
            replace keys of the block `optimise`.
        iterations: largest number of iterations.
        gradient: tolerance of the projected gradient, relative to its initial norm.
        objective: tolerance of the relative decrease of the objective in one iteration.
        step: tolerance of the largest change of a scaled parameter in one iteration.
        failures: largest number of successive runs that may fail.
        callback: function that is called on all ranks after each iteration, with a `Progress`. An
            exception of it ends the minimisation on all ranks.
        table: CSV file of all evaluations, which is written after each of them.
        resume: continues the minimisation with the evaluations of an existing table. The table
            distinguishes objectives in Python by their names and settings only.
        overwrite: replaces an existing table.
        objectives: objectives in Python, which are added to those of the case.
        fields: HDF5 file to which the best values of the parameters with one value per cell are
            written after each improvement; none by default.
        comm: communicator; MPI.COMM_WORLD by default.
        petsc: PETSc options; those that begin with ``-tao_`` are options of TAO.
        allow_unused: accepts PETSc options that no solver queries.

    Raises:
        InputError: if the case has no objective or no parameters, if a derivative does not exist, or
            if the table contains another optimisation.
        NotConvergedError: if the run with the initial values does not converge.
        FileError: if the table cannot be written.
    """
    arguments = _arguments(case, settings, petsc, allow_unused, objectives)
    given = {
        "method": method, "iterations": iterations, "gradient": gradient, "objective": objective, "step": step,
        "failures": failures,
    }
    report = None
    if callback is not None:
        names = _tenon.parameter_names(arguments, _names(parameters), comm)[0]
        report = _reporting(callback, names, comm)
    found = _tenon.minimise(
        arguments, _names(parameters), {name: value for name, value in given.items() if value is not None},
        (os.fspath(table), resume, overwrite), os.fspath(fields), report, comm,
    )
    of_cells = {name: CellFieldGradient(**field) for name, field in found.pop("fields").items()}
    return Optimum(fields=of_cells, **found)

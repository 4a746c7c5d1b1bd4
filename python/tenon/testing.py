# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verification of contributors in Python.

`check()` applies the checks of the C++ fixtures to a contributor: derivatives against central
differences, the declared properties, all types of linear systems, and several partitions of the
objects over the ranks. It is collective and runs on any number of ranks.
"""
from __future__ import annotations

import atexit
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Sequence, Union

import numpy as np
import numpy.typing as npt

from ._library import _tenon
from .contributors import Constraint, ForceField, Mapping

if TYPE_CHECKING:
    #: Function of `find` that returns a contributor, or a block of a case for a built-in type.
    Factory = Union[Callable[[_tenon.Find], Any], "dict[str, Any]"]

__all__ = ["Box", "Check", "Report", "check", "check_constraint", "check_force", "check_mapping"]

# Called before PETSc is finalised.
atexit.register(_tenon.close_tests)

Vector = npt.NDArray[np.float64]

#: Partitions: that of the generated mesh, two random ones, and all cells on the last rank.
PARTITIONS = (0, 1, 2, -1)


@dataclass(frozen=True)
class Box:
    """Box of cells on which a contributor is tested. It is slightly curved.

    Its groups are "xmin", "xmax", "ymin", "ymax", "zmin" and "zmax".
    """

    #: Name of the object.
    name: str = "box"
    #: Cell type, such as "hex8".
    cell_type: str = "hex8"
    #: Number of cells along each axis.
    cells: tuple[int, int, int] = (2, 2, 1)
    #: Corner with the smallest coordinates.
    low: tuple[float, float, float] = (0.0, 0.0, 0.0)
    #: Corner with the largest coordinates.
    high: tuple[float, float, float] = (1.0, 1.0, 1.0)
    #: Mesh file that is read instead of generating a box.
    file: str = ""

    def _make(self) -> _tenon.TestBox:
        return _tenon.TestBox(self.name, self.cell_type, self.cells, self.low, self.high, self.file)


#: Objects for force fields of one object.
ONE_BOX = (Box(),)
#: Objects for interactions, constraints and mappings.
TWO_BOXES = (Box("left"), Box("right", "tet4", (1, 2, 1), (1.5, 0.0, 0.0), (2.5, 1.0, 1.0)))


@dataclass(frozen=True)
class Check:
    """Result of one check."""

    #: Statement that was verified.
    statement: str
    #: Deviation from the statement.
    deviation: float
    #: Largest admissible deviation.
    tolerance: float

    @property
    def passed(self) -> bool:
        """True if the deviation is at most the tolerance."""
        return self.deviation <= self.tolerance


@dataclass
class Report:
    """Results of all checks of a contributor."""

    #: Name of the contributor.
    name: str
    #: Results in the order of the checks.
    checks: list[Check] = field(default_factory=list)

    def add(self, statement: str, deviation: Any, tolerance: Any) -> None:
        """Adds the result of a check.

        Raises:
            AssertionError: if the check failed.
        """
        one = Check(statement, float(deviation), float(tolerance))
        self.checks.append(one)
        if not one.passed:
            raise AssertionError(f"{self.name}: {statement}: the deviation is {deviation:.3g}, but at most {tolerance:.3g} "
                                 "is admissible.")

    def __str__(self) -> str:
        lines = [f"{self.name}: {len(self.checks)} checks passed"]
        worst: dict[str, Check] = {}
        for one in self.checks:
            if one.statement not in worst or one.deviation > worst[one.statement].deviation:
                worst[one.statement] = one
        width = max((len(statement) for statement in worst), default=0)
        lines += [f"  {one.statement:{width}}  {one.deviation:8.1e} <= {one.tolerance:8.1e}" for one in worst.values()]
        return "\n".join(lines)


def _source(factory: Factory) -> Any:
    """Returns a factory unchanged, and a block of a case as JSON."""
    return json.dumps(factory) if isinstance(factory, dict) else factory


def _largest(values: npt.NDArray[np.float64]) -> float:
    return float(np.abs(values).max(initial=0.0))


def check(factory: Factory, boxes: Sequence[Box] | None = None, **options: Any) -> Report:
    """Verifies a contributor.

    Args:
        factory: function of `find` that returns the contributor.
        boxes: objects; by default "left" and "right", two separate boxes.
        options: arguments of `check_force()`, `check_constraint()` or `check_mapping()`.

    Returns:
        Report with the deviation and the tolerance of each check.

    Raises:
        AssertionError: on all ranks, with the first check that fails.
    """
    if isinstance(factory, dict):
        raise TypeError("A block of a case does not state its kind: call check_force() or check_constraint().")
    kinds: list[type] = []
    create = factory

    def observed(find: _tenon.Find) -> Any:
        made = create(find)
        kinds.append(type(made))
        return made

    case = _case(boxes or TWO_BOXES, 0, False)
    try:
        case.make_force(observed)
    except ValueError:
        if not kinds or issubclass(kinds[0], ForceField):
            raise
    if issubclass(kinds[0], ForceField):
        return check_force(factory, boxes, **options)
    if issubclass(kinds[0], Constraint):
        return check_constraint(factory, boxes, **options)
    if issubclass(kinds[0], Mapping):
        raise TypeError("Mappings need the name of their mapped object: call check_mapping().")
    raise TypeError(f"The factory returned an object of type {kinds[0].__name__}, but must return a contributor.")


def _case(boxes: Sequence[Box], partition: int, alone: bool) -> _tenon.TestCase:
    return _tenon.TestCase([box._make() for box in boxes], partition, alone)


def _deviation(move: Callable[[Vector], None], evaluate: Callable[[], Vector], derivative: Vector, case: _tenon.TestCase,
               step: float) -> float:
    """Returns the largest deviation from central differences along random directions."""
    worst = 0.0
    for seed in (20, 21, 22, 23):
        direction = case.random_vector(seed)
        move(step * direction)
        plus = evaluate()
        move(-2 * step * direction)
        minus = evaluate()
        move(step * direction)
        worst = max(worst, _largest((plus - minus) / (2 * step) - derivative @ direction))
    return worst


def check_force(
    factory: Factory,
    boxes: Sequence[Box] | None = None,
    *,
    displacement: float = 0.05,
    velocity: float = 0.5,
    time: float = 0.0,
    tolerance: float = 1e-8,
    is_balanced: bool = False,
) -> Report:
    """Verifies a force field.

    The checks are: K = df/dx, B = df/dv; the declared symmetry, linearity and dependence on
    velocity; f = -dE/dx; products without a stored matrix; all types of linear systems; equal
    results for all partitions.

    Args:
        displacement: bound on the random nodal displacements.
        velocity: bound on the random nodal velocities.
        time: time at which the force is evaluated.
        tolerance: tolerance of the comparisons with central differences, relative to the largest
            entry.
        is_balanced: also verifies that forces and moments are in equilibrium, and that K is
            invariant under translations.
    """
    objects = boxes or TWO_BOXES

    def make(partition: int, alone: bool = False) -> _tenon.TestCase:
        case = _case(objects, partition, alone)
        case.make_force(_source(factory))
        case.set_time(time)
        case.move_randomly(1, displacement, velocity)
        return case

    first = make(0, alone=True)
    report = Report(first.force_flags["name"])
    for partition in (0, 1):
        _check_force_case(report, make(partition), displacement, velocity, tolerance)
    f, K, B, energy = first.f(), first.matrix(True), first.matrix(False), first.energy()
    report.add("the force or its derivatives are not all 0", -max(_largest(f), _largest(K), _largest(B)), -1e-300)
    for partition in PARTITIONS:
        case = make(partition)
        scale = max(_largest(f), _largest(K))
        report.add("f does not depend on the partition", _largest(case.f() - f), 1e-12 * scale)
        for by_position, known in ((True, K), (False, B)):
            deviation = _largest(case.matrix(by_position) - known)
            report.add(f"{'K' if by_position else 'B'} does not depend on the partition", deviation,
                       1e-11 * max(_largest(known), scale))
        report.add("the energy does not depend on the partition", abs(case.energy() - energy),
                   1e-12 * abs(energy))
        if is_balanced:
            _check_balance(report, case)
    return report


def _check_force_case(report: Report, case: _tenon.TestCase, displacement: float, velocity: float,
                      tolerance: float) -> None:
    flags, zero = case.force_flags, np.zeros(case.num_dofs)
    f, K, B = case.f(), case.matrix(True), case.matrix(False)
    for name, matrix, by_position in (("K = df/dx", K, True), ("B = df/dv", B, False)):
        deviation = _largest(case.differences(by_position, 1e-6) - matrix)
        report.add(name, deviation, tolerance * max(_largest(matrix), _largest(f)))
    if flags["is_symmetric"]:
        report.add("K and B are symmetric as declared", _largest(K - K.T) + _largest(B - B.T),
                   1e-12 * (_largest(K) + _largest(B)))
    dx, dv = displacement * case.random_vector(5), velocity * case.random_vector(6)
    if not flags["depends_on_velocity"]:
        f = case.f()  # differs from the first value by the round-off of the positions
        case.move(zero, dv)
        report.add("f is independent of velocities as declared", _largest(case.f() - f), 0.0)
        case.move(zero, -dv)
    if flags["is_linear"]:
        case.move(dx, dv)
        change = case.f() - f
        report.add("f is linear as declared", _largest(change - K @ dx - B @ dv), 1e-10 * (_largest(change) + _largest(f)))
        case.move(-dx, -dv)
    x = case.random_vector(3)
    for name, matrix, by_position in (("K", K, True), ("B", B, False)):
        if not by_position and not flags["depends_on_velocity"]:
            continue
        size = np.abs(matrix).sum(axis=1).max()
        report.add(f"the product {name} x equals that of the stored matrix",
                   _largest(case.product(x, by_position) - matrix @ x), 1e-12 * size)
        report.add(f"{name} does not depend on the method of insertion",
                   _largest(case.matrix(by_position, blocked=True) - matrix), 1e-12 * size)
    if flags["has_energy"]:
        case.move_randomly(1, displacement, 0.0)
        force, energy, step = case.f(), case.energy(), 1e-5
        for seed in (7, 8, 9):
            direction = case.random_vector(seed)
            case.move(step * direction, zero)
            plus = case.energy()
            case.move(-2 * step * direction, zero)
            slope = (plus - case.energy()) / (2 * step)
            case.move(step * direction, zero)
            report.add("f = -dE/dx", abs(slope + float(force @ direction)),
                       tolerance * (float(np.linalg.norm(force) * np.linalg.norm(direction)) + abs(energy)))
    for system, deviation, size in case.matrix_differences():
        report.add(f"the linear system '{system}' represents the same matrix", deviation, 1e-11 * size)


def _check_balance(report: Report, case: _tenon.TestCase) -> None:
    d = case.num_components
    force, x, K = case.f().reshape(-1, d), case.positions().reshape(-1, d), case.matrix(True)
    size = np.abs(force).sum() + 1e-300
    report.add("the forces are in equilibrium", _largest(force.sum(axis=0)), 1e-12 * size)
    moments = x[:, :, None] * force[:, None, :]
    report.add("the moments are in equilibrium", _largest((moments - moments.transpose(0, 2, 1)).sum(axis=0)),
               1e-12 * size * (1 + _largest(x)))
    for component in range(d):
        translation = np.zeros(x.shape)
        translation[:, component] = 1.0
        report.add("K is invariant under translations", _largest(K @ translation.ravel()), 1e-11 * np.abs(K).sum(axis=1).max())


def check_constraint(
    factory: Factory,
    boxes: Sequence[Box] | None = None,
    *,
    displacement: float = 0.03,
    time: float = 0.0,
    tolerance: float = 1e-8,
) -> Report:
    """Verifies a constraint.

    The checks are: G = dPhi/dx; the geometric stiffness d(G^T lambda)/dx; dPhi/dt; the declared
    linearity; equal results for all partitions.

    Args:
        displacement: bound on the random nodal displacements.
        time: time at which the constraint is evaluated.
        tolerance: tolerance of the comparisons with central differences, relative to the largest
            entry.
    """
    objects = boxes or TWO_BOXES

    def make(partition: int, alone: bool = False) -> _tenon.TestCase:
        case = _case(objects, partition, alone)
        case.make_constraint(_source(factory))
        case.set_time(time)
        case.move_randomly(1, displacement, 1.0)
        return case

    def multipliers(phi: Vector) -> Vector:
        return 1.0 + phi  # does not depend on the order of the rows

    alone = make(0, alone=True)
    report = Report(alone.constraint_flags["name"])
    G, phi = alone.G(), alone.phi()
    K = alone.geometric_stiffness(multipliers(phi))
    report.add("every row of G has entries", -float(np.linalg.norm(G, axis=1).min(initial=1.0)), -1e-300)
    for partition in PARTITIONS:
        case = make(partition)
        zero = np.zeros(case.num_dofs)
        own_G, own_phi = case.G(), case.phi()
        report.add("the number of rows does not depend on the partition", abs(len(own_phi) - len(phi)), 0)
        report.add("G^T G does not depend on the partition", _largest(own_G.T @ own_G - G.T @ G), 1e-11 * _largest(G.T @ G))
        own_K = case.geometric_stiffness(multipliers(own_phi))
        report.add("d(G^T lambda)/dx does not depend on the partition", _largest(own_K - K),
                   1e-9 * (_largest(G) + _largest(K)))
        if partition not in (0, 1):
            continue

        def move(h: Vector) -> None:
            case.move(h, zero)

        report.add("G = dPhi/dx", _deviation(move, case.phi, own_G, case, 1e-5), 10 * tolerance * _largest(own_G))
        fixed = multipliers(own_phi)
        report.add("the geometric stiffness is d(G^T lambda)/dx",
                   _deviation(move, lambda: case.G().T @ fixed, own_K, case, 1e-5),
                   10 * tolerance * (_largest(own_K) + _largest(own_G)))
        step = 1e-5
        rate = case.rate()
        case.set_time(time + step)
        plus = case.phi()
        case.set_time(time - step)
        found = (plus - case.phi()) / (2 * step)
        case.set_time(time)
        report.add("the rate is dPhi/dt", _largest(found - rate), tolerance * (1 + _largest(rate)))
        if case.constraint_flags["is_linear"]:
            case.move(case.random_vector(6), zero)
            report.add("Phi is linear as declared", _largest(case.G() - own_G), 1e-12 * _largest(own_G))
    return report


def check_mapping(
    factory: Factory,
    child: str,
    boxes: Sequence[Box] | None = None,
    *,
    displacement: float = 0.05,
    tolerance: float = 1e-8,
) -> Report:
    """Verifies a mapping.

    The checks are: J = dx/dq; the acceleration dJ/dt v; the geometric stiffness d(J^T f)/dq; the
    declared linearity; equal results for all partitions.

    Args:
        child: name of the mapped object.
        displacement: bound on the random displacements of the parent nodes.
        tolerance: tolerance of the comparisons with central differences, relative to the largest
            entry.
    """
    objects = boxes or TWO_BOXES
    at = [box.name for box in objects].index(child)

    def make(partition: int, alone: bool = False) -> _tenon.TestCase:
        case = _case(objects, partition, alone)
        case.make_mapping(_source(factory), at)
        case.move_randomly(1, displacement, 0.5)
        return case

    alone = make(0, alone=True)
    report = Report(alone.mapping_flags["name"])
    x, J = alone.mapped(), alone.J()
    report.add("J is not 0", -_largest(J), -1e-300)
    for partition in PARTITIONS:
        case = make(partition)
        zero, rows = np.zeros(case.num_dofs), case.dofs_of(at)
        report.add("positions do not depend on the partition", _largest(case.mapped() - x), 1e-12 * _largest(x))
        report.add("J does not depend on the partition", _largest(case.J() - J), 1e-12 * _largest(J))
        if partition not in (0, 1):
            continue
        own_J, force, v = case.J(), rows * case.random_vector(8), case.velocities()
        K, bias = case.mapped_stiffness(force), case.bias()

        def move(h: Vector) -> None:
            case.move(h, zero)

        report.add("J = dx/dq", _deviation(move, lambda: rows * case.mapped(), own_J, case, 1e-6),
                   10 * tolerance * _largest(own_J))
        report.add("the geometric stiffness is d(J^T f)/dq",
                   _deviation(move, lambda: case.J().T @ force, K, case, 1e-6), 10 * tolerance * (1 + _largest(K)))
        case.move(1e-6 * v, zero)
        plus = case.J() @ v
        case.move(-2e-6 * v, zero)
        found = (plus - case.J() @ v) / 2e-6
        case.move(1e-6 * v, zero)
        report.add("the acceleration of constant velocities is dJ/dt v", _largest(found - bias), tolerance * (1 + _largest(bias)))
        if case.mapping_flags["is_linear"]:
            case.move(case.random_vector(6), zero)
            report.add("the mapping is linear as declared", _largest(case.J() - own_J), 1e-12 * _largest(own_J))
    return report

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Derivatives of functions of node tuples, for contributors that do not implement them.

The derivative of a function f that NumPy evaluates for complex numbers is Im f(x + i h) / h, which
is exact to round-off for h = 1e-40 (complex-step derivative). Functions that are not analytic, for
example because they use `abs` or `numpy.linalg.norm`, are recognised by a comparison with a finite
difference; central differences of fourth order are used for them.

Second derivatives are central differences of fourth order of complex-step derivatives.

References: Squire and Trapp, SIAM Review 40 (1998), 110-112; Martins, Sturdza and Alonso, ACM
Transactions on Mathematical Software 29 (2003), 245-262.
"""
from __future__ import annotations

import warnings
from typing import Any, Callable, Sequence

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
#: Function of an array [tuples, nodes, components] that returns an array [tuples, ...].
TupleFunction = Callable[[Array], Array]

#: Increment of a complex step. It cannot cause round-off, because no difference is formed.
COMPLEX_STEP = 1e-40
#: Increment of a central difference, relative to the characteristic length.
REAL_STEP = 1e-3
#: Relative deviation of a complex step from a finite difference that is accepted.
TOLERANCE = 1e-5


def central_difference(function: Callable[[float], Array], step: float) -> Array:
    """Returns the derivative of a function of one number at 0, by a difference of fourth order."""
    result: Array = (8 * (function(step) - function(-step)) - (function(2 * step) - function(-2 * step))) / (12 * step)
    return result


def by_complex_step(function: TupleFunction, x: Array, direction: Array) -> Array:
    """Returns the derivative of `function` at `x` along `direction` by one complex step.

    Raises:
        TypeError: if the function does not accept complex numbers, or discards imaginary parts.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error", np.ComplexWarning)
        try:
            value = np.asarray(function(x + (1j * COMPLEX_STEP) * direction))
        except np.ComplexWarning as warning:
            raise TypeError(str(warning)) from None
    return np.imag(value) / COMPLEX_STEP


def by_differences(function: TupleFunction, x: Array, direction: Array, step: float) -> Array:
    """Returns the derivative of `function` at `x` along `direction` by a central difference."""
    return central_difference(lambda h: np.asarray(function(x + h * direction)), step)


def accepts_complex(function: TupleFunction, x: Array, step: float) -> bool:
    """Returns true if complex steps of `function` agree with central differences.

    All components of `x` are changed by different amounts. Tuples in which the function is not
    smooth between two points of the difference count as deviations only if they are the majority.
    """
    direction = np.cos(1.0 + np.arange(x.size, dtype=float)).reshape(x.shape)
    try:
        exact = by_complex_step(function, x, direction)
    except TypeError:
        return False
    expected = by_differences(function, x, direction, step)
    if exact.shape != expected.shape:
        return False
    axes = tuple(range(1, expected.ndim))
    scale = np.abs(expected).max(axis=axes, initial=0.0) + 1e-12 * np.abs(expected).max(initial=0.0)
    deviates = ~(np.abs(exact - expected).max(axis=axes, initial=0.0) <= TOLERANCE * scale)
    return bool(2 * np.count_nonzero(deviates) <= deviates.size)


def read_only(array: Array) -> Array:
    """Returns a view of an array that cannot be modified."""
    view = array.view()
    view.flags.writeable = False
    return view


def _moved(function: TupleFunction, z: Array, place: int, component: int, given: Array) -> Callable[[float], Array]:
    """Returns `function` as a function of the increment of one component."""
    def evaluate(h: float) -> Array:
        z[:, place, component] = given + h
        return np.array(function(read_only(z)), copy=True)

    return evaluate


def gradient_by_differences(function: TupleFunction, x: Array, spacing: float) -> list[list[Array]]:
    """Returns the derivatives of `function` by node and component, by central differences."""
    columns: list[list[Array]] = []
    z = x.copy()
    for place in range(x.shape[1]):
        columns.append([])
        for component in range(x.shape[2]):
            given = x[:, place, component]
            columns[-1].append(central_difference(_moved(function, z, place, component, given), REAL_STEP * spacing))
            z[:, place, component] = given
    return columns


class Differentiator:
    """Derivatives of one function of node tuples.

    Args:
        name: name of the function for warnings, such as "Bands.force".
        remedy: name of the function that the class may implement instead.
    """

    def __init__(self, name: str, remedy: str) -> None:
        self.name, self.remedy = name, remedy
        self.is_complex: bool | None = None

    def probe(self, function: TupleFunction, x: Array, spacing: float) -> None:
        """Determines whether the function accepts complex numbers, when called for the first time.

        Args:
            function: function of the argument of all tuples.
            x: argument of all tuples.
            spacing: characteristic length of the argument.
        """
        if self.is_complex is not None or len(x) == 0:
            return
        self.is_complex = accepts_complex(function, x, REAL_STEP * spacing)
        if not self.is_complex:
            warnings.warn(
                f"{self.name} does not accept complex numbers, or is not analytic (abs, numpy.linalg.norm): its "
                f"derivative is computed by central differences. Implement {self.remedy}, or use tenon.norm.",
                RuntimeWarning, stacklevel=2)

    def along(self, function: TupleFunction, x: Array, direction: Array, spacing: float) -> Array:
        """Returns the derivative of the function along a direction."""
        if self.is_complex is not False:
            return by_complex_step(function, x, direction)
        return by_differences(function, x, direction, REAL_STEP * spacing)

    def gradient(self, function: TupleFunction, x: Array, spacing: float,
                 places: Sequence[int] | None = None) -> list[list[Array]]:
        """Returns the derivatives with respect to the components of the nodes of each tuple.

        Args:
            places: entries of the tuples with respect to which the function is differentiated; all
                entries by default.

        Returns:
            Derivatives [tuples, ...] by node and component.
        """
        step = REAL_STEP * spacing
        columns: list[list[Array]] = []
        z = x.astype(complex) if self.is_complex is not False else x.copy()
        argument = read_only(z)
        for place in range(x.shape[1]) if places is None else places:
            columns.append([])
            for component in range(x.shape[2]):
                given = x[:, place, component]
                if self.is_complex is not False:
                    z.imag[:, place, component] = COMPLEX_STEP
                    derivative = np.asarray(function(argument)).imag / COMPLEX_STEP
                    z.imag[:, place, component] = 0.0
                else:
                    derivative = central_difference(_moved(function, z, place, component, given), step)
                    z[:, place, component] = given
                columns[-1].append(derivative)
        return columns

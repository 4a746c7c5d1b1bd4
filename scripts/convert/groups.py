# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Groups from arrays of numbers, for formats without sets."""
import warnings

import numpy as np


def numbers_of(text, dtype):
    """Returns the numbers in a text.

    @throws ValueError if the text contains anything else.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # NumPy only warns of invalid text
        try:
            return np.fromstring(text, dtype, sep=" ") if text.strip() else np.array([], dtype)
        except DeprecationWarning:
            raise ValueError("not a number") from None


def add_groups(sets, name, values, origin=None):
    """Adds the groups of an array with one value per node or cell.

    origin: index of the value of each element; None if values and elements have the same order.
    """
    values = np.asarray(values)
    if values.dtype.kind not in "iu" or values.ndim != 1:
        return
    if origin is not None:
        values = values[origin]
    order = np.argsort(values, kind="stable")
    different, starts = np.unique(values[order], return_index=True)
    words = name.split("-")  # meshio writes sets as numbers from 0 (-1: none) and joins their names by dashes
    are_names = len(words) > 1 and {int(value) for value in different if value >= 0} == set(range(len(words)))
    is_flag = len(different) and different[0] >= 0 and different[-1] <= 1
    for value, first, last in zip(different.tolist(), starts, [*starts[1:], len(order)]):
        if value < 0 or (is_flag and not are_names and value == 0):  # member of no set
            continue
        sets.add(words[value] if are_names else name if is_flag else f"{name}_{value}", order[first:last].tolist())

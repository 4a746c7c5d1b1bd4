"""Arrays of numbers, and the groups that they stand for in formats without sets."""
import warnings

import numpy as np


def numbers_of(text, dtype):
    """Returns the numbers of a text. ValueError if something else stands there."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # NumPy warns of what it does not understand
        try:
            return np.fromstring(text, dtype, sep=" ") if text.strip() else np.array([], dtype)
        except DeprecationWarning:
            raise ValueError("not a number") from None


def add_groups(sets, name, values, origin=None):
    """Adds the groups of an array of one value per node or cell; origin: the index of the value of each element."""
    values = np.asarray(values)
    if values.dtype.kind not in "iu" or values.ndim != 1:
        return
    if origin is not None:
        values = values[origin]
    order = np.argsort(values, kind="stable")
    different, starts = np.unique(values[order], return_index=True)
    words = name.split("-")  # how meshio writes sets as numbers: their names joined by dashes, numbers from 0, or -1
    are_names = len(words) > 1 and {int(value) for value in different if value >= 0} == set(range(len(words)))
    is_flag = len(different) and different[0] >= 0 and different[-1] <= 1
    for value, first, last in zip(different.tolist(), starts, [*starts[1:], len(order)]):
        if value < 0 or (is_flag and not are_names and value == 0):  # of no set
            continue
        sets.add(words[value] if are_names else name if is_flag else f"{name}_{value}", order[first:last].tolist())

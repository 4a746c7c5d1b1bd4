# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tables of a result as pandas.DataFrame."""
from typing import TYPE_CHECKING, Any

import numpy as np

from tenon.results.errors import InputError, no, optional
from tenon.results.fields import component_names
from tenon.results.reading import Floats

if TYPE_CHECKING:
    from tenon.results.results import Results


def frame(results: "Results", history: str | None, field: str | None, cell_field: str | None, name: str | None, constraint: str | None,
          contacts: bool, step: int) -> Any:
    """Returns the selected table; the steps if no table is selected.

    @throws InputError if more than one table is selected
    @throws MissingPackage if pandas is not installed
    """
    pandas = optional("pandas", "python3-pandas", "frame()")
    if sum(choice is not None for choice in (history, field, cell_field, constraint)) + contacts > 1:
        raise InputError("frame() returns one table: specify only one of history, field, cell_field, constraint and contacts.")
    if name is not None and field is None and cell_field is None:
        raise InputError("The argument `object` of frame() requires `field` or `cell_field`.")
    if history is not None:
        columns = results.history(history)
        return pandas.DataFrame(columns).set_index("time")
    if field is not None:
        return _nodes(pandas, results, field, name, step)
    if cell_field is not None:
        return _cells(pandas, results, cell_field, name, step)
    if constraint is not None:
        return _rows(pandas, results.multipliers(constraint, step), "multipliers")
    if contacts:
        return _contacts(pandas, results, step)
    return pandas.DataFrame({"step": range(len(results.steps)), "time": results.times, "frequency": np.array(results.frequencies, float),
                             "eigenvalue": np.array(results.eigenvalues, float)}).set_index("step")


def _owners(results: "Results", field: str, name: str | None, step: int, where: str) -> list[str]:
    """Returns the requested object, or all objects that have a field."""
    names_of = results.fields if where == "nodes" else results.cell_fields
    if name is not None:
        return [name]
    owners = [one for one in results.objects if field in names_of(one, step)]
    if not owners:
        raise no(f"field on {where}", field, sorted({one for existing in results.objects for one in names_of(existing, step)}))
    return owners


def _columns(values: Floats, field: str) -> dict[str, Floats]:
    """Returns the components of a field by name: `field_x`, ..., or `field` for scalars."""
    if values.ndim == 1:
        return {field: values}
    return {f"{field}_{component}": values[:, k] for k, component in enumerate(component_names(values.shape[1]))}


def _nodes(pandas: Any, results: "Results", field: str, name: str | None, step: int) -> Any:
    parts = []
    for owner in _owners(results, field, name, step, "nodes"):
        part = pandas.DataFrame({"object": owner, "node": results.tags(owner), **_columns(results.field(field, owner, step), field)})
        parts.append(part)
    return pandas.concat(parts).set_index(["object", "node"])


def _cells(pandas: Any, results: "Results", field: str, name: str | None, step: int) -> Any:
    parts = []
    for owner in _owners(results, field, name, step, "cells"):
        tags = results.cell_tags(owner)
        for kind, values in results.cell_field(field, owner, step).items():
            parts.append(pandas.DataFrame({"object": owner, "type": kind, "cell": tags[kind], **_columns(values, field)}))
    return pandas.concat(parts).set_index(["object", "type", "cell"])


def _rows(pandas: Any, rows: dict[str, Any], last: str) -> Any:
    """Returns a table whose last column is `last`."""
    return pandas.DataFrame({**{key: values for key, values in rows.items() if key != last}, last: rows[last]})


def _contacts(pandas: Any, results: "Results", step: int) -> Any:
    """Returns one row per contact; columns of vectors have suffixes _x, _y, _z."""
    contacts = results.contacts(step)
    columns: dict[str, Any] = {}
    for key, suffixes in (("object", ("first", "second")), ("body", ("first", "second")), ("position", "xyz"), ("normal", "xyz"), ("gap", ()),
                          ("force", "xyz"), ("moment", "xyz")):
        values = contacts.get(key)
        if values is None:
            continue
        if not suffixes:
            columns[key] = np.ravel(values)
        for k, suffix in enumerate(suffixes):
            columns[f"{key}_{suffix}"] = [row[k] for row in values]
    return pandas.DataFrame(columns)

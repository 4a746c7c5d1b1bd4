# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Overview of a result as HTML for notebooks."""
from html import escape
from typing import TYPE_CHECKING, Any

from tenon.results.errors import NoSuchName

if TYPE_CHECKING:
    from tenon.results.results import Results

MOST_ROWS = 20  # rows of a table; additional ones are only counted


def table(title: str, header: list[str], rows: list[list[Any]]) -> str:
    """Returns a table with a heading; "" without rows. Texts are escaped."""
    if not rows:
        return ""
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "".join("<tr>" + "".join(f"<td>{escape(text_of(value))}</td>" for value in row) + "</tr>" for row in rows[:MOST_ROWS])
    more = f"<p>and {len(rows) - MOST_ROWS} more</p>" if len(rows) > MOST_ROWS else ""
    return f"<h4>{escape(title)}</h4><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def text_of(value: Any) -> str:
    """Returns a short text of a value of the summary; "–" for None."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.5g}"
    if isinstance(value, list):
        return ", ".join(text_of(item) for item in value)
    return str(value)


def get(tree: Any, *keys: str) -> Any:
    """Returns an entry of nested dicts; None if there is none."""
    for key in keys:
        if not isinstance(tree, dict):
            return None
        tree = tree.get(key)
    return tree


def entries(tree: Any, key: str) -> list[Any]:
    """Returns the dicts in a list of the summary; [] if there is none."""
    found = get(tree, key)
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


def overview(results: "Results") -> str:
    """Returns objects, steps, unknowns, constraints and solver of a result as HTML."""
    try:
        summary = results.summary
    except NoSuchName:
        summary = None
    title = get(summary, "title") or str(results.path)
    times = results.times
    parts = [f"<h3>{escape(text_of(title))}</h3>", f"<p><code>{escape(str(results.path))}</code>: {len(times)} step{'s' if len(times) != 1 else ''}, "
             f"t = {times[0]:.5g} to {times[-1]:.5g}</p>"]
    if summary is None:
        parts.append("<p>The run that writes this file has not finished.</p>")
    reported = {str(entry.get("name")): entry for entry in entries(summary, "objects")}
    rows = []
    for name in results.objects:
        cells = ", ".join(f"{len(block)} {kind}" for kind, block in results.cells(name).items())
        entry = reported.get(name)
        rows.append([name, len(results.points(name)), cells, get(entry, "mass"), get(entry, "largest_displacement", "value"),
                     get(entry, "largest_von_mises", "value")])
    parts.append(table("Objects", ["object", "nodes", "cells", "mass", "largest displacement", "largest von Mises stress"], rows))
    if summary is not None:
        parts.append(table("Unknowns", ["unknowns", "multipliers", "ranks"], [[get(summary, key) for key in ("unknowns", "multipliers", "ranks")]]))
        parts.append(table("Constraints", ["constraint", "rows", "active", "least", "most", "force"],
                           [[entry.get("name"), *(get(entry, "multipliers", key) for key in ("rows", "active", "least", "most")), entry.get("force")]
                            for entry in entries(summary, "constraints")]))
        parts.append(_solver(get(summary, "solver")))
    parts.append(table("Histories", ["history", "columns"],
                       [[name, ", ".join(column for column in results.history(name) if column != "time")] for name in results.histories]))
    return "".join(parts)


def _solver(solver: Any) -> str:
    """Returns the scalar entries of the solver's report as a table."""
    if not isinstance(solver, dict):
        return ""
    rows = [[str(key).replace("_", " "), value] for key, value in solver.items() if not isinstance(value, (dict, list)) and value != ""]
    return table("Solver", ["quantity", "value"], rows)
